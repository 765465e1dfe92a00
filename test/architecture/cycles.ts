/** Cycles of imports, of every kind: between files, and between modules. */
import { moduleOf, productFiles, type SourceTree } from './source-tree.js'

/** Each cycle between files once, as `a → b → a`. */
export function fileCycles(tree: SourceTree): string[] {
  const edges = new Map(
    productFiles(tree).map(({ path, imports }) => [path, targets(imports.map(({ target }) => target))]),
  )
  return cyclesOf(edges)
}

/** Each cycle between modules once. */
export function moduleCycles(tree: SourceTree): string[] {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of productFiles(tree)) {
    const from = moduleOf(path) ?? ''
    const known = edges.get(from) ?? new Set()
    for (const to of targets(imports.map(({ target }) => target && moduleOf(target))))
      if (to !== from) known.add(to)
    edges.set(from, known)
  }
  return cyclesOf(edges)
}

function targets(names: readonly (string | undefined)[]): Set<string> {
  return new Set(names.filter((name) => name !== undefined))
}

/** Depth-first; a cycle is told from its first name in the alphabet, so that it is told once. */
function cyclesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found = new Set<string>()
  const finished = new Set<string>()
  const visit = (name: string, way: readonly string[]): void => {
    const from = way.indexOf(name)
    if (from >= 0) {
      found.add(told(way.slice(from)))
      return
    }
    if (finished.has(name)) return
    for (const next of edges.get(name) ?? []) visit(next, [...way, name])
    finished.add(name)
  }
  for (const name of edges.keys()) visit(name, [])
  return [...found].sort()
}

function told(cycle: readonly string[]): string {
  const first = cycle.indexOf([...cycle].sort()[0] ?? '')
  const turned = [...cycle.slice(first), ...cycle.slice(0, first)]
  return [...turned, turned[0]].join(' → ')
}
