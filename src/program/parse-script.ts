/** JavaScript, parsed as what it will run as: the body of a strict async function. */
import type { ModuleDeclaration, Program as Script, Statement } from 'acorn'
import type { Finding, TextPosition } from '../base/index.js'
import { programError } from './program-error.js'
import { ScriptParser } from './script-parser.js'

/** A syntax tree around the code; offsets in it count from the start of the wrapper. */
export type ScriptParsing =
  | { readonly kind: 'script'; readonly tree: ScriptTree }
  | { readonly kind: 'refused'; readonly finding: Finding }

export interface ScriptTree {
  readonly script: Script
  /** The statements of the program. */
  readonly body: readonly (Statement | ModuleDeclaration)[]
  /** Where a node stands in the code. */
  offsetOf(node: { readonly start: number }): number
}

/**
 * Parses the code as `async function (mcp, params) { "use strict"; … }`, which it cannot break out of.
 * Imports and exports are let through: whoever looks for them can name them all. Findings: SYNTAX_ERROR, TYPESCRIPT_UNSUPPORTED, PROGRAM_TOO_COMPLEX.
 */
export function parseScript(code: string, positionAt: (offset: number) => TextPosition): ScriptParsing {
  const refuse = (errorCode: string, message: string, offset: number): ScriptParsing => ({
    kind: 'refused',
    finding: programError(errorCode, message, positionAt(offset)),
  })
  try {
    const script = ScriptParser.parse(OPEN + code + CLOSE, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowImportExportEverywhere: true,
    })
    const [program, more] = script.body
    // Code such as `} evil(); function x() {` closes the wrapper and opens another one.
    if (more !== undefined || program?.type !== 'FunctionDeclaration')
      return refuse('SYNTAX_ERROR', 'Unexpected token "}"', (program?.end ?? 1) - 1 - OPEN.length)
    // The first statement is the directive of the wrapper.
    const body = program.body.body.slice(1)
    return { kind: 'script', tree: { script, body, offsetOf: ({ start }) => start - OPEN.length } }
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure
    const offset = Math.min(Math.max(syntaxErrorOffset(failure) - OPEN.length, 0), code.length)
    if (failure.message.startsWith('Not enough stack space'))
      return refuse('PROGRAM_TOO_COMPLEX', 'The program cannot be read: it is nested too deeply', offset)
    if (code[offset] === '@') return refuse('TYPESCRIPT_UNSUPPORTED', 'Decorators are not supported', offset)
    return refuse('SYNTAX_ERROR', describeSyntaxError(failure, code, offset), offset)
  }
}

const OPEN = 'async function program(mcp,params){"use strict";'
const CLOSE = '\n}'

function syntaxErrorOffset(error: SyntaxError): number {
  return 'pos' in error && typeof error.pos === 'number' ? error.pos : 0
}

function describeSyntaxError(error: SyntaxError, code: string, offset: number): string {
  // acorn ends its messages with the position in the wrapped text.
  const message = error.message.replace(/ \(\d+:\d+\)$/, '')
  if (message !== 'Unexpected token') return message
  const found = /^(?:[\p{L}\p{N}_$]+|[^\s])/u.exec(code.slice(offset, offset + 40))?.[0]
  return found === undefined ? 'Unexpected end of the program' : `Unexpected token "${found}"`
}
