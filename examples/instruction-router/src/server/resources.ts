/** Instructions as resources: `instruction://category/name`. */
import type { Catalogue, Instruction } from '../library/index.js'

export const TEMPLATE = {
  uriTemplate: 'instruction://{category}/{name}',
  name: 'instruction',
  title: 'An instruction file',
  description: 'The text of one instruction, by its category and name',
  mimeType: 'text/markdown',
}

export function uriOf({ category, name }: Instruction): string {
  return `instruction://${encodeURIComponent(category)}/${encodeURIComponent(name)}`
}

export interface ResourcePage {
  readonly resources: { uri: string; name: string; title: string; description: string; mimeType: string }[]
  readonly nextCursor?: string
}

/** Undefined for a cursor that is none of ours. */
export function resourcePage(
  { instructions }: Catalogue,
  cursor: string | undefined,
): ResourcePage | undefined {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return undefined
  const first = Number(cursor ?? 0)
  const resources = instructions.slice(first, first + PAGE).map((instruction) => ({
    uri: uriOf(instruction),
    name: instruction.id,
    title: instruction.title,
    description: instruction.description,
    mimeType: 'text/markdown',
  }))
  const next = first + PAGE
  return { resources, ...(next < instructions.length ? { nextCursor: String(next) } : {}) }
}

const PAGE = 200

/** What a URI stands for: looked up among what was read, never on disk. */
export function findByUri({ instructions }: Catalogue, uri: string): Instruction | undefined {
  return instructions.find((each) => uriOf(each) === uri)
}

/** Values for a variable of the template that begin as given; 100 at most, as the protocol wants. */
export function completions(
  { instructions }: Catalogue,
  variable: string,
  value: string,
  category: string | undefined,
): string[] {
  const among =
    category === undefined ? instructions : instructions.filter((each) => each.category === category)
  const values = among.map((each) => (variable === 'category' ? each.category : each.name))
  return [...new Set(values)]
    .filter((each) => each.startsWith(value))
    .sort()
    .slice(0, 100)
}
