/**
 * The `render-` files are the formats, `html/` the page; `finding-help.ts` is what every finding says to do, `told-by.ts` the
 * words. What a reader may be shown of foreign text goes through `safe-text.ts`.
 */
export type {
  BrokenRecording,
  BrokenRecordings,
  Drift,
  DriftChange,
  DriftClass,
  DriftServer,
  TestAtRisk,
  TestsAtRisk,
} from './drift.js'
export { type CiOptions, type FailOn, isFailed } from './fail-on.js'
export type { Probe, ProbeCheck, ProbeCounts, ProbedTool, ProbeFinding } from './probe.js'
export { type Problem, problemsOf } from './problems.js'
export { renderDrift } from './render-drift.js'
export { renderGithub } from './render-github.js'
export { type HtmlOptions, renderHtml } from './render-html.js'
export { renderJunit } from './render-junit.js'
export { type MarkdownOptions, renderMarkdown } from './render-markdown.js'
export { renderProbe } from './render-probe.js'
export {
  type Recheck,
  type RecheckedRecording,
  type RecheckScore,
  renderRecheck,
  type SkippedRecordings,
} from './render-recheck.js'
export { renderSarif, type SarifOptions } from './render-sarif.js'
export { renderText, type TextOptions } from './render-text.js'
export { renderTorture, renderTortureRows } from './render-torture.js'
export type { SarifLog } from './sarif-log.js'
export { formatTable } from './table.js'
export type { TortureReport, TortureReportRow } from './torture.js'
