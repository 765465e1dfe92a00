/** Makes the list of instructions of an answer. */
import type { Catalogue, Instruction } from '../library/index.js'
import { fitted } from './budget.js'
import type { Desk } from './desk.js'
import { type ShownInstruction, showInstruction } from './shown-instruction.js'

/** An answer stays below 2,000 tokens; the rest is for what stands around it. */
const MAX_TOKENS = 1900
/** Texts are asked for: hosts refuse answers above 25,000 tokens. */
const MAX_CONTENT_TOKENS = 20_000

export interface Listing<Beside> {
  readonly desk: Desk
  readonly catalogue: Catalogue
  readonly found: readonly Instruction[]
  readonly query: string
  /** What stands beside an instruction, such as its score. */
  readonly beside: (n: number) => Beside
  readonly includeContent: boolean
}

/** `write` makes the answer of the instructions and of how many were left out. */
export function listInstructions<Beside extends object, Answer>(
  listing: Listing<Beside>,
  write: (instructions: readonly (ShownInstruction & Beside)[], omitted: number) => Answer,
): Answer {
  const { desk, catalogue, found, query, beside, includeContent } = listing
  let room = MAX_CONTENT_TOKENS * 3
  const texts = includeContent ? found.map(({ body }) => take(body)) : []

  function take(body: string): string {
    const text = body.trim()
    const taken = Buffer.byteLength(text) <= room ? text : ''
    room -= Buffer.byteLength(taken)
    return taken
  }

  return fitted(
    found.length,
    (n, detail) => {
      const instruction = found[n]
      if (instruction === undefined) throw new RangeError(`There is no instruction ${n}`)
      const showing = { filePath: desk.pathOf(instruction), related: catalogue.relatedTo(instruction), query }
      const text = texts[n] ?? ''
      return {
        ...showInstruction(instruction, showing, detail),
        ...(text === '' ? {} : { content: text }),
        ...beside(n),
      }
    },
    write,
    includeContent ? MAX_CONTENT_TOKENS : MAX_TOKENS,
  )
}
