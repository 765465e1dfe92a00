/** What the gateway's own tools answer: words, the data as a block, and the same data in its structure. */
import { isJsonObject, type JsonObject, type JsonValue, printable } from '../../base/index.js'
import type { ServiceResponse } from '../../server/index.js'
import { DATA_NOTICE, quotedBlock } from './quoted.js'

export interface OwnResult {
  /** In our own words alone: what servers and programs said is in the data. */
  readonly words: string
  readonly structured: JsonObject
  /** What of it stands in the text too, for clients that show a model no structured content. Default: all of it. */
  readonly shown?: JsonValue
  readonly isError?: boolean
}

export function ownResult({
  words,
  structured,
  shown = structured,
  isError = false,
}: OwnResult): ServiceResponse {
  return {
    result: {
      content: [
        { type: 'text', text: `${words}\n\n${DATA_NOTICE}\n${quotedBlock(jsonText(shown), 'json')}` },
      ],
      structuredContent: structured,
      ...(isError ? { isError: true } : {}),
    },
  }
}

/** An error of the tool: the caller can mend what it asked. */
export function ownFailure(message: string): ServiceResponse {
  return { result: { content: [{ type: 'text', text: printable(message) }], isError: true } }
}

/** A line for each member. Characters that nobody sees, which JSON lets through, are written in JSON's own way. */
function jsonText(value: JsonValue): string {
  return linesOf(value).replace(UNSEEN, escaped)
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\x7f-\x9f]/gu

function linesOf(value: JsonValue): string {
  if (!isJsonObject(value)) return JSON.stringify(value)
  const lines = Object.entries(value).map(
    ([name, member]) => ` ${JSON.stringify(name)}: ${JSON.stringify(member)}`,
  )
  return `{\n${lines.join(',\n')}\n}`
}
