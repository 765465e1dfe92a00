/** From the program's text to its function, without running any of it. */
import { NativeSyntaxError } from './primordials.js'
import { evaluate, parseBody } from './runtime.js'
import { PROGRAM_URL, programPrefix } from './stack.js'

/** The program: the body of an async function, in strict mode. */
export type Body = (mcp: object, params: unknown, watcher?: object) => Promise<unknown>

/**
 * Compiles the text on the lines it has in the user's file.
 * @throws SyntaxError for what is no body, such as text that closes the function around it
 */
export function compile(code: string, watcher?: string): Body {
  refuseEscape(code)
  // The text evaluates to exactly one function expression.
  return evaluate(`${programPrefix(watcher)}${code}\n})`, PROGRAM_URL) as Body
}

/**
 * Refuses text that is the body of a function in one place and something else in another. Text that closes the function around it must
 * go on with a comma or a parenthesis in the first of these, and cannot go on with either in the second.
 */
function refuseEscape(code: string): void {
  const inParentheses = problemOf(`(async (mcp, params) => {"use strict";${code}\n})`)
  const inClass = problemOf(`(class { static async program(mcp, params) {"use strict";${code}\n} })`)
  if (inParentheses !== undefined) throw inParentheses
  if (inClass !== undefined) throw new NativeSyntaxError("Unexpected token '}'")
}

function problemOf(text: string): unknown {
  try {
    parseBody(text, PROGRAM_URL)
    return undefined
  } catch (problem) {
    return problem
  }
}
