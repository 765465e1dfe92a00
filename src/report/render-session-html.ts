/** What a client did in a copied world, as one HTML file for the person who decides on it. */
import type { JsonValue } from '../base/index.js'
import type { FileEffect, ReportedCall } from '../dryrun/index.js'
import { htmlDocument } from './html/document.js'
import { sessionFiles } from './html/files.js'
import { type Html, html } from './html/html.js'
import { jsonText } from './json-text.js'
import { safeText } from './safe-text.js'

export interface SessionPage {
  readonly id: string
  /** As the client calls itself. */
  readonly client: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly verdict: { readonly is: 'good' | 'bad' | 'doubtful'; readonly text: string }
  /** Sentences: what can be done now, and what is not in here. */
  readonly advice: readonly string[]
  /** Why it cannot be applied: sentences. */
  readonly reasons: readonly string[]
  readonly calls: readonly SessionCall[]
  readonly files: readonly FileEffect[]
  /** Sentences about calls that have no way back, or were refused. */
  readonly notes: readonly string[]
}

export interface SessionCall {
  readonly n: number
  readonly tool: ReportedCall['tool']
  readonly arguments: JsonValue
  /** What the client got. */
  readonly value: JsonValue
  /** Such as `reads` or `failed`. */
  readonly marks: readonly string[]
}

/** A whole document; foreign text is escaped. What is lost stands first, then what it tried. */
export function renderSessionHtml(page: SessionPage): string {
  const { id, client, createdAt, verdict, advice, reasons, calls, files, notes } = page
  const name = safeText(client, 60)
  return htmlDocument(
    `${verdict.text} ${name} – rehearsal`,
    html`<header>
<p class="verdict ${verdict.is}">${verdict.text}</p>
<h1>${name}</h1>
<p class="lead">Rehearsal ${safeText(id)}, since ${safeText(createdAt)}</p>
${advice.map((each) => html`<p>${safeText(each, 400)}</p>\n`)}</header>
<main>
${listOf('It cannot be applied', reasons)}
<section>
<h2>Would change <span class="count">${files.length}</span></h2>
${sessionFiles(files, calls)}
${notes.map((each) => html`<p>${safeText(each, 400)}</p>\n`)}</section>
<section>
<h2>It called <span class="count">${calls.length}</span></h2>
<ol class="calls">
${calls.map(callItem)}</ol>
</section>
</main>`,
  )
}

function listOf(title: string, sentences: readonly string[]): Html | undefined {
  if (sentences.length === 0) return undefined
  return html`<section>
<h2>${title}</h2>
<ul>
${sentences.map((each) => html`<li>${safeText(each, 1_000)}</li>\n`)}</ul>
</section>`
}

function callItem({ tool, arguments: args, value, marks }: SessionCall): Html {
  const told = marks.length === 0 ? '' : ` [${marks.join(', ')}]`
  return html`<li><details><summary><code>${safeText(tool, 100)}</code> <code>${safeText(JSON.stringify(args), 160)}</code>${told}</summary>
<pre>${jsonText(args)}</pre>
<pre>${jsonText(value)}</pre></details></li>
`
}
