/** What a runner (`npx`, `uvx`) would have to fetch before it could start something: in a copy nothing can be fetched. */
import { launchedProgram } from '../launched-program.js'

/** What the caches of runners hold. */
export interface CachedPackages {
  /** Whether `npx` finds this package, such as `tsx@4`, without asking the network; undefined when nobody knows. */
  inNpxCache(name: string): boolean | undefined
  inUvCache(name: string): boolean | undefined
}

export interface MissingPackage {
  readonly name: string
  /** The command that fetches it. */
  readonly fill: string
}

/** Undefined when there is no runner, or nothing is missing as far as is known. */
export function missingPackage(
  command: string,
  args: readonly string[],
  cached: CachedPackages,
): MissingPackage | undefined {
  const { chain, own } = launchedProgram(command, args, () => false)
  const [runner = ''] = chain.filter((name) => Object.hasOwn(FILLS, name))
  if (runner === '' || (LOCAL_UNLESS.has(runner) && !args.some((word) => FETCHES.has(word)))) return undefined
  const name = explicitPackage(args) ?? args[[...own][chain.indexOf(runner)] ?? -1]
  if (name === undefined || /^[./~]|^file:/.test(name)) return undefined
  const isThere =
    runner === 'uvx' || runner === 'uv' || runner === 'pipx'
      ? cached.inUvCache(name)
      : cached.inNpxCache(name)
  const fill = FILLS[runner]
  return isThere === false && fill !== undefined ? { name, fill: fill(name) } : undefined
}

const FILLS: Readonly<Record<string, (name: string) => string>> = {
  npx: (name) => `npx -y -p ${name} true`,
  npm: (name) => `npx -y -p ${name} true`,
  bunx: (name) => `bunx ${name} --help`,
  bun: (name) => `bunx ${name} --help`,
  pnpm: (name) => `pnpm dlx ${name} --help`,
  pnpx: (name) => `pnpm dlx ${name} --help`,
  yarn: (name) => `yarn dlx ${name} --help`,
  uvx: (name) => `uvx --from ${name} true`,
  uv: (name) => `uvx --from ${name} true`,
}
/** These start what the project has, unless one of the words says otherwise. */
const LOCAL_UNLESS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun', 'uv'])
const FETCHES: ReadonlySet<string> = new Set(['exec', 'x', 'dlx', 'tool'])

/** `--package NAME`, `-p NAME`, `--from NAME`. */
function explicitPackage(args: readonly string[]): string | undefined {
  const at = args.findIndex((word) => word === '--package' || word === '-p' || word === '--from')
  return at === -1
    ? args.find((word) => word.startsWith('--package='))?.slice('--package='.length)
    : args[at + 1]
}

/** What a runner must be told so that it starts from its cache: npm asks its registry for more than a minute otherwise. */
export function offlineVariables(command: string, args: readonly string[]): Readonly<Record<string, string>> {
  const { chain } = launchedProgram(command, args, () => false)
  return {
    ...(chain.some((name) => name === 'npx' || name === 'npm') ? { npm_config_offline: 'true' } : {}),
    ...(chain.some((name) => name === 'uvx' || name === 'uv') ? { UV_OFFLINE: '1' } : {}),
  }
}
