/**
 * Joins what the compiler made to few files, in dist/joined/, with the packages that most of them load: to find and read hundreds of
 * modules is half of what a command takes, and more of an import. The programs of the command line are scripts without blanks, with
 * maps to the sources; the doors of package.json are modules that can be read. Only what nobody calls is dropped, and every name is as
 * it was written.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minifySync } from 'rolldown/utils'
import { IMPORTING } from './imports-outside.mjs'
import { joinAll, licenceFile, writeAll } from './join-all.mjs'
import { writeTestingPackage } from './testing-package.mjs'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
/** What runs as a process or a thread of its own: in `cli/`, and what the torture table starts. */
const COMMAND_LINE = ['main', 'recorder-process/main', 'recorder-process/writing-thread']
/** Loaded by its name, since what it loads may be had otherwise than by Node. */
const LOADED = ['command-line']
const TORTURE_SERVER = 'torture/server/server'
const PROGRAMS = [...COMMAND_LINE.map((name) => `cli/${name}`), TORTURE_SERVER]
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
 * What every command begins with is in four files, of which the overview takes two. Without what their modules bring along, such as the
 * cryptography of Node, which takes as long as the rest of a help text.
 */
const BEGINNINGS = [
  { name: 'overview', test: /\/dist\/cli\/(?:command-list|overview|run-cli)\.js$/ },
  { name: 'command-line', test: /\/dist\/cli\/(?:program|run-command)\.js$|\/commander\// },
  {
    name: 'process',
    test: /\/dist\/(?:cli\/(?:cli-io|end-on-signals|exit-code|interruption)|base\/(?:clock|errors|message-of|package-version|printable|user-file))\.js$/,
  },
  { name: 'base', test: /\/dist\/base\/(?!canonical-json|random)[\w-]+\.js$/ },
]
/**
 * Small modules that each command loads which meets a server, and what it says to one by: to find and read a file of its own takes longer
 * than to run any of these.
 */
const COMMAND = [
  ...below('base', 'canonical-json random'),
  ...below('call', 'chain outcome tool-call'),
  ...below('cli', 'ci-commands config-inputs discreet-io failure-reason noise-note option-values progress'),
  ...below('cli', 'server-options servers settings stores trace-file'),
  ...below('protocol', 'revision'),
  ...below('.', 'config/server-entry database/database-name effects/world'),
  ...below('recording', 'redaction/secret-values store-name'),
]
const WIRE = [
  ...below(
    'protocol',
    'classify-message content header-value line-decoder message message-size modern-codec',
  ),
  ...below(
    'protocol',
    'param-headers read-implementation read-page read-step read-tool-result tool well-typed',
  ),
  ...below('session', 'calls/read-outcome live-answerer wire/request-errors'),
  ...below(
    'transport',
    'command-line.windows deliver-line describe-end explain-spawn-failure kill-at-exit launch',
  ),
  ...below('transport', 'inherited-environment inherited-environment.windows mailbox platform-process-tree'),
  ...below('transport', 'process-tree.posix process-tree.windows spawn-server within'),
]
const PARTS = [
  ...BEGINNINGS,
  { name: 'command', test: (id) => COMMAND.includes(id) },
  { name: 'wire', test: (id) => WIRE.includes(id) },
]
const PROGRAM_FORMAT = {
  format: 'cjs',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  sourcemap: true,
  sourcemapExcludeSources: true,
  codeSplitting: { includeDependenciesRecursively: false, groups: PARTS },
}
const DOOR_FORMAT = { format: 'esm', comments: { jsdoc: false } }

const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
const joined = [
  await joinAll({
    ...{ dist: DIST, folder: 'cli', packages: PACKAGES, format: PROGRAM_FORMAT },
    ...{ entries: [...COMMAND_LINE, ...LOADED], programs: PROGRAMS },
  }),
  await joinAll({
    ...{ dist: DIST, folder: '.', packages: PACKAGES, format: DOOR_FORMAT },
    ...{ entries: [...doors(), TORTURE_SERVER], programs: PROGRAMS, acting: ['testing/vitest/index'] },
  }),
  await copySetup(),
]
await writeAll(join(DIST, 'joined'), [
  ...joined.flatMap(({ files }) => files),
  { fileName: 'sandbox/guest.js', text: await guest() },
  { fileName: `cli/${IMPORTING.fileName}`, text: IMPORTING.text },
  // Inside of a package of modules, it takes a word that these are scripts.
  { fileName: 'cli/package.json', text: '{ "type": "commonjs" }\n' },
  await licenceFile(joined),
])
await writeTestingPackage({ dist: DIST, packages: PACKAGES, format: DOOR_FORMAT, manifest })

/** The files of modules in a folder of `dist`. @throws Error for one that is not there */
function below(folder, names) {
  return names.split(' ').map((name) => {
    const file = join(DIST, folder, `${name}.js`)
    if (!existsSync(file)) throw new Error(`${file} is to be joined with others, and is not there`)
    return file
  })
}

/** Deno takes each module apart for what it imports, which takes longer than to run this one. Of a text in it nothing is asked. */
async function copySetup() {
  const { files, brought } = await joinAll({
    ...{
      dist: DIST,
      folder: COPY_SETUP,
      packages: PACKAGES,
      entries: ['main'],
      acting: [`${COPY_SETUP}/main`],
    },
    format: { format: 'iife', minify: PROGRAM_FORMAT.minify },
  })
  return {
    brought,
    files: files.map((file) => ({ ...file, text: `Function(${JSON.stringify(file.text)})()\n` })),
  }
}

/**
 * What runs inside the sandbox: a script, written to each guest that starts, and taken apart by each. Its modules share one scope, and what
 * is no function has a short name: a quarter of the guest's own start was spent on reading it.
 */
async function guest() {
  const folder = 'sandbox/guest'
  const { files } = await joinAll({
    ...{ dist: DIST, folder, packages: [], entries: ['main'], acting: [`${folder}/main`] },
    // Short names come last: the bundler would give them to functions and classes too, whose names programs can see.
    format: { format: 'iife' },
  })
  const { code, errors } = minifySync('guest.js', files[0].text, {
    ...PROGRAM_FORMAT.minify,
    mangle: { keepNames: { function: true, class: true } },
  })
  if (errors.length > 0 || files.length > 1)
    throw new Error(`the guest is no single script: ${errors.map(({ message }) => message).join()}`)
  return `"use strict";${code}`
}

/** What users import: the code of each of their doors, whose types stay where the compiler put them. */
function doors() {
  return Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [] : [nameOf(target.default)],
  )
}

function nameOf(target) {
  const [, name] = /^\.\/dist\/joined\/(.*)\.js$/.exec(target) ?? []
  if (name === undefined) throw new Error(`package.json names ${target} for a door, which is not joined`)
  return name
}
