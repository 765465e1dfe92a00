/** Options come from tests, many of them in JavaScript: what cannot be meant is said before anything is started. */
import { didYouMean, nearestNames, shorten, UsageError } from '../../base/index.js'
import { ERA_CHOICES } from '../../protocol/index.js'
import {
  ANYTHING,
  CASSETTE,
  CLIENT_INFO,
  CLOCK,
  COPY,
  ENVIRONMENT,
  FUNCTION,
  HOST,
  LIMIT,
  LIMIT_MS,
  NUMBER,
  OBJECT,
  type OptionKind,
  oneOf,
  PIPE_LIMITS,
  REPLY,
  REVISION,
  ROOTS,
  SERVER_OBJECT,
  SIGNAL,
  TEXT,
  TEXTS,
  TEXTS_BY_NAME,
  TIMING,
} from './option-kinds.js'
import type {
  BuildTarget,
  CassetteTarget,
  ClientOptions,
  CommandTarget,
  ImageTarget,
  ObjectTarget,
  StartOptions,
  UrlTarget,
} from './start-options.js'

/**
 * @throws UsageError USAGE for an option that does not exist or is of the wrong type, and for a target that is missing or ambiguous
 */
export function checkOptions(options: StartOptions): void {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined)
  const targets = TARGETS.filter((target) => given.some(([name]) => name === target))
  const [target] = targets
  if (target === undefined || targets.length > 1)
    throw cannotStart(targets.length === 0 ? 'no server is given' : `${targets.join(' and ')} are given`, {
      hint: `give one of ${TARGETS.join(', ')}`,
    })
  const known = new Map<string, OptionKind>([
    ...Object.entries(CLIENT_OPTIONS),
    ...Object.entries(OPTIONS_OF[target]),
  ])
  for (const [name, value] of given) {
    const kind = known.get(name)
    if (kind === undefined) throw unknownOption(name, target, [...known.keys()])
    if (!kind.holds(value))
      throw cannotStart(`${name} is ${shownOption(name, value)}`, { hint: `it must be ${kind.words}` })
  }
  if (options.record !== undefined && 'copy' in options && options.copy)
    throw cannotStart('copy and record are given', {
      hint: 'what a copy answers is no recording: its ids and times are its own',
    })
}

const TARGETS = ['command', 'url', 'server', 'image', 'build', 'cassette'] as const

type KindsOf<T> = Readonly<Record<keyof T, OptionKind>>

/** The container looks at them more closely. */
const CONTAINER_OPTIONS = {
  args: ANYTHING,
  env: ENVIRONMENT,
  mounts: ANYTHING,
  network: TEXT,
  workdir: TEXT,
  user: TEXT,
  engine: oneOf('docker', 'podman'),
  stdio: PIPE_LIMITS,
} satisfies KindsOf<Omit<ImageTarget, 'image'>>

const OPTIONS_OF = {
  command: {
    command: ANYTHING,
    workingDir: TEXT,
    env: ENVIRONMENT,
    stdio: PIPE_LIMITS,
    copy: COPY,
  } satisfies KindsOf<CommandTarget>,
  url: {
    url: ANYTHING,
    headers: TEXTS_BY_NAME,
    authProvider: OBJECT,
    authorizationCode: FUNCTION,
    fetch: FUNCTION,
    maxMessageBytes: LIMIT,
    onExchange: FUNCTION,
  } satisfies KindsOf<UrlTarget>,
  server: { server: SERVER_OBJECT } satisfies KindsOf<ObjectTarget>,
  image: { ...CONTAINER_OPTIONS, image: TEXT } satisfies KindsOf<ImageTarget>,
  build: { ...CONTAINER_OPTIONS, build: OBJECT } satisfies KindsOf<BuildTarget>,
  cassette: {
    cassette: CASSETTE,
    recordedServer: TEXT,
    repeats: oneOf('sequence', 'sticky', 'cycle'),
    timing: TIMING,
    faults: TEXTS,
    seed: NUMBER,
    ignore: FUNCTION,
    secrets: TEXTS_BY_NAME,
    redaction: OBJECT,
  } satisfies KindsOf<CassetteTarget>,
} as const

const CLIENT_OPTIONS: KindsOf<ClientOptions> = {
  timeout: LIMIT_MS,
  era: oneOf(...ERA_CHOICES),
  revision: REVISION,
  probeTimeout: LIMIT_MS,
  host: HOST,
  capabilities: OBJECT,
  clientInfo: CLIENT_INFO,
  logLevel: oneOf('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'),
  wireCheck: oneOf('off', 'collect', 'throw'),
  record: OBJECT,
  signal: SIGNAL,
  clock: CLOCK,
  roots: ROOTS,
  onSampling: REPLY,
  onElicitation: REPLY,
}

function unknownOption(name: string, target: keyof typeof OPTIONS_OF, known: readonly string[]): UsageError {
  const owner = TARGETS.find((other) => Object.hasOwn(OPTIONS_OF[other], name))
  if (owner !== undefined) return cannotStart(`"${name}" belongs to ${owner}, and ${target} is given`)
  const meant = [SAME[name] ?? [], nearestNames(name, known)].flat().filter((each) => known.includes(each))
  const shown = [...new Set(meant)].slice(0, 3).map((each) => `"${each}"`)
  const hint = didYouMean(shown) ?? `there are ${known.join(', ')}`
  return cannotStart(`there is no option ${JSON.stringify(name)}`, { hint })
}

/** What others call it. */
const SAME: Readonly<Record<string, string>> = {
  cwd: 'workingDir',
  dir: 'workingDir',
  directory: 'workingDir',
  workdir: 'workingDir',
  environment: 'env',
  timeoutMs: 'timeout',
  requestTimeout: 'timeout',
}

/** The values of these may be secrets. */
const UNSHOWN = ['env', 'headers', 'authProvider', 'secrets']

function shownOption(name: string, value: unknown): string {
  if (UNSHOWN.includes(name)) return 'of the wrong type'
  if (typeof value !== 'string' && typeof value !== 'object') return shorten(String(value), 200)
  try {
    return shorten(JSON.stringify(value), 200)
  } catch {
    // Circular, perhaps; its type says enough.
    return typeof value
  }
}

function cannotStart(reason: string, details: { readonly hint?: string } = {}): UsageError {
  return new UsageError('USAGE', `Cannot start the client: ${reason}`, details)
}
