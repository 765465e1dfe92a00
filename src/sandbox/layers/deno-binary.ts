/** Which Deno runs the guests. */
import { execFile } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SandboxError } from '../../base/index.js'
import { hasDigest } from './file-digest-check.js'
import type { Platform } from './layer.js'
import { PACKAGED_VERSION, PUBLISHED_DIGESTS } from './published-deno.js'

export interface DenoBinary {
  readonly path: string
  readonly version: string
  readonly source: 'option' | 'package' | 'PATH'
}

export interface DenoSearch {
  readonly platform: Platform
  /** Only this one will do. */
  readonly denoPath?: string
  /** Where `deno` is looked for when the optional package is not installed: the value of PATH. */
  readonly searchPath: string
  /** Finds a package's `package.json`; throws when it is not installed. */
  readonly resolvePackage?: (request: string) => string
  /** SHA-256 of the binary of each package, in hexadecimal; default those that were published. */
  readonly digests?: Readonly<Record<string, string>>
  /** Where it is remembered that a binary has its digest, if not in the folder of packages that it is in. */
  readonly cacheFolder?: string
}

/**
 * Finds a usable Deno: the path given, else the optional package, else PATH.
 * @throws SandboxError SANDBOX_MISSING with what was found instead; SANDBOX_ALTERED when the package holds another binary than the one
 *   that was published
 */
export async function findDeno(search: DenoSearch): Promise<DenoBinary> {
  if (search.denoPath !== undefined) return askVersion(search.denoPath, 'option')
  const packaged = packagedDeno(search)
  if (packaged === undefined) return denoOnPath(search)
  await refuseAltered(packaged, search)
  return { path: packaged.path, version: PACKAGED_VERSION, source: 'package' }
}

/** True for the releases whose behaviour under these flags is known: 2.9.5 or newer, below 3. */
export function isUsableVersion(version: string): boolean {
  const [, major = 0, minor = 0, patch = 0] = (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  return major === 2 && (minor > 9 || (minor === 9 && patch >= 5))
}

interface PackagedDeno {
  readonly name: string
  readonly path: string
  /** Where its package is installed, beside others. */
  readonly packages: string
}

/** No other version than the one whose digest is known: PATH is next. */
function packagedDeno({ platform, resolvePackage = resolveHere }: DenoSearch): PackagedDeno | undefined {
  if (platform.denoPackage === undefined) return undefined
  const { name, binary } = platform.denoPackage
  try {
    const manifest = resolvePackage(`${name}/package.json`)
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
    const folder = dirname(manifest)
    const path = join(folder, binary)
    accessSync(path, constants.X_OK)
    return version === PACKAGED_VERSION ? { name, path, packages: join(folder, '..', '..') } : undefined
  } catch {
    // Not installed (optional dependencies can be left out), or only in part: PATH is next.
    return undefined
  }
}

async function refuseAltered(
  { name, path, packages }: PackagedDeno,
  { digests = PUBLISHED_DIGESTS, cacheFolder }: DenoSearch,
): Promise<void> {
  const folders = [
    join(packages, '.cache', 'mcp-understudy'),
    ...(cacheFolder === undefined ? [] : [cacheFolder]),
  ]
  const memories = folders.map((folder) => join(folder, `${basename(dirname(path))}.checked`))
  if (await isAsPublished(path, digests[name], memories)) return
  throw new SandboxError(
    'SANDBOX_ALTERED',
    `Cannot start the sandbox: "${path}" is not the Deno ${PACKAGED_VERSION} that was published as "${name}"`,
    {
      hint: 'remove that package and install it again; if it is the same then, find out who changed it',
      data: { path },
    },
  )
}

async function isAsPublished(
  path: string,
  digest: string | undefined,
  memories: readonly string[],
): Promise<boolean> {
  try {
    return digest !== undefined && (await hasDigest(path, digest, memories))
  } catch (cause) {
    throw new SandboxError(
      'SANDBOX_MISSING',
      `Cannot start the sandbox: "${path}" cannot be read, and is held against what was published`,
      { hint: INSTALL_HINT, cause },
    )
  }
}

async function denoOnPath({ platform, searchPath }: DenoSearch): Promise<DenoBinary> {
  const binary = platform.denoPackage?.binary ?? 'deno'
  for (const folder of searchPath.split(delimiter).filter((each) => each !== '')) {
    const path = join(folder, binary)
    try {
      accessSync(path, constants.X_OK)
    } catch {
      continue
    }
    return askVersion(path, 'PATH')
  }
  const wanted = platform.denoPackage?.name
  throw new SandboxError(
    'SANDBOX_MISSING',
    wanted === undefined
      ? 'Cannot start the sandbox: no Deno for this machine is published on npm, and none is on PATH'
      : `Cannot start the sandbox: the optional package "${wanted}" is not installed in version ${PACKAGED_VERSION}, and no deno is on PATH`,
    { hint: INSTALL_HINT },
  )
}

async function askVersion(path: string, source: DenoBinary['source']): Promise<DenoBinary> {
  const version = await printedVersion(path)
  if (isUsableVersion(version)) return { path, version, source }
  throw new SandboxError(
    'SANDBOX_MISSING',
    `Cannot start the sandbox: "${path}" is Deno ${version}, and 2.9.5 or newer (below 3) is needed`,
    { hint: INSTALL_HINT, data: { path, version } },
  )
}

async function printedVersion(path: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { env: {}, timeout: 10_000 })
    return /^deno (\S+)/.exec(stdout)?.[1] ?? 'of an unknown version'
  } catch (cause) {
    throw new SandboxError('SANDBOX_MISSING', `Cannot start the sandbox: "${path}" does not run`, {
      hint: INSTALL_HINT,
      cause,
    })
  }
}

const INSTALL_HINT =
  'install mcp-understudy with its optional dependencies (without --omit=optional), or put Deno 2.9.5 or newer on PATH'

function resolveHere(request: string): string {
  return createRequire(import.meta.url).resolve(request)
}
