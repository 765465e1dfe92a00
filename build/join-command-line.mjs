/**
 * Joins what the compiler made of the command line and of the doors of package.json to few files, in dist/joined/, with the packages
 * that most of them load: to find and read hundreds of modules is half of what a command takes, and more of an import. It drops only
 * what nobody calls. Other packages stay outside.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
const JOINED = join(DIST, 'joined')
/** What runs as a process or a thread of its own. */
const PROGRAMS = ['cli/main', 'cli/recorder-process/main', 'cli/recorder-process/writing-thread']
/** What users import: the code of each of their doors, whose types stay where the compiler put them. */
const DOORS = await doors()
/** Packages of plain modules, with what they bring along. Their licences are joined too. */
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
const PARTS = 'parts'
const LICENCES = 'LICENCES.txt'
const META = 'import.meta.url'
const PLACE = '__placeOf'
const TOLD_PLACE = new RegExp(`${PLACE}\\("([^"]+)"\\)`, 'g')

const bundle = await rolldown({
  input: Object.fromEntries([...PROGRAMS, ...DOORS].map((name) => [name, join(DIST, `${name}.js`)])),
  platform: 'node',
  // The other form of jsonc-parser looks for its files when it runs.
  resolve: { mainFields: ['module', 'main'] },
  external: (id) => /^[^./]/.test(id) && !PACKAGES.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [{ name: 'own-place', transform: tellOwnPlace, renderChunk: writeOwnPlace }],
})
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: `${PARTS}/[name]-[hash].js`,
})
await Promise.all(output.map(({ fileName, code }) => writeChanged(join(JOINED, fileName), code)))
await writeChanged(join(JOINED, LICENCES), (await Promise.all(PACKAGES.map(licenceOf))).join('\n'))
await removeAllBut(output.map(({ fileName }) => fileName))

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

/** A module finds files beside it: it is told where the compiler put it, wherever its text is now. */
function tellOwnPlace(code, id) {
  if (!id.startsWith(DIST) || !code.includes('import.meta')) return
  const own = relative(DIST, id).replaceAll(sep, '/')
  const metas = nodesIn(this.parse(code)).filter(({ type }) => type === 'MetaProperty')
  let told = code
  for (const { start } of metas.filter(({ meta }) => meta.name === 'import').reverse()) {
    if (!told.startsWith(META, start)) throw new Error(`${own} reads more of import.meta than its url`)
    told = `${told.slice(0, start)}${PLACE}("${own}")${told.slice(start + META.length)}`
  }
  return told
}

/** The programs find each other among what is joined; all else lies where it was. */
function writeOwnPlace(code, { fileName }) {
  return code.replaceAll(TOLD_PLACE, (_, own) => {
    const place = own.startsWith('cli/') ? own : `../${own}`
    return `new URL("${relative(dirname(fileName), place).replaceAll(sep, '/')}", ${META}).href`
  })
}

function nodesIn(tree) {
  if (tree === null || typeof tree !== 'object') return []
  const within = Object.values(tree).flatMap(nodesIn)
  return typeof tree.type === 'string' ? [tree, ...within] : within
}

async function licenceOf(name) {
  const folder = new URL(`../node_modules/${name}/`, import.meta.url)
  const { version, license } = JSON.parse(await readFile(new URL('package.json', folder), 'utf8'))
  const names = await readdir(folder)
  const text = await readFile(
    new URL(
      names.find((each) => /^licen[cs]e/i.test(each)),
      folder,
    ),
    'utf8',
  )
  return `${name} ${version} (${license})\n\n${text}`
}

/** A command that runs meanwhile finds what it needs: what is there already is not written again. */
async function writeChanged(file, text) {
  const there = await readFile(file, 'utf8').catch(() => undefined)
  if (there === text) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

async function removeAllBut(made) {
  const kept = [...made, LICENCES].map((name) => join(JOINED, name))
  for (const entry of await readdir(JOINED, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isDirectory() && !kept.includes(path)) await rm(path)
  }
}
