/** The folders and files that a server was given, as far as its command says. */
import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchedProgram } from './launched-program.js'

/** A command as somebody wrote it. */
export interface GivenCommand {
  readonly command: string
  readonly args?: readonly string[]
  /** What its entry names; what it inherits is nobody's word. */
  readonly env?: Readonly<Record<string, string>>
  /** Its working folder, where one was named: then it is a root. A relative one starts at `baseDir`. */
  readonly cwd?: string
  /** Where relative paths start without one: an absolute path. */
  readonly baseDir: string
  /** What the settings add; relative ones start at `baseDir`. */
  readonly folders?: readonly string[]
}

/** What finding roots asks of the file system. */
export interface PathLookup {
  /** Undefined when nothing is there, or it cannot be seen. A socket or a device is `other`. */
  kind(path: string): 'folder' | 'file' | 'other' | undefined
  /** The path without links, of something that is there. */
  realPath(path: string): string
  /** What `~` stands for. */
  readonly home: string
}

/**
 * The roots of a server: absolute, links resolved, in the order in which they were named, none inside another. A root is a folder
 * or a file; one that was named by an absolute path and is not there yet counts when its parent is there. Paths stand in
 * arguments (also `--flag=path`, lists, file URLs, `~`), in values of the environment, in `cwd` and `folders`. The program
 * itself, its interpreter and what these load are no roots.
 */
export function serverRoots(given: GivenCommand, lookup: PathLookup = fileSystem): readonly string[] {
  const { command, args = [], env = {}, cwd, baseDir, folders = [] } = given
  const from = resolve(baseDir, cwd === undefined ? '.' : withoutTilde(cwd, lookup.home))
  const look = { from, lookup }
  const program = launchedProgram(command, args, (word) => lookup.kind(resolve(from, word)) === 'file')
  const named = [
    ...args.flatMap((arg, i) => {
      if (program.own.has(i)) return []
      const paths = pathsIn(arg, look)
      // Files before the program are for what runs it: preloaded modules, settings of the interpreter.
      return i < program.firstArgument ? paths.filter((path) => lookup.kind(path) === 'folder') : paths
    }),
    ...Object.entries(env).flatMap(([name, value]) => (FOR_PROGRAMS.test(name) ? [] : pathsIn(value, look))),
    ...(cwd === undefined ? [] : pathsIn(from, look)),
    ...folders.flatMap((folder) => resolvedPath(resolve(baseDir, withoutTilde(folder, lookup.home)), lookup)),
  ]
  const all = [...new Set(named)]
  return all.filter((path) => !all.some((other) => other !== path && isInside(path, other)))
}

/** True for a path below `folder`; both absolute, links resolved. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith('../') && !way.startsWith('..\\') && !isAbsolute(way)
}

/** Where programs, libraries and certificates are found: no data of the server's. */
const FOR_PROGRAMS =
  /^(?:PATH|SHELL|EDITOR|VISUAL|PAGER|BROWSER|NODE_PATH|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|PYTHONPATH|PYTHONHOME|VIRTUAL_ENV|RUBYLIB|GEM_(?:PATH|HOME)|PERL5LIB|CLASSPATH|JAVA_HOME|GOROOT|DOTNET_ROOT|(?:LD|DYLD)_\w+|SSL_CERT_(?:FILE|DIR)|\w*_CA_BUNDLE|MANPATH|XDG_(?:CONFIG|DATA)_DIRS)$/

interface Look {
  readonly from: string
  readonly lookup: PathLookup
}

/** The paths that a word of a command, or a value of the environment, names. */
function pathsIn(word: string, look: Look): readonly string[] {
  const whole = pathOf(word, look)
  if (whole.length > 0) return whole
  const [, value] = /^-{0,2}[\w.-]+=(.+)$/s.exec(word) ?? []
  if (value !== undefined) return pathsIn(value, look)
  const texts = /^\s*[[{]/.test(word) ? textsOfJson(word) : word.split(/[,;:]/)
  // Of a list each part must say by itself that it is a path: "a,b" is a list of anything.
  return texts.length > 1 || texts[0] !== word
    ? texts.filter((text) => SAYS_PATH.test(text)).flatMap((text) => pathOf(text, look))
    : []
}

/** Begins as nothing but a path begins. */
const SAYS_PATH = /^(?:\/|~(?:\/|$)|\.{1,2}(?:\/|$)|[A-Za-z]:[\\/]|file:)/

function pathOf(word: string, { from, lookup }: Look): readonly string[] {
  // `sqlite:///data/a.db`, `file:./a.db`: addresses of files. Others are of machines.
  const url = /^(?:jdbc:)?(file|sqlite3?|libsql|duckdb)(?:\+\w+)?:(.+)$/i.exec(word)
  const text = url === null ? word : pathOfUrl(url[1] ?? '', url[2] ?? '')
  if (
    text === '' ||
    text.startsWith('-') ||
    (url === null && /^[a-z][\w+.-]+:/i.test(text)) ||
    text.includes('\0')
  )
    return []
  const path = resolve(from, withoutTilde(text, lookup.home))
  // A bare word is a path only when something is there by that name: "stdio" is none.
  if (url === null && lookup.kind(path) === undefined && !/[\\/]/.test(text)) return []
  return resolvedPath(path, lookup)
}

function pathOfUrl(scheme: string, rest: string): string {
  const path = rest.replace(/[?#].*/s, '')
  if (scheme.toLowerCase() === 'file' && path.startsWith('//')) {
    try {
      return fileURLToPath(`file:${path}`)
    } catch {
      // Of another machine, or not an address at all.
      return ''
    }
  }
  // `sqlite:///a.db` may mean /a.db or a.db, by the library: the absolute one is what is written.
  return path.replace(/^\/\/(?=\/)/, '')
}

function withoutTilde(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path
}

function resolvedPath(path: string, lookup: PathLookup): readonly string[] {
  const kind = lookup.kind(path)
  if (kind === 'other') return []
  if (kind !== undefined) return [lookup.realPath(path)]
  const parent = dirname(path)
  // What is not there may be made: but a word such as "/mcp" is the path of an address.
  if (parent === dirname(parent) || lookup.kind(parent) !== 'folder') return []
  return [join(lookup.realPath(parent), basename(path))]
}

/** The texts in a JSON value; none when it is no JSON. */
function textsOfJson(text: string): string[] {
  const found: string[] = []
  try {
    JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? found.push(value) : undefined))
  } catch {
    // Something else that begins with a bracket.
  }
  return found
}

const fileSystem: PathLookup = {
  kind(path) {
    try {
      const found = statSync(path)
      return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'
    } catch {
      // Not there, or behind a folder that we may not enter.
      return undefined
    }
  },
  realPath: (path) => realpathSync(path),
  get home() {
    return homedir()
  },
}
