/** Secrets that stand in the text of a config, also of servers that cannot be used here: who shows the text hides them. */
import { isJsonArray, isJsonObject, type JsonValue } from '../base/index.js'
import { jsonOf, parseDocument } from '../document/index.js'
import { secretValues } from '../recording/redaction/index.js'
import { named } from './server-secrets.js'

/** Of every object and list in it, by name or by looks; none where it cannot be read. Variables and inputs are no values. */
export function secretsInText(text: string): readonly string[] {
  const parsing = parseDocument(text, { format: 'json-with-comments' })
  return parsing.kind === 'broken' ? [] : secretsIn(jsonOf(parsing.root))
}

function secretsIn(value: JsonValue): readonly string[] {
  if (isJsonArray(value)) {
    const texts = value.map((item) => (typeof item === 'string' ? written(item) : ''))
    return value.flatMap((item, i) =>
      typeof item === 'string' ? secretValues(named(texts[i] ?? '', texts[i - 1])) : secretsIn(item),
    )
  }
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' ? secretValues({ [name]: written(member) }) : secretsIn(member),
  )
}

/** What is no variable: of `${TOKEN:-text}` the text. */
function written(text: string): string {
  return text.replace(/\$\{[^{}]*?(?::-([^{}]*))?\}/g, (_, fallback: string | undefined) => fallback ?? '')
}
