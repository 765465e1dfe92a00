/** The look of the HTML report. */

/** CSS of our own, without an address in it. */
export const HTML_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --raised: #f6f7f9; --ink: #1c2128; --faint: #5c6673; --line: #d9dee5;
  --good: #116329; --good-paper: #e3f6e8;
  --bad: #a40e26; --bad-paper: #fdebed;
  --doubtful: #7a4d00; --doubtful-paper: #fff3d6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181d; --raised: #1c2229; --ink: #e3e8ee; --faint: #98a4b1; --line: #323b46;
    --good: #6fd58a; --good-paper: #12301c;
    --bad: #ff8f9a; --bad-paper: #3c161c;
    --doubtful: #f0bf5a; --doubtful-paper: #37290b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 58rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
p { margin: 0.2rem 0; }
header { padding-bottom: 1.25rem; border-bottom: 1px solid var(--line); }
header p { color: var(--faint); }
h1 { margin: 0.5rem 0 0.35rem; font-size: 1.7rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { margin: 2.25rem 0 0.6rem; font-size: 1.12rem; }
.count { margin-left: 0.3em; color: var(--faint); font-weight: 400; }
header .verdict {
  display: inline-block; margin: 0; padding: 0.15rem 0.8rem; border-radius: 999px;
  font-weight: 650; letter-spacing: 0.01em;
}
.good { color: var(--good); } .bad { color: var(--bad); } .doubtful { color: var(--doubtful); }
.verdict.good { color: var(--good); background: var(--good-paper); }
.verdict.bad, .tag.bad { color: var(--bad); background: var(--bad-paper); }
.verdict.doubtful, .tag.doubtful { color: var(--doubtful); background: var(--doubtful-paper); }
.tag {
  padding: 0.1rem 0.5rem; border-radius: 0.3rem; background: var(--raised); color: var(--faint);
  font-size: 0.82rem; font-weight: 600;
}
code, pre, .place { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.86rem; }
.place, small, .none { color: var(--faint); }
small { font-size: 0.86rem; }
article { padding: 0.7rem 0 0.9rem; border-top: 1px solid var(--line); }
article:first-of-type { border-top: 0; padding-top: 0.1rem; }
.about { display: flex; flex-wrap: wrap; gap: 0.2rem 0.6rem; align-items: baseline; }
pre {
  margin: 0.45rem 0 0; padding: 0.55rem 0.8rem; border: 1px solid var(--line); border-radius: 0.4rem;
  background: var(--raised); white-space: pre-wrap; line-height: 1.5;
}
pre .line {
  display: inline-block; min-width: 3ch; margin-right: 1.2ch; color: var(--faint);
  text-align: right; user-select: none;
}
mark { background: var(--bad-paper); color: var(--bad); border-bottom: 2px solid var(--bad); border-radius: 0.15rem; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { color: var(--faint); font-size: 0.84rem; font-weight: 500; text-align: left; }
th, td { padding: 0.42rem 0.9rem 0.42rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; }
th.number { width: 1%; }
th { white-space: nowrap; }
td:nth-child(3) { min-width: 11rem; }
td:nth-child(4) { min-width: 7rem; overflow-wrap: break-word; }
summary { color: var(--faint); font-size: 0.84rem; cursor: pointer; }
details p { color: var(--faint); font-size: 0.86rem; }
ul { margin: 0; padding-left: 1.2rem; }
li { margin: 0.3rem 0; }
li small { display: block; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1.5rem; margin: 0; }
dt { color: var(--faint); }
dd { margin: 0; }
dd code { margin-right: 0.5ch; }
dd pre { margin-top: 0; }
summary:focus-visible { outline: 2px solid var(--doubtful); outline-offset: 2px; }
@media (max-width: 34rem) {
  body { padding-top: 1.25rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
@media print {
  :root {
    --paper: #ffffff; --raised: #ffffff; --ink: #000000; --faint: #444444; --line: #bbbbbb;
    --good: #0b4a1e; --bad: #8c0c20; --doubtful: #5f3c00;
    --good-paper: #ffffff; --bad-paper: #ffffff; --doubtful-paper: #ffffff;
  }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .verdict, .tag { border: 1px solid currentColor; }
  .wide { overflow: visible; }
  article, tr, li { break-inside: avoid; }
  h2 { break-after: avoid; }
  summary { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`
