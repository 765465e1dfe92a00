/** The look of the HTML report: CSS of our own, without an address in it. */
import { COLOURS, PAPER_COLOURS } from './style-colours.js'

export const HTML_STYLE = `
${COLOURS}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 3rem 2rem 5rem; max-width: 80rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
p { margin: 0.2rem 0; }
a { color: inherit; text-decoration-color: var(--faint); text-underline-offset: 0.2em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--s-recording); outline-offset: 2px; border-radius: 0.2rem; }
code, pre, .place { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.84rem; }
h1 { margin: 0.7rem 0 0.4rem; font-size: 2rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 0 0 0.8rem; font-size: 1.15rem; letter-spacing: -0.01em; }
section { margin-top: 2.75rem; }
ul, ol { margin: 0; padding: 0; list-style: none; }
li { margin: 0.35rem 0; }
pre { margin: 0; white-space: pre-wrap; line-height: 1.6; }
small, .place, .none, .count, .given, .n { color: var(--faint); }
small { font-size: 0.86rem; }
li small { display: block; }
.count { margin-left: 0.35em; font-size: 0.95rem; font-weight: 400; letter-spacing: 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .doubtful { color: var(--doubtful); }
.tag {
  display: inline-block; padding: 0 0.5rem; border-radius: 1rem; background: var(--raised); color: var(--faint);
  font-size: 0.76rem; font-weight: 600; line-height: 1.4rem; white-space: nowrap;
}
.tag.bad { color: var(--bad); background: var(--bad-paper); }
.tag.doubtful { color: var(--doubtful); background: var(--doubtful-paper); }

header .verdict {
  display: inline-block; margin: 0; padding: 0.25rem 1rem; border-radius: 2rem; font-weight: 650;
}
.verdict.good { background: var(--good-paper); } .verdict.bad { background: var(--bad-paper); }
.verdict.doubtful { background: var(--doubtful-paper); }
header p { max-width: 48rem; color: var(--faint); }
header p.verdict { max-width: none; }
header .verdict.good { color: var(--good); } header .verdict.bad { color: var(--bad); }
header .verdict.doubtful { color: var(--doubtful); }
header .lead { color: var(--ink); font-size: 1.1rem; }
.bars { display: block; width: 100%; height: 0.5rem; margin-top: 1.5rem; border-radius: 0.25rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.1rem 1.25rem; margin-top: 0.6rem; font-size: 0.86rem; }
.legend b { color: var(--faint); font-weight: 500; }
.dot { width: 0.95rem; height: 0.95rem; vertical-align: -0.14rem; overflow: visible; }
.disc, .bar { fill: var(--mark); }
.ring { fill: var(--paper); stroke: var(--mark); stroke-width: 2.5; }
.cross { fill: none; stroke: var(--mark); stroke-width: 3; stroke-linecap: round; }

.findings li { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); align-items: start; padding: 0.7rem 0; margin: 0; border-top: 1px solid var(--line); }
.findings .tag { justify-self: start; margin-top: 0.1rem; }
.findings p { max-width: 60rem; margin: 0; }
.findings .about { display: flex; flex-wrap: wrap; gap: 0 0.9rem; color: var(--faint); }

.program { border: 1px solid var(--line); border-radius: 0.6rem; overflow: hidden; }
.row { display: grid; grid-template-columns: minmax(0, 12fr) minmax(0, 9fr); }
.row .code { padding: 0 0.9rem 0 0; background: var(--raised); }
.row:first-child .code { padding-top: 0.5rem; } .row:last-child .code { padding-bottom: 0.5rem; }
.row.noted { border-top: 1px solid var(--line); }
.row.noted:first-child { border-top: 0; }
.row.noted .code { padding-top: 0.25rem; }
.row .code { font-size: 0.8rem; }

.row .code { display: flex; flex-direction: column; border-right: 1px solid var(--line); }
.l { display: block; padding-left: 4.6ch; text-indent: -4.6ch; min-height: 1.6em; }
.ln { display: inline-block; width: 3.4ch; margin-right: 1.2ch; text-indent: 0; color: var(--faint); text-align: right; user-select: none; }
.noted .l:first-child .ln { color: var(--ink); font-weight: 650; }
mark { background: var(--bad-paper); color: var(--bad); text-decoration: underline wavy; text-underline-offset: 0.25em; }
.notes { padding: 0.15rem 0.9rem 0.3rem; min-width: 0; }
.note { margin: 0.15rem 0 0.3rem; font-size: 0.92rem; }
:target { background: var(--target); }
summary { cursor: pointer; }
details > summary::marker { color: var(--faint); }
.call > summary { list-style: none; padding: 0.1rem 0; }
.call > summary::-webkit-details-marker { display: none; }
.call > summary .n { font-variant-numeric: tabular-nums; font-size: 0.86rem; }
.call .from { font-size: 0.86rem; }
.short {
  display: block; padding-left: 1.25rem; overflow: hidden; color: var(--faint);
  font: 0.8rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  text-overflow: ellipsis; white-space: nowrap;
}
.call[open] .short { display: none; }
.call > div { margin: 0.2rem 0 0.7rem 0.4rem; padding-left: 0.8rem; border-left: 2px solid var(--line); }
.call > div p { color: var(--faint); font-size: 0.86rem; }
.call pre { font-size: 0.8rem; }
.fold > summary { color: var(--faint); font-size: 0.86rem; }

.graph { position: relative; display: flex; gap: 0.5rem; }
.rail { flex: none; }
.edge { fill: none; stroke: var(--mark); stroke-width: 2; opacity: 0.75; }
.spine { fill: none; stroke: var(--line); stroke-width: 2; }
.nodes { flex: 1; min-width: 0; }
.nodes li {
  display: flex; align-items: center; gap: 0.6rem; height: 2.25rem; margin: 0;
  border-bottom: 1px solid var(--line); white-space: nowrap;
}
.nodes li:last-child { border-bottom: 0; }
.nodes .n { min-width: 1.6rem; font-size: 0.86rem; font-variant-numeric: tabular-nums; text-align: right; }
.nodes .id { flex: none; max-width: 50%; font-weight: 600; } .nodes .tool, .nodes .id { overflow: hidden; text-overflow: ellipsis; }
.nodes .times, .nodes .given, .nodes .source { font-size: 0.86rem; }
.nodes .given { overflow: hidden; text-overflow: ellipsis; }
.nodes .tool { flex: 0 1 auto; min-width: 0; }
.nodes .short { flex: 1; min-width: 0; padding: 0; }
.nodes .source { flex: none; margin-left: auto; padding-left: 0.5rem; }

.changes > li { margin: 0.6rem 0; }
.changes details { margin-top: 0.3rem; }
.changes summary { color: var(--faint); font-size: 0.86rem; }
.diff, dd pre, .console { padding: 0.5rem 0.9rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--raised); }
.diff { padding: 0.5rem 0; }
.diff, .diff .none { text-indent: 0; }
.diff > span, .diff { padding-left: 0.9rem; padding-right: 0.9rem; }
.diff > span { display: block; margin: 0 -0.9rem; }
.lost { color: var(--bad); background: var(--bad-paper); } .new { color: var(--good); background: var(--good-paper); }
.console .level { display: inline-block; min-width: 5ch; margin-right: 1ch; color: var(--faint); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.4rem 1.75rem; margin: 0; }
dt { color: var(--faint); }
dd { margin: 0; }
dd code { margin-right: 0.5ch; }

@media (max-width: 52rem) {
  body { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
  .row { grid-template-columns: minmax(0, 1fr); }
  .row .code { border-right: 0; }
  .notes { padding-left: 1.2rem; background: var(--paper); }
  .nodes .given, .nodes .short { display: none; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 0.6rem; }
}
@media (max-width: 30rem) {
  .nodes .tag { display: none; }
  .findings li { grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
${PAPER_COLOURS}
  body { max-width: none; padding: 0; font-size: 10pt; }
  .verdict, .tag { border: 1px solid currentColor; }
  .row, tr, li, .note, .call { break-inside: avoid; }
  h2 { break-after: avoid; }
  .changes summary { display: none; }
  .call .short { white-space: normal; }
  details.fold::details-content, .changes details::details-content { content-visibility: visible; block-size: auto; }
}
`
