/** Data that the user wrote by hand, in JSON or YAML, as a value. */
import { type JsonValue, UsageError } from '../base/index.js'
import { documentFormat, jsonOf, parseDocument, repeatedMembers } from '../document/index.js'
import { readUserFile } from './files.js'

/** `what` names its purpose: "the policy". @throws UsageError FILE_UNREADABLE, or POLICY_INVALID for a text that is no document */
export function readUserDocument(path: string, what: string, cwd: string): JsonValue {
  const text = readUserFile(path, what, cwd).toString('utf8')
  const parsing = parseDocument(text, { format: documentFormat(path, text) })
  if (parsing.kind === 'broken') throw invalid(path, what, parsing, parsing.message)
  const [repeated] = repeatedMembers(parsing.root)
  if (repeated !== undefined)
    throw invalid(
      path,
      what,
      parsing.positionAt(repeated.offset),
      `the key "${repeated.key}" is written twice`,
    )
  return jsonOf(parsing.root)
}

function invalid(
  path: string,
  what: string,
  { line, column }: { readonly line: number; readonly column: number },
  problem: string,
): UsageError {
  const message = `Cannot read ${what} "${path}": ${problem} (line ${line}, column ${column})`
  return new UsageError('POLICY_INVALID', message)
}
