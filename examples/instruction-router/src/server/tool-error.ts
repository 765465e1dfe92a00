/** What a tool says no with: a code that programs can act on, and a sentence for people. */

export type ToolErrorCode =
  | 'INVALID_ARGUMENTS'
  | 'MESSAGE_EMPTY'
  | 'QUERY_EMPTY'
  | 'CATEGORY_UNKNOWN'
  | 'ENGINE_UNKNOWN'
  | 'NO_SESSION'
  | 'KNOWLEDGE_UNREADABLE'

export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: ToolErrorCode
  readonly hint: string | undefined

  constructor(code: ToolErrorCode, message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

/** An answer with `isError`; it has no structured content, for that is what the output schema describes. */
export function errorResult({ code, message, hint }: ToolError): {
  content: { type: 'text'; text: string }[]
  isError: true
} {
  const error = hint === undefined ? { code, message } : { code, message, hint }
  return { content: [{ type: 'text', text: JSON.stringify({ error }) }], isError: true }
}
