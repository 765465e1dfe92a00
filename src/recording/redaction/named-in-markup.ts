/** Named secrets in XML, as it is or escaped in other XML, in property lists, and in the parts of a form. */
import { mayNameSecret, type NameRules, namedSecretsIn } from './secret-names.js'

/**
 * Replaces the values of `<name a="b">value</name>`, `<key>name</key><string>value</string>`, `<entry key="name">value</entry>` and
 * `<setting name="name"><value>value</value></setting>`, and those of fields of `multipart/form-data` (RFC 7578).
 */
export function replaceNamedInMarkup(
  text: string,
  replacement: (secret: string) => string,
  rules: NameRules = {},
): string {
  return FORMS.reduce(
    (rest, { clue, pattern }) =>
      clue.test(rest)
        ? rest.replace(pattern, (whole: string, start: string, name: string, value: string) => {
            const [secret] = mayNameSecret(name, rules) ? namedSecretsIn(name, value, rules) : []
            return secret === undefined ? whole : start + value.replace(secret, () => replacement(secret))
          })
        : rest,
    text,
  )
}

const OPEN = '(?:<|&lt;)'
const CLOSE = '(?:>|&gt;)'
const NAME = '([A-Za-z][A-Za-z0-9_.:-]{1,80})'
const QUOTE = `(?:["']|&quot;)`
/** Of a tag, up to its end. */
const REST = '(?:(?!&gt;)[^<>]){0,200}'
const VALUE = `(?:<!\\[CDATA\\[)?)((?:(?!&lt;|\\]\\]>)[^<>\\s]){6,4096})(?=\\s{0,64}(?:<|&lt;|\\]\\]>))`
const XML = /<\/|&lt;\//

/** The groups of each: what stands before the value, the name, the value. All is bounded: no pattern is slow on hostile text. */
const FORMS: readonly { readonly clue: RegExp; readonly pattern: RegExp }[] = [
  { clue: XML, pattern: new RegExp(`(${OPEN}${NAME}(?:\\s${REST})?${CLOSE}\\s{0,64}${VALUE}`, 'g') },
  {
    clue: XML,
    pattern: new RegExp(
      `(${OPEN}(?:key|name)${CLOSE}${NAME}${OPEN}/(?:key|name)${CLOSE}\\s{0,64}${OPEN}(?:string|value|data)${CLOSE}\\s{0,64}${VALUE}`,
      'gi',
    ),
  },
  {
    clue: XML,
    pattern: new RegExp(
      `(${OPEN}[A-Za-z](?:(?!&gt;)[^<>]){0,200}?\\s(?:key|name)=${QUOTE}${NAME}${QUOTE}${REST}${CLOSE}\\s{0,64}(?:${OPEN}value${CLOSE}\\s{0,64})?${VALUE}`,
      'gi',
    ),
  },
  {
    clue: /form-data/i,
    pattern:
      /(form-data;[^\r\n]{0,200}?\bname="([A-Za-z][A-Za-z0-9_.[\]-]{1,80})"[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,4}\r?\n\r?\n)([^\s]{6,4096})/gi,
  },
]
