/** Mistakes as operators on a program's syntax tree: each changes one place, and leaves the rest of the text as it is. */
import { type Node, parse } from 'acorn'

export interface Mutation {
  readonly operator: string
  /** The text of the changed node, or of its beginning; absent: the first node that the operator fits. */
  readonly at?: string
  /** The new name or text, where the operator wants one. */
  readonly to?: string
}

/** A stretch of the program and what comes in its place. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

type Site = Node & Readonly<Record<string, unknown>>
type Operator = (
  site: Site,
  program: string,
  to: string | undefined,
  next: Site | undefined,
) => readonly Edit[] | undefined

/** What people and agents get wrong, each by the node that it changes; undefined where it does not fit that node. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  'swap-arguments': (site, program) => {
    const [one, other] = valuesOf(site)
    if (one === undefined || other === undefined) return undefined
    return [put(one, textOf(other, program)), put(other, textOf(one, program))]
  },
  'drop-field': (site, program) => {
    if (site.type !== 'Property') return undefined
    const comma = /^\s*,\s*/.exec(program.slice(site.end))?.[0].length ?? 0
    return [{ start: site.start, end: site.end + comma, text: '' }]
  },
  'rename-field': (site, _, to) =>
    site.type === 'Property' && to !== undefined ? [put(child(site, 'key'), to)] : undefined,
  'rename-member': (site, _, to) =>
    site.type === 'MemberExpression' && site.computed === false && to !== undefined
      ? [put(child(site, 'property'), to)]
      : undefined,
  'drop-member': (site, program) =>
    site.type === 'MemberExpression' ? [put(site, textOf(child(site, 'object'), program))] : undefined,
  'off-by-one': (site) =>
    site.type === 'Literal' && typeof site.value === 'number' ? [put(site, `${site.value + 1}`)] : undefined,
  'number-as-text': (site) =>
    site.type === 'Literal' && typeof site.value === 'number' ? [put(site, `'n${site.value}'`)] : undefined,
  'wrong-text': (site, program, to) =>
    site.type === 'Literal' && typeof site.value === 'string'
      ? [put(site, to === undefined ? `${textOf(site, program).slice(0, -1)}x'` : `'${to}'`)]
      : undefined,
  'drop-await': (site, program) =>
    site.type === 'AwaitExpression' ? [put(site, textOf(child(site, 'argument'), program))] : undefined,
  'drop-statement': (site) => (isStatement(site) ? [put(site, '')] : undefined),
  'invert-comparison': (site, program) => {
    if (site.type !== 'BinaryExpression') return undefined
    const inverted = INVERTED[String(site.operator)]
    const { left, right } = { left: child(site, 'left'), right: child(site, 'right') }
    if (inverted === undefined) return undefined
    return [put(site, `${textOf(left, program)} ${inverted} ${textOf(right, program)}`)]
  },
  'wrong-tool': (site, _, to) =>
    site.type === 'MemberExpression' && to !== undefined ? [put(child(site, 'property'), to)] : undefined,
  'drop-default': (site, program) =>
    site.type === 'LogicalExpression' ? [put(site, textOf(child(site, 'left'), program))] : undefined,
  'drop-handler': (site, program) =>
    site.type === 'TryStatement' ? [put(site, textOf(child(site, 'block'), program))] : undefined,
  /** `for (const x of xs) { … }` becomes `xs.forEach(async (x) => { … })`. */
  'for-each-async': (site, program) => {
    if (site.type !== 'ForOfStatement') return undefined
    const [declared] = children(child(site, 'left'), 'declarations')
    if (declared === undefined) return undefined
    const list = textOf(child(site, 'right'), program)
    const body = textOf(child(site, 'body'), program)
    return [put(site, `${list}.forEach(async (${textOf(declared, program)}) => ${body})`)]
  },
  /** A statement and the one behind it change places. */
  'swap-statements': (site, program, _, next) => {
    if (next === undefined || !isStatement(site) || !isStatement(next)) return undefined
    return [put(site, textOf(next, program)), put(next, textOf(site, program))]
  },
}

const INVERTED: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
}

export const OPERATOR_NAMES: readonly string[] = Object.keys(OPERATORS)

/** @throws Error when there is no such operator, or no place that it fits. */
export function mutate(program: string, { operator, at = '', to }: Mutation): string {
  const change = OPERATORS[operator]
  if (change === undefined)
    throw new Error(`There is no operator "${operator}"; there are ${OPERATOR_NAMES.join(', ')}`)
  const begun = sitesOf(program).filter(({ site }) => program.startsWith(at, site.start))
  // The node of that very text comes before those that only begin with it.
  const isWhole = ({ site }: (typeof begun)[number]): boolean => textOf(site, program) === at
  for (const { site, next } of [...begun.filter(isWhole), ...begun]) {
    const edits = change(site, program, to, next)
    const changed = edits === undefined ? program : apply(program, edits)
    if (changed !== program) return changed
  }
  throw new Error(`"${operator}" fits no node that begins with ${JSON.stringify(at)} in:\n${program}`)
}

/** Every node from the outside in, with the one that follows it in the same list. */
function sitesOf(program: string): readonly { readonly site: Site; readonly next: Site | undefined }[] {
  const tree = parse(program, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
  })
  const found: { site: Site; next: Site | undefined }[] = []
  const visit = (site: Site, next: Site | undefined): void => {
    found.push({ site, next })
    for (const value of Object.values(site)) {
      if (isNode(value)) visit(value, undefined)
      if (!Array.isArray(value)) continue
      const nodes = value.filter(isNode)
      for (const [i, node] of nodes.entries()) visit(node, nodes[i + 1])
    }
  }
  visit(tree as Node as Site, undefined)
  return found
}

function isNode(value: unknown): value is Site {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function isStatement({ type }: Site): boolean {
  return (type.endsWith('Statement') && type !== 'BlockStatement') || type === 'VariableDeclaration'
}

/** The values of the first two members of an object. */
function valuesOf(site: Site): readonly Site[] {
  if (site.type !== 'ObjectExpression') return []
  return children(site, 'properties').flatMap((each) => (isNode(each.value) ? [each.value] : []))
}

function children(site: Site, name: string): readonly Site[] {
  const value = site[name]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** @throws Error where the tree is not what its type says */
function child(site: Site, name: string): Site {
  const value = site[name]
  if (isNode(value)) return value
  throw new Error(`A ${site.type} has no "${name}"`)
}

function textOf({ start, end }: Site, program: string): string {
  return program.slice(start, end)
}

function put({ start, end }: Site, text: string): Edit {
  return { start, end, text }
}

function apply(program: string, edits: readonly Edit[]): string {
  const fromBehind = [...edits].sort((one, other) => other.start - one.start)
  return fromBehind.reduce(
    (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
    program,
  )
}
