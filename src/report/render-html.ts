/** The report as one HTML file: no script, no resource from elsewhere, readable in light and dark, on a phone and on paper. */
import { createHash } from 'node:crypto'
import type { Report } from '../dryrun/index.js'
import type { AdviceOptions } from './advice.js'
import { branchSection as branchList } from './branches.js'
import { faultSection } from './faults.js'
import { verdictWord } from './guesses.js'
import { assumptionSection, branchSection } from './html/branches.js'
import { fileSection } from './html/files.js'
import { graphSection } from './html/graph.js'
import { pageHeader } from './html/header.js'
import { type Html, html } from './html/html.js'
import { findingSection, programSection } from './html/program.js'
import { rehearsalSection } from './html/rehearsal.js'
import { adviceSection, consoleSection, copySection, effectSection, listSection } from './html/sections.js'
import { HTML_STYLE } from './html/style.js'
import { safeText } from './safe-text.js'

export interface HtmlOptions extends AdviceOptions {
  readonly fileName: string
  /** The plan's text, to show what was said of its lines beside them. */
  readonly source?: string
}

/**
 * A whole document. Foreign text is escaped; should any markup get in all the same, the document's policy loads and runs nothing, and
 * takes no other style than the page's own, by its digest.
 */
export function renderHtml(report: Report, options: HtmlOptions): string {
  const name = safeText(options.fileName)
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${verdictWord(report)} ${name} – dry run</title>
<style>${STYLE}</style>
</head>
<body>
${pageHeader(report, name)}
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
</main>
</body>
</html>
`.markup
}

// Our own; escaped, its selectors and its digest would break.
const STYLE: Html = { markup: HTML_STYLE }
const STYLE_DIGEST: Html = { markup: createHash('sha256').update(HTML_STYLE).digest('base64') }
