/** The form of an instruction in answers. */
import type { JSONObject } from '@modelcontextprotocol/server'
import { object } from './tool.js'

const TEXT = { type: 'string' }
const TEXTS = { type: 'array', items: TEXT }
const COUNT = { type: 'integer', minimum: 0 }

const INSTRUCTION = {
  id: { ...TEXT, description: 'category/name, for get_instructions and as instruction://category/name' },
  file_path: { ...TEXT, description: 'from the project root, or absolute' },
  version: TEXT,
  title: TEXT,
  description: TEXT,
  tags: TEXTS,
  categories: TEXTS,
  snippet: { ...TEXT, description: 'the passage that has most to do with what was asked' },
  sections: { ...TEXTS, description: 'the headings of its text' },
  related: { ...TEXTS, description: 'ids of the instructions that it names' },
  requires: { ...TEXTS, description: 'what a project must have for it to apply' },
  content: { ...TEXT, description: 'its text, with include_content' },
}

/** With what is known beside the instruction itself, such as its score. */
export function instructionsSchema(beside: JSONObject = {}): JSONObject {
  return { type: 'array', items: object({ ...INSTRUCTION, ...beside }, ['content', 'requires']) }
}

export const SCORE = { type: 'number', exclusiveMinimum: 0 }
export const BREAKDOWN = {
  type: 'object',
  description: 'what the score is the sum of',
  additionalProperties: { type: 'number' },
}
export const LIMIT = { type: 'integer', minimum: 1, maximum: 50 }
export const INCLUDE_CONTENT = {
  type: 'boolean',
  default: false,
  description: 'also give the texts; without it an answer stays under 2,000 tokens',
}
export const OMITTED = { ...COUNT, description: 'how many more there are that found no room' }
export { COUNT, TEXT, TEXTS }
