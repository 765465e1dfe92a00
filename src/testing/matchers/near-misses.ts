/** What comes close to a claim about a text that does not hold: another case, another place, another spelling. */
import { didYouMean, isJsonObject, type JsonValue, nearestNames, toPointer } from '../../base/index.js'
import type { ContentBlock } from '../../protocol/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { containsText, findIgnoringCase } from './contains-text.js'
import { type ContentClaim, describeClaim, holdsFor, type TextClaim } from './content-claim.js'
import { COLUMNS, shownLine, shownValue } from './shown-text.js'

/** Where candidates for a spelling are looked for: longer texts than this are not read to their end. */
const MAX_WORDS = 1000
const MAX_CHARACTERS = 50_000
/** An expression that is quick as it stands may take the square of the text's length with another flag. */
const MAX_TRIED = 5000

/**
 * Indented lines for a message, one for each part of the claim that does not hold: the most telling. `text` is what the claim is
 * about; other parts of the answer are looked at too.
 */
export function nearMisses(response: MCPResponse, text: string, claim: ContentClaim): string[] {
  if (claim.kind === 'not') return []
  if ('claims' in claim) return claim.claims.flatMap((each) => nearMisses(response, text, each))
  if (holdsFor(text, claim)) return []
  const notes = [
    ...(claim.kind === 'text'
      ? otherSpelling(text.slice(0, MAX_CHARACTERS), claim)
      : otherFlags(text.slice(0, MAX_TRIED), claim.expression)),
    ...otherPlace(response, claim),
    ...(claim.kind === 'text' ? nearestWords(text.slice(0, MAX_CHARACTERS), claim.text) : []),
  ]
  const name = claim.kind === 'text' ? shownValue(claim.text, 40) : describeClaim(claim)
  return notes.slice(0, 1).map((note) => shownLine(`  ${name}: ${note}`, COLUMNS))
}

/** The text has it but for case, white space or the normal form of its characters. */
function otherSpelling(text: string, { text: wanted, caseSensitive }: TextClaim): string[] {
  const other = caseSensitive ? findIgnoringCase(text, wanted) : undefined
  if (other !== undefined) return [`the text has it in another case: ${shownValue(other, 40)}`]
  if (containsText(spaced(text), spaced(wanted), caseSensitive))
    return ['the text has it with other white space']
  if (containsText(text.normalize('NFC'), wanted.normalize('NFC'), caseSensitive))
    return ['the text has it in another Unicode normal form']
  return []
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function otherFlags(text: string, expression: RegExp): string[] {
  const { source, flags } = expression
  const additions = [
    ['i', 'ignoring case'],
    ['s', 'with dots that match line feeds'],
    ['m', 'with ^ and $ at every line'],
  ] as const
  return additions.flatMap(([flag, meaning]) =>
    !flags.includes(flag) && new RegExp(source, flags + flag).test(text)
      ? [`would match with the flag ${flag}, ${meaning}`]
      : [],
  )
}

/** The text has it nowhere, but another part of the answer does. */
function otherPlace(response: MCPResponse, claim: ContentClaim): string[] {
  const found = otherTexts(response).find(({ text }) => holdsFor(text, claim))
  return found === undefined ? [] : [`not in a text block, but in ${found.place}`]
}

/** As many words in a row as were wanted that look most like them, as they stand in the text. */
function nearestWords(text: string, wanted: string): string[] {
  const wantedWords = textWords(wanted)
  const words = textWords(text).slice(0, MAX_WORDS)
  const asTheyStand = new Map<string, string>()
  for (const [at, { start }] of words.entries()) {
    const row = words.slice(at, at + wantedWords.length)
    const name = row.map(({ word }) => word).join(' ')
    if (!asTheyStand.has(name)) asTheyStand.set(name, text.slice(start, row.at(-1)?.end))
  }
  const nearest = nearestNames(wantedWords.map(({ word }) => word).join(' '), asTheyStand.keys())
  const hint = didYouMean(nearest.map((row) => shownValue(asTheyStand.get(row), 40)))
  return hint === undefined ? [] : [hint]
}

function textWords(
  text: string,
): readonly { readonly word: string; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}_-]+/gu)].map(({ 0: word, index }) => ({
    ...{ word, start: index, end: index + word.length },
  }))
}

/** Texts of an answer that no text block holds. */
interface PlacedText {
  readonly text: string
  /** Printable, as it stands after "in": `the structured content at "/name"`. */
  readonly place: string
}

/** Strings and numbers of the structured content, and what resources and links say, in their order. */
function otherTexts(response: MCPResponse): PlacedText[] {
  const { structured } = response
  return [
    ...(structured === undefined ? [] : structuredTexts(structured, [])),
    ...response.blocks.flatMap((block, at) => blockTexts(block, at + 1)),
  ]
}

function structuredTexts(value: JsonValue, path: readonly string[]): PlacedText[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, member]) => structuredTexts(member, [...path, key]))
  return [{ text: String(value), place: `the structured content at ${shownValue(toPointer(path), 40)}` }]
}

function blockTexts(block: ContentBlock, number: number): PlacedText[] {
  if (block.type === 'resource_link')
    return [{ text: `${block.name}\n${block.uri}`, place: `the resource link of block ${number}` }]
  if (block.type !== 'resource' || !isJsonObject(block.resource)) return []
  const { text } = block.resource
  return typeof text === 'string' ? [{ text, place: `the embedded resource of block ${number}` }] : []
}
