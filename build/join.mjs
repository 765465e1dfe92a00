/**
 * Joins what the compiler made to few files, in dist/joined/, with the packages that most of them load: to find and read hundreds of
 * modules is half of what a command takes, and more of an import. The programs of the command line are scripts without blanks, with
 * maps to the sources; the doors of package.json are modules that can be read. Only what nobody calls is dropped, and every name is as
 * it was written.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { licencesOf } from './licences.mjs'
import { ownPlace } from './own-place.mjs'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
const JOINED = join(DIST, 'joined')
/** What runs as a process or a thread of its own, in `cli/`. */
const PROGRAMS = ['main', 'recorder-process/main', 'recorder-process/writing-thread']
/** Packages of plain modules, with what they bring along. */
const PACKAGES = [
  'acorn',
  'ajv',
  'ajv-formats',
  'commander',
  'diff',
  'fast-deep-equal',
  'fast-uri',
  'jsonc-parser',
  'json-schema-traverse',
]
/** What Deno runs to set a copy of the machine up: one file, since a start of a server in a copy waits for each that it reads. */
const COPY_SETUP = 'transport/copy/setup'

/**
 * What every command begins with is in three files. Without what their modules bring along, such as the cryptography of Node, which takes
 * as long as the rest of a help text.
 */
const BEGINNINGS = [
  { name: 'command-line', test: /\/dist\/cli\/(?:command-list|program|run-cli)\.js$|\/commander\// },
  {
    name: 'process',
    test: /\/dist\/(?:cli\/(?:cli-io|end-on-signals|exit-code|interruption)|base\/(?:clock|errors|message-of|package-version|printable|user-file))\.js$/,
  },
  { name: 'base', test: /\/dist\/base\/(?!canonical-json|random)[\w-]+\.js$/ },
]
/** Commander loads what starts processes for commands that are programs of their own: there are none. */
const withoutProcesses = {
  name: 'without-processes',
  transform: (code, id) =>
    id.endsWith('/commander/lib/command.js')
      ? { code: code.replace("require('node:child_process')", 'undefined'), map: null }
      : null,
}

const files = [
  ...(await joinAll(PROGRAMS, 'cli', {
    format: 'cjs',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: { includeDependenciesRecursively: false, groups: BEGINNINGS },
  })),
  ...(await joinAll(await doors(), '.', { format: 'esm', comments: { jsdoc: false } })),
  ...(await joinAll(['main'], COPY_SETUP, {
    format: 'esm',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })),
  // Inside of a package of modules, it takes a word that these are scripts.
  { fileName: 'cli/package.json', text: '{ "type": "commonjs" }\n' },
  { fileName: 'LICENCES.txt', text: await licencesOf(PACKAGES) },
]
await Promise.all(files.map(({ fileName, text }) => writeChanged(join(JOINED, fileName), text)))
await removeAllBut(files.map(({ fileName }) => join(JOINED, fileName)))

/** What users import: the code of each of their doors, whose types stay where the compiler put them. */
async function doors() {
  const { exports } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  return Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : [nameOf(target.default)],
  )
}

function nameOf(target) {
  const [, name] = /^\.\/dist\/joined\/(.*)\.js$/.exec(target) ?? []
  if (name === undefined) throw new Error(`package.json names ${target} for a door, which is not joined`)
  return name
}

/** The files that the modules of a folder of dist/ become in the same folder of dist/joined/. */
async function joinAll(names, folder, format) {
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(DIST, folder, `${name}.js`)])),
    platform: 'node',
    // Of a door everybody sees the names that it exports: it has no others.
    preserveEntrySignatures: folder === 'cli' ? 'allow-extension' : 'strict',
    // The other form of jsonc-parser looks for its files when it runs.
    resolve: { mainFields: ['module', 'main'] },
    external: (id) => /^[^./]/.test(id) && !PACKAGES.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownPlace(DIST, folder, format.format), withoutProcesses],
  })
  const { output } = await bundle.generate({
    ...format,
    dir: join(JOINED, folder),
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
  })
  for (const { fileName, imports = [] } of output)
    if (folder === 'cli' && imports.some((name) => PROGRAMS.includes(name.replace(/\.js$/, ''))))
      throw new Error(`${fileName} imports a program, which would run`)
  return output.map(({ fileName, code, source }) => ({
    fileName: join(folder, fileName),
    text: code ?? String(source),
  }))
}

/** A command that runs meanwhile finds what it needs: what is there already is not written again. */
async function writeChanged(file, text) {
  const there = await readFile(file, 'utf8').catch(() => undefined)
  if (there === text) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

async function removeAllBut(made) {
  for (const entry of await readdir(JOINED, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isDirectory() && !made.includes(path)) await rm(path)
  }
}
