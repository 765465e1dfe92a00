/** Splits a file into its front matter and its text. */
import { parseDocument } from 'yaml'

export type FrontMatter =
  | { readonly kind: 'read'; readonly fields: Readonly<Record<string, unknown>>; readonly body: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly reason: string }

/** `text` has no byte order mark. Windows line ends are fine. */
export function readFrontMatter(text: string): FrontMatter {
  const [whole, yaml = ''] = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  if (whole === undefined) return { kind: 'missing' }
  try {
    const document = parseDocument(yaml, { logLevel: 'silent' })
    const [error] = document.errors
    if (error !== undefined) return { kind: 'invalid', reason: firstLine(error.message) }
    // Few aliases are allowed: a small text must not unfold into a large one.
    const fields: unknown = document.toJS({ maxAliasCount: 20 })
    if (!isFields(fields)) return { kind: 'invalid', reason: 'it holds no fields' }
    return { kind: 'read', fields, body: text.slice(whole.length) }
  } catch (failure) {
    // Too many aliases, or nested too deep.
    return {
      kind: 'invalid',
      reason: failure instanceof Error ? firstLine(failure.message) : String(failure),
    }
  }
}

/** True for an object of named fields. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/:$/, '')
}
