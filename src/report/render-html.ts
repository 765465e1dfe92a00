/** The report as one HTML file: no script, no resource from elsewhere, readable in light and dark, on a phone and on paper. */
import type { Report } from '../dryrun/index.js'
import type { AdviceOptions } from './advice.js'
import { branchSection as branchList } from './branches.js'
import { faultSection } from './faults.js'
import { verdictWord } from './guesses.js'
import { assumptionSection, branchSection } from './html/branches.js'
import { htmlDocument } from './html/document.js'
import { fileSection } from './html/files.js'
import { graphSection } from './html/graph.js'
import { pageHeader } from './html/header.js'
import { html } from './html/html.js'
import { findingSection, programSection } from './html/program.js'
import { rehearsalSection } from './html/rehearsal.js'
import { adviceSection, consoleSection, copySection, effectSection, listSection } from './html/sections.js'
import { safeText } from './safe-text.js'

export interface HtmlOptions extends AdviceOptions {
  readonly fileName: string
  /** The plan's text, to show what was said of its lines beside them. */
  readonly source?: string
}

/** A whole document. Foreign text is escaped. */
export function renderHtml(report: Report, options: HtmlOptions): string {
  const name = safeText(options.fileName)
  return htmlDocument(
    `${verdictWord(report)} ${name} – dry run`,
    html`${pageHeader(report, name)}
<main>
${findingSection(report, name)}
${adviceSection(report, options)}
${programSection(report, options)}
${graphSection(report)}
${fileSection(report)}
${effectSection(report)}
${assumptionSection(report)}
${branchSection(report, name)}
${listSection(branchList(report))}
${listSection(faultSection(report))}
${copySection(report)}
${consoleSection(report)}
${rehearsalSection(report)}
</main>`,
  )
}
