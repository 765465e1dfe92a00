/** From TypeScript to JavaScript with every character where it was. */
import type { Finding, TextPosition } from '../base/index.js'
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

/**
 * The offset of a one-based line and a zero-based display column: a tab is four cells wide, characters without width none, and wide ones
 * (East Asian, emoji) count one more than their UTF-16 code units. For rare scripts the result may be off by a few characters.
 */
function offsetOfDisplay(text: string, line: number, column: number): number {
  let offset = lineStart(text, line)
  let cells = 0
  for (const character of text.slice(offset, offset + column * 2 + 2)) {
    if (cells >= column) break
    cells += cellsOf(character)
    offset += character.length
  }
  return Math.min(offset, text.length)
}

function lineStart(text: string, line: number): number {
  if (line <= 1) return 0
  let current = 1
  for (const found of text.matchAll(/\r\n|\n|\r/g))
    if (++current === line) return found.index + found[0].length
  return text.length
}

function cellsOf(character: string): number {
  if (character === '\t') return 4
  if (WITHOUT_WIDTH.test(character)) return 0
  return character.length + (WIDE.test(character) ? 1 : 0)
}

const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u

/** The length of the beginning of `source` that holds nothing but imports, comments and spaces; 0 when there is no import. */
export function importHeaderLength(source: string): number {
  let end = 0
  for (let at = skipTrivia(source, 0); ; at = skipTrivia(source, end)) {
    const statement = matchAt(IMPORT, source, at)
    if (statement === undefined) return end
    end = at + statement.length
  }
}

// One import with its clause and the module's name; an import that looks otherwise ends the header and is refused where it stands.
const IMPORT =
  /import\b(?!\s*[(.])[^"'`;(){}=]*(?:\{[^"'`;(){}=]*\}[^"'`;(){}=]*)?(?:"[^"\n\r]*"|'[^'\n\r]*')(?:\s*with\s*\{[^{}]*\})?[^\S\n\r]*;?/y
const TRIVIA = /\s+|\/\/.*|\/\*[\s\S]*?\*\//y

function skipTrivia(source: string, start: number): number {
  let at = start
  for (let trivia = matchAt(TRIVIA, source, at); trivia !== undefined; trivia = matchAt(TRIVIA, source, at))
    at += trivia.length
  return at
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  const sticky = new RegExp(pattern)
  sticky.lastIndex = at
  return sticky.exec(text)?.[0]
}
