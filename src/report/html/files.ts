/** The files that would change, each with its diff; what is long is folded away. */
import type { FileEffect, Report, ReportedCall } from '../../dryrun/index.js'
import { changedCount, ownChanges, type ToldChange, toldChanges } from '../file-changes.js'
import { safeText } from '../safe-text.js'
import { type DiffLine, shortDiff } from '../short-diff.js'
import { type Html, html, sentenceHtml } from './html.js'

/** Undefined where no server was copied. */
export function fileSection(report: Report): Html | undefined {
  const { effects } = report
  if (effects === undefined) return undefined
  const own = ownChanges(report)
  const room = { others: 5000, removed: 5000, open: 80 }
  return html`<section>
<h2>Would change <span class="count">${changedCount(report)}</span></h2>
${effects.files.length === 0 ? html`<p class="none">No file changes.</p>` : changeList(effects.files, report, room)}
${own === undefined ? undefined : html`<p class="none">${sentenceHtml(own)}</p>`}
${
  effects.late.length === 0
    ? undefined
    : html`<p>After the last answer, by a call that nobody knows:</p>\n${changeList(effects.late, report, room)}`
}
</section>`
}

/** Those of a session that was made in a copy; `calls` are its own. */
export function sessionFiles(files: readonly FileEffect[], calls: Calls): Html {
  if (files.length === 0) return html`<p class="none">No file changes.</p>`
  return changeList(files, { calls }, { others: 5000, removed: 5000, open: 200 })
}

type Calls = readonly Pick<ReportedCall, 'n' | 'tool'>[]

interface Room {
  others: number
  removed: number
  /** Lines that are shown before anybody asks. */
  open: number
}

function changeList(changes: readonly FileEffect[], report: { readonly calls: Calls }, room: Room): Html {
  const { shown, more } = toldChanges(changes, report, { removed: 1000, others: 300 })
  return html`<ul class="changes">
${shown.map(
  (each) => html`<li>${TAGS[each.change]} ${sentenceHtml(each.sentence)}${diffOf(each, room)}</li>\n`,
)}${more === undefined ? undefined : html`<li class="none">${more}</li>\n`}</ul>`
}

const TAGS: Readonly<Record<ToldChange['change'], Html>> = {
  removed: html`<b class="tag bad">removed</b>`,
  changed: html`<b class="tag doubtful">changed</b>`,
  renamed: html`<b class="tag doubtful">renamed</b>`,
  made: html`<b class="tag">made</b>`,
}

function diffOf({ diff }: ToldChange, room: Room): Html | undefined {
  if (diff.length === 0) return undefined
  const { lines, more } = shortDiff(diff, {
    others: Math.min(room.others, 200),
    removed: Math.min(room.removed, 500),
  })
  for (const { kind } of lines) room[kind === 'removed' ? 'removed' : 'others']--
  const isOpen = lines.length <= room.open
  if (isOpen) room.open -= lines.length
  return html`<details${isOpen ? OPEN : undefined}><summary>What differs</summary>
<pre class="diff">${lines.map(lineHtml)}${more === undefined ? undefined : html`<span class="none">${more}</span>`}</pre></details>`
}

const OPEN = html` open`

function lineHtml({ kind, text }: DiffLine): Html {
  const line = safeText(text, 400)
  if (kind === 'removed') return html`<span class="lost">${line}\n</span>`
  return kind === 'added' ? html`<span class="new">${line}\n</span>` : html`${line}\n`
}
