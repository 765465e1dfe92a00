/** Texts of an answer that no text block holds. */
import { isJsonObject, type JsonValue, toPointer } from '../../base/index.js'
import type { ContentBlock } from '../../protocol/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { shownValue } from './shown-text.js'

interface PlacedText {
  readonly text: string
  /** Printable, as it stands after "in": `the structured content at "/name"`. */
  readonly place: string
}

/** Strings and numbers of the structured content, and what resources and links say, in their order. */
export function otherTexts(response: MCPResponse): PlacedText[] {
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
