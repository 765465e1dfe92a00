/** The report for programs. */
import type { Report } from '../dryrun/index.js'

/** JSON indented by two spaces, ending in a line feed. The same report gives the same text, byte for byte. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`
}
