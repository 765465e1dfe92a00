/** Holds promises against the tests that cite them. */
import type { Requirement } from '../requirements.js'
import { nameOf, nodeAt, nodesAt, parseTypeScript, textOf, walk } from './syntax.js'

/** The ids that a test file cites by `verifies('…')`. A citation that cannot be read off the text is told as `?`. */
export function citationsOf(text: string): string[] {
  if (!text.includes('verifies')) return []
  const cited: string[] = []
  walk(parseTypeScript(text), (node) => {
    if (node.type !== 'CallExpression' || nameOf(nodeAt(node, 'callee')) !== 'verifies') return
    cited.push(...nodesAt(node, 'arguments').map((argument) => textOf(argument) ?? '?'))
  })
  return cited
}

/** What is wrong between promises and citations, one sentence each. */
export function brokenPromises(
  requirements: Readonly<Record<string, Requirement>>,
  cited: ReadonlySet<string>,
): string[] {
  const unknown = [...cited].filter((id) => !Object.hasOwn(requirements, id))
  const rows = Object.entries(requirements)
  const uncited = rows.filter(([id, { state }]) => state === 'kept' && !cited.has(id))
  const early = rows.filter(([id, { state }]) => state === 'planned' && cited.has(id))
  return [
    ...unknown.map((id) => `a test cites "${id}", which is no promise`),
    ...uncited.map(([id]) => `"${id}" is kept, but no test cites it`),
    ...early.map(([id]) => `"${id}" is planned, but a test cites it: make it kept`),
  ]
}

/** How many promises are planned. */
export function plannedCount(requirements: Readonly<Record<string, Requirement>>): number {
  return Object.values(requirements).filter(({ state }) => state === 'planned').length
}
