/** What to write in a policy about tools of which nobody says what they do: told wherever that stops something. */

/**
 * Lines of text, the last ones to be copied into a file. `tools` are named as `SERVER:TOOL`; of many the first are shown. Empty
 * for none.
 */
export function policyLines(tools: readonly string[]): readonly string[] {
  const shown = [...new Set(tools)].slice(0, MAX_SHOWN)
  if (shown.length === 0) return []
  const one = shown.length === 1
  return [
    `If ${one ? 'it' : 'each'} only reads, whatever its arguments are, say so in a policy (--policy FILE); else say write, destructive or external:`,
    'rules:',
    ...shown.map((tool) => `  ${policyLine(tool)}`),
  ]
}

/** The rule that calls a tool a read, as it stands in a list of rules. */
export function policyLine(tool: string): string {
  return `- ${policyRule(tool)}`
}

/** The same rule by itself. */
export function policyRule(tool: string): string {
  return `{ tools: ${yamlText(tool)}, effect: read }`
}

const MAX_SHOWN = 5

/** Text that YAML reads back, and that cannot steer a terminal. */
function yamlText(tool: string): string {
  return JSON.stringify(tool).replaceAll(/(?! )[\p{C}\p{Z}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
  })
}
