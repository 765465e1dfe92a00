/** Joins modules that the compiler made to few files, with packages of plain modules. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { importsOutside } from './imports-outside.mjs'
import { licencesOf } from './licences.mjs'
import { ownPlace } from './own-place.mjs'

/** Commander loads what starts processes for commands that are programs of their own: there are none. */
const withoutProcesses = {
  name: 'without-processes',
  transform: (code, id) =>
    id.endsWith('/commander/lib/command.js')
      ? { code: code.replace("require('node:child_process')", 'undefined'), map: null }
      : null,
}

/**
 * The files that modules of a folder of `dist` become in the same folder of what is joined, and the packages that they bring along.
 * @param joining.entries names of modules, below the folder
 * @param joining.packages what is joined of packages; with what they import
 * @param joining.programs what runs when it is loaded, in whichever folder, by names below `dist`: nothing may import it
 * @param joining.acting other modules that do something when they are loaded, named likewise
 * @param joining.options further options of rolldown
 */
export async function joinAll(joining) {
  const { dist, folder, entries, format, packages, programs = [], acting = [], options = {} } = joining
  const isOutside = (id) =>
    /^[^./]/.test(id) && !packages.some((name) => id === name || id.startsWith(`${name}/`))
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(dist, folder, `${name}.js`)])),
    platform: 'node',
    // Of a door everybody sees the names that it exports: it has no others.
    preserveEntrySignatures: format.format === 'esm' ? 'strict' : 'allow-extension',
    // The other form of jsonc-parser looks for its files when it runs.
    resolve: { mainFields: ['module', 'main'] },
    external: isOutside,
    treeshake: { moduleSideEffects: doesSomething(dist, [...programs, ...acting]) },
    ...options,
    plugins: [
      ...(options.plugins ?? []),
      ownPlace({ dist, folder, format: format.format, programs }),
      ...(format.format === 'cjs' ? [importsOutside({ dist, isOutside })] : []),
      withoutProcesses,
    ],
  })
  const { output } = await bundle.generate({
    ...format,
    dir: join(dist, 'joined', folder),
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
  })
  for (const { fileName, imports = [] } of output)
    if (imports.some((name) => programs.includes(join(folder, name.replace(/\.js$/, '')))))
      throw new Error(`${fileName} imports a program, which would run`)
  return {
    files: output.map(({ fileName, code, source }) => ({
      fileName: join(folder, fileName),
      text: code ?? String(source),
    })),
    brought: new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(packageOf))),
  }
}

/** Whether loading a module does something. Of ours and Node's none does that is not named: one of which nothing is used is not loaded. */
function doesSomething(dist, names) {
  const acting = names.map((name) => join(dist, `${name}.js`))
  return (id) => acting.includes(id) || !(id.startsWith(dist) || isBuiltin(id))
}

/** Where the licences of all that was brought stand. */
export async function licenceFile(joined) {
  const brought = [...new Set(joined.flatMap(({ brought }) => [...brought]))].sort()
  return { fileName: 'LICENCES.txt', text: await licencesOf(brought) }
}

function packageOf(id) {
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []
}

/** A command that runs meanwhile finds what it needs: what is there already is not written again. */
export async function writeAll(folder, files) {
  await Promise.all(files.map(({ fileName, text }) => writeChanged(join(folder, fileName), text)))
  const made = new Set(files.map(({ fileName }) => join(folder, fileName)))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isDirectory() && !made.has(path)) await rm(path)
  }
}

async function writeChanged(file, text) {
  const there = await readFile(file, 'utf8').catch(() => undefined)
  if (there === text) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
