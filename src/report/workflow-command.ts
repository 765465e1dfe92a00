/** Commands that a GitHub Actions runner reads from the log (docs: "Workflow commands for GitHub Actions"). */

/** `::error file=a.ts,line=1::message`. Properties that are undefined are left out; nothing in a value can end it. */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const written = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${name}${written.length === 0 ? '' : ` ${written.join(',')}`}::${escapeMessage(message)}`
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
