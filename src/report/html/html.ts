/** HTML in which foreign text cannot be anything but text: what a template is given is escaped, unless a template made it. */
import { printable } from '../../base/index.js'
import type { Sentence } from '../list-section.js'

/** Made by `html`; its markup is our own. */
export interface Html {
  readonly markup: string
}

type Value = string | number | undefined | Html | readonly Html[]

/** Text and numbers are escaped; undefined is nothing; lists are joined. In a tag stand numbers and words of our own alone. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = strings.map((string, i) => string + (i < values.length ? markupOf(values[i]) : ''))
  return { markup: markup.join('') }
}

/** The sentence with the words of others as code. */
export function sentenceHtml(sentence: Sentence): Html {
  return html`${sentence.map((part) => (typeof part === 'string' ? html`${part}` : html`<code>${part.code}</code>`))}`
}

function markupOf(value: Value): string {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

/** Control and invisible characters become visible too. */
function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"'`=]/g, (character) => `&#${character.charCodeAt(0)};`)
}
