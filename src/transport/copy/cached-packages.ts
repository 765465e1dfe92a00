/** The caches of runners on this machine. */
import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, homeFolder } from '../../base/index.js'
import type { NotCopiedLookup } from './why-not-copied.js'

/** `npmCache` is where npm keeps what it fetched; default: as npm's own default, or its variable. */
export function lookupHere(env: Environment = process.env): NotCopiedLookup {
  const npmCache = env.npm_config_cache ?? env.NPM_CONFIG_CACHE ?? join(homeFolder(env), '.npm')
  return {
    isFile: (path) => statusOf(path)?.isFile() ?? false,
    socketAt,
    inNpxCache: (name) =>
      isInstalled(name) || namesIn(join(npmCache, '_npx')).some((folder) => wants(folder, name)),
    // Its cache is keyed by digests: it tells by itself, without asking the network.
    inUvCache: () => undefined,
  }
}

/** PostgreSQL is named by the folder of its socket, whose name is told by its port. */
function socketAt(path: string): string | undefined {
  const inFolder = namesIn(path).filter((each) => /\/\.s\.PGSQL\.\d+$/.test(each))
  return [path, ...inFolder].find((each) => statusOf(each)?.isSocket())
}

/** Of the project in the current folder, which npx takes first. */
function isInstalled(name: string): boolean {
  return statusOf(join('node_modules', bareName(name), 'package.json')) !== undefined
}

/** Each folder of npx was made for the packages that its package.json names, as they were asked for. */
function wants(folder: string, name: string): boolean {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly _npx?: { readonly packages?: readonly string[] }
      readonly dependencies?: Readonly<Record<string, string>>
    }
    const asked = manifest._npx?.packages ?? Object.keys(manifest.dependencies ?? {})
    return asked.some((each) => each === name || (bareName(each) === name && bareName(name) === name))
  } catch {
    // Half made, or from a release that writes none.
    return false
  }
}

/** `@scope/name@1.2` without what follows the name. */
function bareName(name: string): string {
  const at = name.indexOf('@', Math.max(1, name.lastIndexOf('/') + 1))
  return at === -1 ? name : name.slice(0, at)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    // No folder, or nothing was ever fetched.
    return []
  }
}

/** Undefined for what is not there, for what may not be looked at, and for a text that is no path, such as any value of a variable. */
function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
