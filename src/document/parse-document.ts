/** Data files that people write by hand: JSON, JSON with comments, YAML; with positions and limits. */

import { type TextPosition, textPositions, withoutByteOrderMark } from '../base/index.js'
import type { DocumentNode } from './document-node.js'
import { DocumentProblem } from './document-problem.js'
import { parseJsonDocument } from './json-document.js'
import { parseYamlDocument } from './yaml-document.js'

export type DocumentFormat = 'json' | 'json-with-comments' | 'yaml'

export type DocumentParsing =
  | {
      readonly kind: 'document'
      readonly root: DocumentNode
      readonly positionAt: (offset: number) => TextPosition
    }
  /** The first thing that is wrong; `message` has no position in it. */
  | { readonly kind: 'broken'; readonly message: string; readonly line: number; readonly column: number }

export interface DocumentOptions {
  readonly format: DocumentFormat
  /** Characters of the text; default 16 Mi. */
  readonly maxLength?: number
  /** Levels of lists and objects; default 100. */
  readonly maxDepth?: number
  /** Whether a number that JavaScript reads as another one is broken, as it is where it would be sent to a server; default false. */
  readonly exactNumbers?: boolean
}

/**
 * Parses an untrusted text. Never throws for what stands in it: that is `broken`.
 * Of YAML the part that is JSON: no aliases, no tags, keys are strings, one document. Keys written twice are kept: see `repeatedMembers`.
 */
export function parseDocument(text: string, options: DocumentOptions): DocumentParsing {
  const { format, maxLength = 16 * 1024 * 1024, maxDepth = 100, exactNumbers = false } = options
  const source = withoutByteOrderMark(text)
  const positionAt = textPositions(source.length > maxLength ? '' : source)
  try {
    if (source.length > maxLength)
      throw new DocumentProblem(`${source.length} characters are more than the limit of ${maxLength}`, 0)
    const root =
      format === 'yaml'
        ? parseYamlDocument(source, maxDepth, exactNumbers)
        : parseJsonDocument(source, maxDepth, { comments: format === 'json-with-comments', exactNumbers })
    return { kind: 'document', root, positionAt }
  } catch (failure) {
    if (failure instanceof DocumentProblem)
      return { kind: 'broken', message: failure.message, ...positionAt(failure.offset) }
    // The parsers of both formats recurse: text that is nested by the ten thousands exhausts the stack before any limit is seen.
    if (failure instanceof RangeError)
      return { kind: 'broken', message: 'nested too deeply', line: 1, column: 1 }
    throw failure
  }
}

/** The format that a file's name says, or its first character where the name says nothing (standard input). */
export function documentFormat(fileName: string, text: string): 'json' | 'yaml' {
  if (/\.ya?ml$/i.test(fileName)) return 'yaml'
  if (/\.json$/i.test(fileName)) return 'json'
  return /^\ufeff?\s*[{[]/.test(text) ? 'json' : 'yaml'
}
