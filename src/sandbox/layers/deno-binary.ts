/** Which Deno runs the guests. */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SandboxError } from '../../base/index.js'
import type { Platform } from './layer.js'

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
}

/**
 * Finds a usable Deno: the path given, else the optional package, else PATH.
 * @throws SandboxError SANDBOX_MISSING with what was found instead.
 */
export async function findDeno(search: DenoSearch): Promise<DenoBinary> {
  if (search.denoPath !== undefined) return askVersion(search.denoPath, 'option')
  return (await packagedDeno(search)) ?? (await denoOnPath(search))
}

/** True for the releases whose behaviour under these flags is known: 2.9.5 or newer, below 3. */
export function isUsableVersion(version: string): boolean {
  const [, major = 0, minor = 0, patch = 0] = (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  return major === 2 && (minor > 9 || (minor === 9 && patch >= 5))
}

async function packagedDeno({
  platform,
  resolvePackage = resolveHere,
}: DenoSearch): Promise<DenoBinary | undefined> {
  if (platform.denoPackage === undefined) return undefined
  const { name, binary } = platform.denoPackage
  try {
    const manifest = resolvePackage(`${name}/package.json`)
    const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string }
    const path = join(dirname(manifest), binary)
    await access(path, constants.X_OK)
    return isUsableVersion(version) ? { path, version, source: 'package' } : undefined
  } catch {
    // Not installed (optional dependencies can be left out), or only in part: PATH is next.
    return undefined
  }
}

async function denoOnPath({ platform, searchPath }: DenoSearch): Promise<DenoBinary> {
  const binary = platform.denoPackage?.binary ?? 'deno'
  for (const folder of searchPath.split(delimiter).filter((each) => each !== '')) {
    const path = join(folder, binary)
    try {
      await access(path, constants.X_OK)
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
      : `Cannot start the sandbox: the optional package "${wanted}" is not installed, and no deno is on PATH`,
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
