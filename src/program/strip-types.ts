/** From TypeScript to JavaScript with every character where it was. */
import type { Finding, TextPosition } from '../base/index.js'
import { offsetOfDisplay } from './display-column.js'
import { importHeaderLength } from './import-header.js'
import { programError } from './program-error.js'
import type { Stripping, TypeStripper } from './type-stripper.js'

export type StrippedProgram =
  | { readonly kind: 'stripped'; readonly code: string }
  | { readonly kind: 'refused'; readonly finding: Finding }

/**
 * Takes the types off the body of an async function. Lengths and line ends stay as they are.
 * Findings: SYNTAX_ERROR, TYPESCRIPT_UNSUPPORTED (enums and what else is more than an annotation), IMPORT_NOT_ALLOWED, PROGRAM_TOO_COMPLEX.
 */
export async function stripTypes(
  source: string,
  stripper: TypeStripper,
  positionAt: (offset: number) => TextPosition,
): Promise<StrippedProgram> {
  // Imports may stand at the top of a module alone, `return` inside a function alone: so the function begins behind the imports.
  const header = importHeaderLength(source)
  const wrapped = source.slice(0, header) + OPEN + source.slice(header) + CLOSE
  const stripping = await stripper.strip(wrapped)
  if (stripping.kind === 'stripped') {
    const { code } = stripping
    return {
      kind: 'stripped',
      code: code.slice(0, header) + code.slice(header + OPEN.length, code.length - CLOSE.length),
    }
  }
  if (stripping.kind === 'gave-up') {
    const message = `The program cannot be read: ${stripping.why}`
    return { kind: 'refused', finding: programError('PROGRAM_TOO_COMPLEX', message, positionAt(0)) }
  }
  const inWrapped = offsetOfDisplay(wrapped, stripping.line, stripping.column)
  const offset = Math.min(
    inWrapped < header + OPEN.length ? Math.min(inWrapped, header) : inWrapped - OPEN.length,
    source.length,
  )
  const { code, message } = explain(stripping, source.slice(offset, offset + 20))
  return { kind: 'refused', finding: programError(code, message, positionAt(offset)) }
}

// The semicolon ends an import that has none.
const OPEN = ';async function program(mcp,params){'
const CLOSE = '\n}'

function explain(
  { unsupported, message }: Extract<Stripping, { kind: 'refused' }>,
  found: string,
): { readonly code: string; readonly message: string } {
  if (/^import\s+type\b/.test(found))
    return {
      code: 'IMPORT_NOT_ALLOWED',
      message: 'Type-only imports stand before everything else in a program',
    }
  if (/^(import|export)\b/.test(found))
    return {
      code: 'IMPORT_NOT_ALLOWED',
      message: 'A program has no modules: remove this, and reach the world through mcp',
    }
  if (unsupported)
    return { code: 'TYPESCRIPT_UNSUPPORTED', message: `${message}: only types that can be erased are` }
  // Lists of everything that might have stood there help nobody.
  return { code: 'SYNTAX_ERROR', message: message.replace(/\. Expected .{60,}$/s, '') }
}
