/** Named secrets inside texts: lines of an environment, headers, options, queries, JSON and YAML that stand in the middle of prose. */
import { isVariable, mayNameSecret, type NameRules, namedSecretsIn } from './secret-names.js'

/**
 * Replaces the values of `NAME=value`, `name: value`, `"name": "value"`, `--name value`, `<name>value</name>`, of variables in the rows
 * of tables, and the passwords of URLs.
 */
export function replaceNamedSecrets(
  text: string,
  replacement: (secret: string) => string,
  rules: NameRules = {},
): string {
  const inUrls = text.includes('://') ? replaceUrlPasswords(text, replacement) : text
  const pairs = replacePairs(inUrls, replacement, rules)
  return NAMED_VALUE_CLUE.test(pairs) ? replaceNamedValues(pairs, replacement, rules) : pairs
}

function replacePairs(text: string, replacement: (secret: string) => string, rules: NameRules): string {
  if (rules.keys === undefined && !ANY_CLUE.test(text)) return text
  let done = ''
  let rest = 0
  PAIR.lastIndex = 0
  for (let pair = PAIR.exec(text); pair !== null; pair = PAIR.exec(text)) {
    const [whole, option, given, element, variable] = pair
    const name = option ?? given ?? element ?? variable ?? ''
    const start = pair.index + whole.length
    if (!mayNameSecret(name, rules)) continue
    const isCookie = /cookie$/i.test(name)
    const isOfForm = /(?:\]|%5[Dd])=$/.test(whole)
    const value = isCookie ? lineAt(text, start) : valueAt(text, start, isOfForm ? '&' : text[pair.index - 1])
    if (variable !== undefined && (isCell(value) || isVerdict(variable, value))) continue
    for (const secret of namedSecretsIn(name, value, rules)) {
      const at = text.indexOf(secret, Math.max(start, rest))
      done += text.slice(rest, at) + replacement(secret)
      rest = at + secret.length
    }
    // What stands inside a value that was no secret may be named as well; cookies were all looked at.
    PAIR.lastIndex = Math.max(start, rest, isCookie ? start + value.length : 0)
  }
  return rest === 0 ? text : done + text.slice(rest)
}

/** The value that starts at a place: in quotes, escaped or not, else up to white space; in a query up to the next pair. */
function valueAt(text: string, start: number, before: string | undefined): string {
  const window = text.slice(start, start + MAX_VALUE)
  const quote = /^\\{0,7}["'`]/.exec(window)?.[0]
  if (quote !== undefined) return upToQuote(window, quote)
  const scheme = /^(?:bearer|basic|token|apikey|negotiate|digest) +(?=\S)/i.exec(window)?.[0] ?? ''
  const [run = ''] = /^[^\s\0"'<>`]{1,513}/.exec(window.slice(scheme.length)) ?? []
  const isLong = run.length > MAX_BARE
  const value = isLong || before === '?' || before === '&' ? run.replace(/[&#;,].*/s, '') : run
  if (value.length > MAX_BARE) return ''
  return scheme + value.replace(/(?:\\[nrt"'].*|[,;)}\].\\]+)$/s, '')
}

/** What stands beside a variable in a table or a sentence, and is no value of it: another variable, or a type such as `base64`. */
function isCell(value: string): boolean {
  return (
    value.length < 8 ||
    isVariable(value) ||
    /^(?:base|hex|utf|string|u?int|float|sha|md|aes|rsa|hs|rs|es)[-_]?\d{1,5}$/i.test(value)
  )
}

/** `PASS  plan2.ts`, as programs that test say of a file: no password has the name of one. */
function isVerdict(word: string, value: string): boolean {
  return word === 'PASS' && /[/\\]|\.[A-Za-z][A-Za-z0-9]{0,4}$/.test(value)
}

function lineAt(text: string, start: number): string {
  return /^["']?([^\r\n"']*)/.exec(text.slice(start, start + MAX_VALUE))?.[1] ?? ''
}

function upToQuote(window: string, quote: string): string {
  for (let end = window.indexOf(quote, quote.length); end > 0; end = window.indexOf(quote, end + 1)) {
    if (quote.length > 1 || !isEscaped(window, end)) return window.slice(quote.length, end)
  }
  // Cut off, or the quote of a text around it.
  return /^\S*/.exec(window.slice(quote.length))?.[0] ?? ''
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

function replaceUrlPasswords(text: string, replacement: (secret: string) => string): string {
  return text.replace(URL_PASSWORD, (whole, start: string, password: string) =>
    /^(?:REDACTED_.*|password|pass|pw|secret|\*+|x+|\$\{?\w+\}?|<.*>|%s|\{.*\})$/i.test(password)
      ? whole
      : `${start}${replacement(password)}@`,
  )
}

/** `"name": "DB_PASSWORD", "value": "…"`, as lists of variables are written in JSON, YAML and XML. */
function replaceNamedValues(text: string, replacement: (secret: string) => string, rules: NameRules): string {
  return text.replace(NAMED_VALUE, (whole, start: string, name: string, value: string) => {
    const [secret] = namedSecretsIn(name, value, rules)
    return secret === undefined
      ? whole
      : start + value.replace(secret, () => replacement(secret)) + whole.slice(start.length + value.length)
  })
}

/** Of a value in quotes, and of one without: a longer one is a document, and each of its names would have it read again. */
const MAX_VALUE = 4096
const MAX_BARE = 512
const ANY_CLUE = /secret|pass|pwd|token|key|credential|auth|jwt|cookie/i
/**
 * An option with what stands behind it; a name, what closes it (in forms `user[name]=`), and the sign; an element of XML; a variable in the row of a table, or
 * behind `set -gx`. Names begin at a boundary and are bounded.
 */
const PAIR =
  /(?:(?<![A-Za-z0-9_.-])|(?<=%5[Bb]))(?:--([A-Za-z][A-Za-z0-9_.-]{1,80})(?:[ \t=]{1,4}|["'],\s{0,64}["'])|([A-Za-z][A-Za-z0-9_.-]{1,80})(?:\\{0,7}["'`]|(?:\]|%5[Dd])(?==))?[ \t]{0,4}(?:=>|:=|[=:])[ \t]{0,4}|(?<=(?<![A-Za-z0-9_])<)([A-Za-z][A-Za-z0-9_.-]{1,80})>|([A-Z][A-Z0-9_]{2,80})[ \t|,]{1,64})/g
const URL_PASSWORD = /(:\/\/[^\s/?#:@"'<>\\]{0,256}:)([^\s/?#@"'<>\\]{1,512})@/g
const NAMED_VALUE_CLUE = /\bvalue["']?\s{0,8}[:=]/i
const NAMED_VALUE =
  /(\b(?:name|key|variable)["']?\s{0,8}[:=]\s{0,8}["']?([A-Za-z][A-Za-z0-9_.-]{1,80})["']?\s{0,4},?\s{0,32}["']?value["']?\s{0,8}[:=]\s{0,8}["']?)([^\s"'\\,}]{6,4096})/gi
