/** The guest's program as one text: its modules, each in a scope of its own, so that it can be handed over a pipe. */
import { readFileSync } from 'node:fs'

/**
 * The guest's modules, joined to a script: read once, for every sandbox of this process. The build has joined them.
 * From the sources (`.ts`, in this project's own tests) they are joined here, and the types stripped first.
 */
export function readGuestSource(): Promise<string> {
  source ??= joinGuest().catch((failure: unknown) => {
    source = undefined
    throw failure
  })
  return source
}

let source: Promise<string> | undefined

async function joinGuest(): Promise<string> {
  if (!import.meta.url.endsWith('.ts'))
    return readFileSync(new URL('../../joined/sandbox/guest.js', import.meta.url), 'utf8')
  const folder = new URL('../guest/', import.meta.url)
  const strip = await typeStripper()
  return joinModules('main.js', async (name) =>
    strip(readFileSync(new URL(name.replace(/\.js$/, '.ts'), folder), 'utf8')),
  )
}

/**
 * Joins ES modules of one folder to a script in strict mode that runs `entry` last.
 * Understands named imports from `./NAME.js` and exported declarations: what the guest is written in.
 */
export async function joinModules(entry: string, read: (name: string) => Promise<string>): Promise<string> {
  const scopes: string[] = []
  const begun = new Set<string>()
  await add(entry)
  return `"use strict";(() => {\n${scopes.join('\n')}\n})()`

  async function add(name: string): Promise<void> {
    if (begun.has(name)) return
    begun.add(name)
    const source = await read(name)
    for (const [, , imported = ''] of source.matchAll(IMPORT)) await add(imported)
    scopes.push(scopeOf(name, source))
  }
}

function scopeOf(name: string, source: string): string {
  const exported = [...source.matchAll(EXPORTED_NAME)].map(([, declared]) => declared)
  for (const [, members = ''] of source.matchAll(EXPORTED_MEMBERS)) {
    exported.push(...members.split(',').flatMap((member) => member.split(':').at(-1)?.trim() || []))
  }
  const body = source
    .replace(
      IMPORT,
      (_, names, imported) => `const {${names.replaceAll(' as ', ': ')}} = ${scopeName(imported)};`,
    )
    .replace(/^export \{\};?$/gm, '')
    .replace(/^export /gm, '')
  return `const ${scopeName(name)} = (() => {${body}\nreturn { ${exported.join(', ')} }\n})();`
}

function scopeName(name: string): string {
  return `module_${name.replace(/\.js$/, '').replaceAll('-', '_')}`
}

const IMPORT = /^import \{([^}]*)\} from ['"]\.\/([\w-]+\.js)['"];?/gm
const EXPORTED_NAME = /^export (?:async )?(?:function|const|class) (\w+)/gm
const EXPORTED_MEMBERS = /^export const \{([^}]*)\}/gm

async function typeStripper(): Promise<(source: string) => string> {
  const { transformSync } = await import('@swc/wasm-typescript')
  return (source) => transformSync(source, { mode: 'strip-only' }).code
}
