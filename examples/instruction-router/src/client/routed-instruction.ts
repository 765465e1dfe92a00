/** Reads the instructions off an answer. */
import type { JsonObject, JsonValue, MCPResponse } from 'mcp-understudy/testing'

/** One instruction of an answer, with all the text that it shows. */
export interface RoutedInstruction {
  readonly id: string
  /** Title, description, snippet, sections and content, a line each. */
  readonly text: string
}

/** In the answer's order; undefined for an answer that is none of this server, or a failure. */
export function routedInstructions(response: MCPResponse): readonly RoutedInstruction[] | undefined {
  if (!response.success) return undefined
  const list = member(response.structured, 'instructions') ?? member(response.structured, 'results')
  if (!Array.isArray(list)) return undefined
  const read = list.map(readInstruction)
  return read.every((each) => each !== undefined) ? read : undefined
}

function readInstruction(value: JsonValue): RoutedInstruction | undefined {
  const id = member(value, 'id')
  if (typeof id !== 'string' || id === '') return undefined
  const shown = ['title', 'description', 'snippet', 'sections', 'content'].map((name) => member(value, name))
  return {
    id,
    text: shown
      .flat()
      .filter((each) => typeof each === 'string')
      .join('\n'),
  }
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
