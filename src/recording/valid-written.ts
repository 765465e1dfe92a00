/** The text of an answer, held against its value. */
import { defined, isJsonObject } from '../base/index.js'
import type { RecordedResponse, WrittenResponse } from './recording.js'

/** The parts of what was written that say the same as the answer: whoever edits an answer by hand need not know of its text. */
export function validWritten(
  response: RecordedResponse | undefined,
  { body, beside }: WrittenResponse,
): WrittenResponse {
  const value = response === undefined ? undefined : 'error' in response ? response.error : response.result
  return {
    ...defined({ body: body !== undefined && textOf(body) === JSON.stringify(value) ? body : undefined }),
    ...defined({ beside: isText(beside) ? beside : undefined }),
  }
}

function isText(beside: string | undefined): beside is string {
  return beside !== undefined && isJsonObject(parsed(beside))
}

function textOf(text: string): string | undefined {
  return JSON.stringify(parsed(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Somebody has edited it: then the value counts.
    return undefined
  }
}
