/** Which servers cannot run in a copy, told by their command and settings before anything is tried. */
import { launchedProgram } from '../launched-program.js'
import { type CachedPackages, missingPackage } from './runner-cache.js'

/** A reason, and what to do about it where something can be done. */
export interface NotCopied {
  /**
   * `settings`: the user says so. `container`, `remote`: it is not on this machine, or not in these processes. `socket`, `host`: it
   * was given the address of something outside. `cache`: a runner would have to fetch it first.
   */
  readonly why: 'settings' | 'container' | 'remote' | 'socket' | 'host' | 'cache'
  /** As the end of a sentence: `it is a container of "docker"`. */
  readonly reason: string
  readonly hint?: string
}

export interface CopyCandidate {
  readonly command: string
  readonly args?: readonly string[]
  /** What its entry names. */
  readonly env?: Readonly<Record<string, string>>
  /** `copy` of its settings: true overrules what its arguments look like, false ends it. */
  readonly copy?: boolean
}

/** What recognising asks of the machine. */
export interface NotCopiedLookup extends CachedPackages {
  isFile(path: string): boolean
  /** The socket at this path: itself, or that of a database server whose folder for sockets it is. */
  socketAt(path: string): string | undefined
}

/** Undefined when it can be tried. */
export function whyNotCopied(candidate: CopyCandidate, lookup: NotCopiedLookup): NotCopied | undefined {
  const { command, args = [], env = {}, copy } = candidate
  if (copy === false) return { why: 'settings', reason: 'its settings say "copy: false"' }
  const { chain, firstArgument } = launchedProgram(command, args, (path) => lookup.isFile(path))
  const engine = chain.find((name) => CONTAINERS.has(name))
  if (engine !== undefined) return { why: 'container', reason: `it is a container of "${engine}"` }
  const bridge = chain.find((name) => REMOTES.has(name))
  if (bridge !== undefined) return { why: 'remote', reason: `"${bridge}" leads to another machine` }
  const missing = missingPackage(command, args, lookup)
  if (missing !== undefined)
    return { why: 'cache', reason: `"${missing.name}" is not in the cache`, hint: `fill it: ${missing.fill}` }
  if (copy === true) return undefined
  const words = [
    ...args.slice(firstArgument),
    ...Object.entries(env).flatMap(([name, value]) => (HARMLESS.test(name) ? [] : [value])),
  ]
  for (const word of words.flatMap(valuesOf)) {
    const socket = socketIn(word, lookup)
    if (socket !== undefined)
      return { why: 'socket', reason: `it is given a socket, "${withoutSecret(socket)}"`, hint: OVERRULE }
    if (isHost(word))
      return {
        why: 'host',
        reason: `it is given an address outside the copy, "${withoutSecret(word)}"`,
        hint: OVERRULE,
      }
  }
  return undefined
}

const CONTAINERS: ReadonlySet<string> = new Set([
  'docker',
  'podman',
  'nerdctl',
  'finch',
  'docker-compose',
  'podman-compose',
  'kubectl',
  'lima',
  'limactl',
])
const REMOTES: ReadonlySet<string> = new Set([
  'mcp-remote',
  'mcp-proxy',
  'supergateway',
  'ssh',
  'mosh',
  'kubectl',
])
const OVERRULE = 'say "copy: true" in its settings if it does without'
/** What nearly every machine has, and no server is about. */
const HARMLESS =
  /^(?:NODE_OPTIONS|NODE_EXTRA_CA_CERTS|npm_config_registry|(?:UV|PIP)_INDEX_URL|(?:https?|no|all|ftp)_proxy)$/i

function valuesOf(word: string): readonly string[] {
  const [, value] = /^-{0,2}[\w.-]+=(.+)$/s.exec(word) ?? []
  return [word, ...(value === undefined ? [] : [value])].flatMap((each) => each.split(/[,\s]+/))
}

/** Where it leads to, as told. */
function socketIn(word: string, lookup: NotCopiedLookup): string | undefined {
  if (/^(?:unix|http\+unix|ipc):/i.test(word)) return word
  return word.includes('/') ? lookup.socketAt(word) : undefined
}

/** Addresses of machines: `postgres://db/x`, `db.example.com:5432`, `10.0.0.1`. This machine's own are outside too. */
function isHost(word: string): boolean {
  const scheme = /^(?:[a-z][a-z\d.-]*\+)*([a-z][a-z\d.-]*):\/\//i.exec(word)?.[1]?.toLowerCase()
  if (scheme !== undefined) return !LOCAL_SCHEMES.has(scheme)
  return (
    /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*:\d{2,5}$/i.test(word) ||
    /^[a-z](?:[a-z\d-]*[a-z\d])?:\d{3,5}$/i.test(word) ||
    /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(word) ||
    word === 'localhost'
  )
}

const LOCAL_SCHEMES: ReadonlySet<string> = new Set([
  'file',
  'sqlite',
  'sqlite3',
  'duckdb',
  'memory',
  'data',
  'stdio',
  'git+file',
])

/** An address may hold a password. */
function withoutSecret(word: string): string {
  return word.replace(/\/\/[^/@]*@/, '//…@').replace(/\?.*/s, '?…')
}
