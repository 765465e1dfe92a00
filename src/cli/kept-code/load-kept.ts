/** Loads the scripts that the command line is joined to with the code that V8 made of them in an earlier process. */
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { type Pack, readPack, writePack } from './pack.js'
import { isTrusted, makeTrusted } from './trusted-folder.js'

export interface KeptPlace {
  /** The scripts below it are loaded so. No other file is: neither what belongs to packages nor what a user names. */
  readonly root: string
  /** Where code is kept. */
  readonly folder: string
  /** The pack: what is loaded for the same purpose is kept in one. */
  readonly name: string
  /** As which the process runs. */
  readonly user: number
}

export interface KeptScripts {
  /**
   * Loads a script, and whatever it requires now or later. Code counts for the file of which it was made alone: by its number, size and
   * the moments of its change, which nobody knows before that file is there.
   * @returns what the script exports
   * @throws whatever the script throws, and the error of the file system when it cannot be read
   */
  load(file: string): unknown
  /**
   * Keeps what had to be compiled, for the next process: at the end, when it is known what of it was needed. Nothing where that cannot be
   * done safely. Never throws.
   */
  keep(): void
}

/** Scripts with what was kept of them; never throws. */
export function openKept({ root, folder, name, user }: KeptPlace): KeptScripts {
  const file = join(folder, `${name}.code`)
  const pack: Pack = isTrusted(folder, user) ? readPack(file, user) : new Map()
  const compiled: Compiled[] = []
  const load = createLoader(root, (path) => {
    const one = compile(path, path.slice(root.length + 1), pack)
    compiled.push(one)
    return one.script
  })
  return {
    load,
    keep() {
      try {
        if (!compiled.some(({ isNew }) => isNew) || !makeTrusted(folder, user)) return
        const made = compiled.map(
          ({ name, identity, text, script }) =>
            [name, { identity, text, code: script.createCachedData() }] as const,
        )
        // Of scripts that another release had nothing is left.
        const others = [...pack].filter(([name, { identity }]) => identityOf(join(root, name)) === identity)
        writePack(file, new Map([...others, ...made]))
      } catch {
        // At the end of a process whose work is done: the next one compiles again.
      }
    },
  }
}

/** Each script once, and what it requires, as Node does for scripts. They import nothing: build/imports-outside.mjs. */
function createLoader(root: string, compiled: (path: string) => Script): (path: string) => unknown {
  const modules = new Map<string, { exports: unknown }>()
  const outside = createRequire(join(root, 'main.js'))
  return function load(path) {
    const known = modules.get(path)
    if (known !== undefined) return known.exports
    if (!path.startsWith(`${root}/`) || !path.endsWith('.js')) return outside(path)
    const module = { exports: {} as unknown }
    // Before it runs: two that require each other see what each has so far.
    modules.set(path, module)
    const folder = path.slice(0, path.lastIndexOf('/'))
    const require = (id: string): unknown => (id.startsWith('.') ? load(join(folder, id)) : outside(id))
    const run = compiled(path).runInThisContext()
    run.call(module.exports, module.exports, require, module, path, folder)
    return module.exports
  }
}

interface Compiled {
  /** Its path below the root. */
  readonly name: string
  readonly identity: string
  readonly text: string
  readonly script: Script
  /** Nothing that was kept counted. */
  readonly isNew: boolean
}

function compile(filename: string, name: string, pack: Pack): Compiled {
  // Before it is read: of one that is changed meanwhile nothing is kept that would count.
  const identity = identityOf(filename) ?? ''
  const found = pack.get(name)
  const kept = found?.identity === identity ? found : undefined
  const text = kept?.text ?? `${HEAD}${inAscii(readFileSync(filename, 'utf8'))}\n})`
  const script = new Script(text, {
    filename,
    columnOffset: -HEAD.length,
    ...(kept === undefined ? {} : { cachedData: kept.code }),
  })
  return { name, identity, text, script, isNew: kept === undefined || script.cachedDataRejected === true }
}

/**
 * The script with escapes for all else: V8 holds the text for as long as the process runs, and one letter that is not of Latin 1 makes it
 * twice as long. A backslash before such a letter says nothing, and would take the escape's own.
 */
function inAscii(script: string): string {
  return script.replace(/\\[\s\S]|[^\x00-\x7f]/g, (found) => {
    const letter = found.charCodeAt(found.length - 1)
    return letter < 0x80 ? found : `\\u${letter.toString(16).padStart(4, '0')}`
  })
}

/** What Node gives to scripts. */
const HEAD = '(function (exports, require, module, __filename, __dirname) { '

/** Undefined for a file that is not there. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}
