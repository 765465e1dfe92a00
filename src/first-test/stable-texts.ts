/** Parts of a text that a test may look for: what another machine and another day would say too, as far as one can tell. */
import { isJsonObject, type JsonValue, parseJson, printable, textsIn } from '../base/index.js'
import { normalise } from '../testing/index.js'

/** What belongs to this machine: folders, names and values of the environment. */
export interface Surroundings {
  readonly ownTexts: readonly string[]
}

/** The best first: words before numbers and paths, in the order of the text. Of JSON its texts, then, with `hasNames`, the names of its members. */
export function stableTexts(
  text: string,
  surroundings: Surroundings,
  { hasNames }: { readonly hasNames: boolean },
): readonly string[] {
  const document = jsonOf(text)
  const pieces =
    document === undefined
      ? piecesOfLines(text)
      : [...textsIn(document), ...(hasNames ? namesIn(document).map((name) => JSON.stringify(name)) : [])]
  const usable = [...new Set(pieces)].filter(
    (piece) => text.includes(piece) && isTelling(piece) && isStable(piece, surroundings),
  )
  return [...usable.filter(isWords), ...usable.filter((piece) => !isWords(piece))].slice(0, MAX_PIECES)
}

/** A text that is not of this machine and this hour. */
export function isStable(text: string, surroundings: Surroundings): boolean {
  return (
    normalise(text) === text &&
    printable(text, { oneLine: true }) === text &&
    !isOfMachine(text, surroundings) &&
    !surroundings.ownTexts.some((own) => own.includes(text))
  )
}

/** It holds a path, or what belongs to this machine. */
export function isOfMachine(text: string, { ownTexts }: Surroundings): boolean {
  return ABSOLUTE_PATH.test(text) || ownTexts.some((own) => text.includes(own))
}

/** Words, in which no count or size can hide. */
export function isWords(text: string): boolean {
  return !/[\d/\\]/.test(text)
}

const MAX_PIECES = 30
const MAX_LINES = 200
const MAX_LENGTH = 70
const ABSOLUTE_PATH = /(?:^|[\s"'`(=]|:(?!\/\/))(?:file:\/\/|[A-Za-z]:\\|\/)[^\s"'`,;()]+/

function piecesOfLines(text: string): string[] {
  return text
    .split('\n', MAX_LINES)
    .flatMap((line) => line.split(new RegExp(ABSOLUTE_PATH, 'g')))
    .map((piece) => cut(piece.trim()))
}

/** After a sentence, else after a word. */
function cut(piece: string): string {
  if (piece.length <= MAX_LENGTH) return piece
  const start = piece.slice(0, MAX_LENGTH)
  return /^.{10,}[.!?](?=\s)/.exec(start)?.[0] ?? start.replace(/\s\S*$/, '').trimEnd()
}

function isTelling(piece: string): boolean {
  return piece.length <= MAX_LENGTH && /\p{L}{3}/u.test(piece)
}

function namesIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)])
    : []
}

function jsonOf(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseJson(text, 'an answer')
  } catch {
    // A text that only begins like JSON is text.
    return undefined
  }
}
