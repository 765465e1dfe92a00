/** The rules about imports. Each takes a tree and tells what breaks it: one sentence a violation, empty when all is well. */
import { isBuiltin } from 'node:module'
import {
  BROUGHT_BY_USERS,
  FILES_OUT_OF_REACH,
  LAYERS,
  type Layer,
  NOT_BEHIND_THE_MAIN_DOOR,
  OUT_OF_REACH,
  SIDE_DOORS,
  WORLD_HOMES,
} from './layers.js'
import type { Import, SourceFile } from './source-file.js'
import { moduleOf, productFiles, type SourceTree } from './source-tree.js'

/** Every folder of src/ stands in the table, and src/ itself holds only the main door. */
export function unknownFolders(tree: SourceTree): string[] {
  const strangers = productFiles(tree).filter(({ path }) => {
    const module = moduleOf(path) ?? ''
    return path !== 'src/index.ts' && (!path.startsWith(`src/${module}/`) || !Object.hasOwn(LAYERS, module))
  })
  return strangers.map(({ path }) => `${path} is in no module of the table (test/architecture/layers.ts)`)
}

/** Imports between modules follow the table. */
export function forbiddenImports(tree: SourceTree): string[] {
  return crossings(tree).flatMap(({ file, each, from, to }) => {
    if (from === 'index')
      return NOT_BEHIND_THE_MAIN_DOOR.includes(to)
        ? [`${at(file, each)} the main door imports ${to}, which stays behind its own door`]
        : []
    const layer = LAYERS[from]
    if (layer === undefined || mayImport(layer, to, each)) return []
    const only = layer.types?.includes(to) ? ' at run time; types alone are allowed' : ''
    return [`${at(file, each)} ${from} imports ${to}${only}`]
  })
}

/** What the table allows and nobody does is no rule: it hides what is. */
export function unusedPermissions(tree: SourceTree): string[] {
  const used = new Set(crossings(tree).map(({ each, from, to }) => `${from} ${to} ${each.kind}`))
  return Object.entries(LAYERS).flatMap(([from, { runtime, types = [] }]) => [
    ...runtime
      .filter((to) => !used.has(`${from} ${to} runtime`))
      .map((to) => `${from} may import ${to}, and does not at run time`),
    ...types
      .filter((to) => !used.has(`${from} ${to} types`))
      .map((to) => `${from} may import types of ${to}, and does not`),
  ])
}

/** Doors beside an index.ts that nobody takes. */
export function unusedSideDoors(tree: SourceTree): string[] {
  const entered = crossings(tree).flatMap(({ each }) => each.target ?? [])
  return SIDE_DOORS.filter((door) => !entered.some((target) => door.test(target))).map(String)
}

/** A module is entered from outside through its index.ts. */
export function sideEntries(tree: SourceTree): string[] {
  return crossings(tree).flatMap(({ file, each, to }) => {
    const target = each.target ?? ''
    return target === `src/${to}/index.ts` || SIDE_DOORS.some((door) => door.test(target))
      ? []
      : [`${at(file, each)} enters ${to} beside its index.ts: ${each.specifier}`]
  })
}

/** What runs inside the sandbox is alone there: it loads nothing but its own files, and takes only types from its module. */
export function guestEscapes(tree: SourceTree): string[] {
  return productFiles(tree)
    .filter(({ path }) => path.startsWith('src/sandbox/guest/'))
    .flatMap((file) =>
      file.imports.flatMap((each) => {
        const own = each.target?.startsWith('src/sandbox/guest/') ?? false
        const typesOfModule = each.kind === 'types' && (each.target?.startsWith('src/sandbox/') ?? false)
        return own || typesOfModule ? [] : [`${at(file, each)} guest code imports ${each.specifier}`]
      }),
    )
}

/** Relative imports name a file that exists, with `.js`; no import is computed. */
export function unresolvedImports(tree: SourceTree): string[] {
  return productFiles(tree).flatMap((file) =>
    file.imports.flatMap((each) => {
      if (each.specifier === undefined) return [`${at(file, each)} imports what cannot be read off the text`]
      if (each.target === undefined || (each.specifier.endsWith('.js') && tree.has(each.target))) return []
      return [`${at(file, each)} imports ${each.specifier}, which is no file of the project`]
    }),
  )
}

/** Packages that are loaded are runtime dependencies; built-in modules are written with node:. */
export function foreignPackages(tree: SourceTree, dependencies: readonly string[]): string[] {
  return productFiles(tree).flatMap((file) =>
    file.imports.flatMap((each) => {
      const { specifier } = each
      if (specifier === undefined || each.target !== undefined || specifier.startsWith('node:')) return []
      if (isBuiltin(specifier)) return [`${at(file, each)} imports ${specifier} without node:`]
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
      const home = BROUGHT_BY_USERS[name]
      if (home !== undefined && file.path.startsWith(home)) return []
      return dependencies.includes(name) ? [] : [`${at(file, each)} imports ${name}, which is no dependency`]
    }),
  )
}

/** Processes, console, clock and chance are touched only where they live. */
export function strayWorldUses(tree: SourceTree): string[] {
  return productFiles(tree).flatMap((file) =>
    file.touches
      .filter(({ use }) => !WORLD_HOMES[use].some((home) => file.path.startsWith(home)))
      .map(({ use, what, line }) => `${file.path}:${line} ${use}: ${what}`),
  )
}

/** Modules that others can never reach, over imports of every kind. */
export function reachableButForbidden(tree: SourceTree): string[] {
  return Object.entries(OUT_OF_REACH).flatMap(([from, targets]) => {
    const start = productFiles(tree).filter(({ path }) => moduleOf(path) === from)
    const reached = reach(
      start.map(({ path }) => path),
      tree,
    )
    return [...reached]
      .filter(([path]) => targets.includes(moduleOf(path) ?? ''))
      .map(([path, way]) => `${from} reaches ${path} through ${way.join(' → ')}`)
  })
}

/** Files that others can never reach, over imports of every kind; and that such a file is gone tells too. */
export function filesReachedButForbidden(tree: SourceTree): string[] {
  return Object.entries(FILES_OUT_OF_REACH).flatMap(([from, targets]) => {
    const reached = reach([from], tree)
    return [
      ...[from, ...targets].filter((path) => !tree.has(path)).map((path) => `${path} is no file`),
      ...targets.flatMap((path) => {
        const way = reached.get(path)
        return way === undefined ? [] : [`${from} reaches ${path} through ${way.join(' → ')}`]
      }),
    ]
  })
}

function mayImport(layer: Layer, to: string, { kind }: Import): boolean {
  return layer.runtime.includes(to) || (kind === 'types' && (layer.types?.includes(to) ?? false))
}

/** Imports that lead from one module into another. */
function crossings(tree: SourceTree): { file: SourceFile; each: Import; from: string; to: string }[] {
  return productFiles(tree).flatMap((file) =>
    file.imports.flatMap((each) => {
      const from = moduleOf(file.path)
      const to = each.target === undefined ? undefined : moduleOf(each.target)
      return from === undefined || to === undefined || from === to ? [] : [{ file, each, from, to }]
    }),
  )
}

/** Every file that can be reached, with the way there. */
function reach(start: readonly string[], tree: SourceTree): Map<string, readonly string[]> {
  const ways = new Map(start.map((path): [string, readonly string[]] => [path, [path]]))
  for (const [path, way] of ways)
    for (const { target } of tree.get(path)?.imports ?? [])
      if (target !== undefined && !ways.has(target)) ways.set(target, [...way, target])
  return ways
}

function at(file: SourceFile, each: Import): string {
  return `${file.path}:${each.line}`
}
