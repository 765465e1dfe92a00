/**
 * Writes the package mcp-understudy-testing, in dist-testing/: the test kit alone, joined from the same modules as the doors
 * `mcp-understudy/testing` and `/vitest`, with the types that they show. Its version and the ranges of what it imports are those of
 * package.json.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declarationsOf } from './declarations.mjs'
import { joinAll, licenceFile, writeAll } from './join-all.mjs'

const PROJECT = fileURLToPath(new URL('../', import.meta.url))
const PACKAGE = join(PROJECT, 'dist-testing')
const DOORS = { '.': 'testing/index', './vitest': 'testing/vitest/index' }
/** What the torture table starts. */
const SERVER = 'torture/server/server'
/** The official SDK, of which a client over HTTP needs a twentieth: joined, it is 0.9 MB in place of 18. */
const SDK = [
  '@modelcontextprotocol',
  'cross-spawn',
  'eventsource',
  'eventsource-parser',
  'jose',
  'pkce-challenge',
  'zod',
]
/** Files of the project that it brings, as they are. */
const FILES = ['LICENSE', 'spec', 'schemas/cassette.schema.json']
/** What nobody needs who does not ask for it: an error says what to install. */
const BROUGHT_BY_USERS = ['libsql', 'vitest']
/** What is written for this package alone. */
const OWN = join(PROJECT, 'build/testing-package')
const COPIES = join(OWN, 'copies.mjs')
/** The types of the SDK that doors show. */
const AUTHORIZATION = 'authorization.d.ts'

/** @param joining.manifest what package.json of the project says */
export async function writeTestingPackage({ dist, packages, format, manifest }) {
  const joined = await joinAll({
    ...{ dist, folder: '.', format, packages: [...packages, ...SDK] },
    ...{ entries: [...Object.values(DOORS), SERVER], programs: [SERVER] },
    acting: [DOORS['./vitest']],
    options: { plugins: [withoutCopies(dist)] },
  })
  const { files, packages: typed } = await declarationsOf(dist, doorFiles(), {
    '@modelcontextprotocol/client': AUTHORIZATION.replace('.d.ts', '.js'),
  })
  const outside = importedIn(joined.files, manifest).filter((name) => !joined.brought.has(name))
  await writeAll(join(PACKAGE, 'dist'), [
    ...[...joined.files, await licenceFile([joined])].map(inFolder('joined')),
    ...files,
    { fileName: AUTHORIZATION, text: await readFile(join(OWN, AUTHORIZATION), 'utf8') },
  ])
  const own = testingManifest(manifest, [...outside, ...typed])
  await writeFile(join(PACKAGE, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  await cp(join(OWN, 'README.md'), join(PACKAGE, 'README.md'))
  for (const file of FILES) await copyAnew(file)
}

/** Copies of this machine bring the sandbox along. */
function withoutCopies(dist) {
  const copies = join(dist, 'copy/index.js')
  return { name: 'without-copies', load: (id) => (id === copies ? readFile(COPIES, 'utf8') : null) }
}

function doorFiles() {
  return Object.values(DOORS).map((name) => `${name}.d.ts`)
}

function inFolder(folder) {
  return ({ fileName, text }) => ({ fileName: join(folder, fileName), text })
}

/** Of the packages that the project knows, those that what was joined imports or requires. */
function importedIn(files, { dependencies, optionalDependencies, peerDependencies }) {
  const known = [dependencies, optionalDependencies, peerDependencies].flatMap(Object.keys)
  const code = files.map(({ text }) => text).join('\n')
  return known.filter((name) =>
    new RegExp(
      String.raw`(?:\bfrom |^import |\b(?:import|resolve|require\d*(?:\$\d+)?)\()["'\`]${name}["'\`/]`,
      'm',
    ).test(code),
  )
}

function testingManifest(manifest, imported) {
  const { version, license, type, engines, publishConfig, keywords } = manifest
  const isBuiltIn = (name) => name.startsWith('node:')
  const names = [...new Set(imported)].filter((name) => !isBuiltIn(name)).sort()
  const brought = names.filter((name) => BROUGHT_BY_USERS.includes(name))
  const needed = names.filter((name) => !brought.includes(name))
  return {
    ...{ name: 'mcp-understudy-testing', version },
    description:
      'Test any MCP server through its real protocol: a client, matchers, cassettes, a check of the wire.',
    keywords: keywords.filter((word) => !['dry-run', 'sandbox', 'agents'].includes(word)),
    ...{ license, type, engines },
    exports: {
      ...Object.fromEntries(
        Object.entries(DOORS).map(([door, name]) => [
          door,
          { types: `./dist/${name}.d.ts`, default: `./dist/joined/${name}.js` },
        ]),
      ),
      './cassette.schema.json': './schemas/cassette.schema.json',
      './package.json': './package.json',
    },
    publishConfig,
    dependencies: rangesOf(needed, manifest),
    peerDependencies: rangesOf(brought, manifest),
    peerDependenciesMeta: Object.fromEntries(brought.map((name) => [name, { optional: true }])),
  }
}

function rangesOf(names, { dependencies, peerDependencies }) {
  return Object.fromEntries(
    names.map((name) => {
      const range = peerDependencies[name] ?? dependencies[name]
      if (range === undefined) throw new Error(`mcp-understudy-testing imports ${name}, which has no range`)
      return [name, range]
    }),
  )
}

async function copyAnew(file) {
  const target = join(PACKAGE, file)
  await rm(target, { recursive: true, force: true })
  await mkdir(dirname(target), { recursive: true })
  await cp(join(PROJECT, file), target, { recursive: true })
}
