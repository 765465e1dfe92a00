/** JSON that says to this client something else than to another reader. */
import { inOneLine, type JsonValue, lossyNumber, repeatedKey } from '../../base/index.js'

/** What the value does not show of its text, as the end of a sentence; each kind once. */
export function ambiguitiesOf(value: JsonValue, text: string): readonly string[] {
  // Most servers write as we would: then nothing was lost.
  if (JSON.stringify(value) === text) return NONE
  const number = lossyNumber(text)
  const key = repeatedKey(text)
  return [
    ...(number === undefined
      ? []
      : [`holds the number ${inOneLine(number, 100)}, which JavaScript reads as ${Number(number)}`]),
    ...(key === undefined
      ? []
      : [
          `has the key ${inOneLine(JSON.stringify(key), 100)} twice in one object, of which the last one counts here`,
        ]),
  ]
}

const NONE: readonly string[] = []
