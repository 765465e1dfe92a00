/** Tools as a test names them: `SERVER:TOOL`, with `*` for any characters, or a regular expression. */
import { matchesPattern, UsageError } from '../../base/index.js'
import { shownValue } from './shown-text.js'

export type ToolName = string | RegExp

/** @throws UsageError USAGE for what can name no tool, such as a name without its server */
export function checkToolNames(names: readonly unknown[], matcher: string): readonly ToolName[] {
  return names.map((name) => {
    if (name instanceof RegExp || (typeof name === 'string' && (name.includes(':') || name === '*')))
      return name
    throw new UsageError('USAGE', `Cannot use ${matcher} with ${shownValue(name, 40)}: it names no tool`, {
      hint: 'name tools as "SERVER:TOOL", with * for any characters, or by a regular expression',
    })
  })
}

export function isNamed(tool: string, names: readonly ToolName[]): boolean {
  // Searching from the start each time: an expression with the flag g remembers where it stopped.
  return names.some((name) =>
    typeof name === 'string' ? matchesPattern(name, tool) : tool.search(name) >= 0,
  )
}

/** `"files:read", /^memory:/`. */
export function describeToolNames(names: readonly ToolName[]): string {
  return names.map((name) => (typeof name === 'string' ? shownValue(name, 40) : String(name))).join(', ')
}
