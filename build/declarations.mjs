/**
 * The declarations of types that doors show, and no others: from door to door a name is followed to where it is declared, so that a
 * package that has a part of the modules has no types of the rest.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { parseSync } from 'rolldown/utils'

/**
 * @param standIns files below `dist` that are written by somebody else, by the packages whose types they stand in for
 * @returns the files, by paths below `dist`, and the names of the packages that they import
 */
export async function declarationsOf(dist, doors, standIns) {
  const wanted = new Map()
  const parsed = new Map()
  const packages = new Set()
  const waiting = doors.map((door) => ({ file: door, name: '*' }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, name } = next
    const names = wanted.get(file) ?? new Set()
    wanted.set(file, names)
    if (names.has(name)) continue
    names.add(name)
    const module = parsed.get(file) ?? (await parseDeclarations(dist, file))
    parsed.set(file, module)
    for (const { from, name: further } of namesBehind(module, name)) {
      if (from.startsWith('.')) waiting.push({ file: fileBehind(file, from), name: further })
      else if (!(from in standIns)) packages.add(from)
    }
  }
  const files = [...parsed].map(([fileName, module]) => ({
    fileName,
    text: withStandIns(textOf(module, wanted.get(fileName)), dirname(fileName), standIns),
  }))
  return { files, packages }
}

async function parseDeclarations(dist, file) {
  const text = await readFile(join(dist, file), 'utf8')
  const { program, errors } = parseSync(file, text, { lang: 'dts' })
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  return { text, statements: program.body }
}

function fileBehind(file, from) {
  return normalize(join(dirname(file), from)).replace(/\.js$/, '.d.ts')
}

/** Which names of which modules are needed for a name of this one; whatever is declared here may need all that is imported here. */
function namesBehind({ statements }, name) {
  return statements.flatMap((statement) => {
    const from = statement.source?.value
    if (statement.type === 'ExportAllDeclaration') return [{ from, name }]
    if (isReExport(statement))
      return statement.specifiers
        .filter((specifier) => isWanted(specifier, new Set([name])))
        .map(({ local }) => ({ from, name: local.name ?? local.value }))
    if (statement.type === 'ImportDeclaration') return importedNames(statement)
    return importTypesIn(statement).map(({ source }) => ({ from: source.value, name: '*' }))
  })
}

function importedNames({ source, specifiers }) {
  if (specifiers.length === 0) return [{ from: source.value, name: '*' }]
  return specifiers.map(({ imported }) => ({ from: source.value, name: imported?.name ?? '*' }))
}

/** `import('./module.js').Name`, anywhere. */
function importTypesIn(tree) {
  if (tree === null || typeof tree !== 'object') return []
  return [...(tree.type === 'TSImportType' ? [tree] : []), ...Object.values(tree).flatMap(importTypesIn)]
}

function isReExport({ type, source }) {
  return type === 'ExportNamedDeclaration' && source !== null && source !== undefined
}

function isWanted({ exported }, names) {
  return names.has('*') || names.has(exported.name ?? exported.value)
}

/** As it was written, without the names that nobody wants of others. */
function textOf({ text, statements }, names) {
  let kept = ''
  let from = 0
  for (const statement of statements) {
    if (!isReExport(statement)) continue
    const specifiers = statement.specifiers.filter((specifier) => isWanted(specifier, names))
    if (specifiers.length === statement.specifiers.length) continue
    const kind = statement.exportKind === 'type' ? 'export type' : 'export'
    const list = specifiers.map(({ start, end }) => text.slice(start, end)).join(', ')
    kept += text.slice(from, statement.start)
    if (specifiers.length > 0) kept += `${kind} { ${list} } from ${statement.source.raw};`
    from = statement.end
  }
  return kept + text.slice(from)
}

function withStandIns(text, folder, standIns) {
  return Object.entries(standIns).reduce(
    (told, [name, file]) =>
      told.replaceAll(` from '${name}'`, ` from './${relative(folder, file).replaceAll(sep, '/')}'`),
    text,
  )
}
