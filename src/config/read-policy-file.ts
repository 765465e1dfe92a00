/** A policy from the file that the user names. */
import { positionText, readUserText, type TextPosition, UsageError } from '../base/index.js'
import { documentFormat, jsonOf, parseDocument, repeatedMembers } from '../document/index.js'
import { type Policy, parsePolicy } from '../policy/index.js'

/** JSON or YAML. @throws UsageError FILE_UNREADABLE, POLICY_INVALID */
export function readPolicyFile(file: string, cwd: string): Policy {
  const text = readUserText(file, 'the policy', cwd)
  const parsing = parseDocument(text, { format: documentFormat(file, text) })
  if (parsing.kind === 'broken') throw broken(file, parsing, parsing.message)
  const [repeated] = repeatedMembers(parsing.root)
  if (repeated !== undefined)
    throw broken(file, parsing.positionAt(repeated.offset), `the key "${repeated.key}" is written twice`)
  return parsePolicy(jsonOf(parsing.root), `"${file}"`)
}

function broken(file: string, at: TextPosition, problem: string): UsageError {
  return new UsageError(
    'POLICY_INVALID',
    `Cannot read the policy "${file}": ${problem} (${positionText(at)})`,
    { hint: 'a policy is { "rules": [{ "tools": "server:read_*", "effect": "read" }] }' },
  )
}
