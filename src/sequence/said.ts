/** All that an agent had heard and said before a call: what is in it is no computation of its own. */
import { isJsonArray, isJsonObject, type JsonValue } from '../base/index.js'
import { toldValue } from '../call/index.js'
import type { OwnHeard, Said, ToolNumbers } from './computed.js'
import type { Play } from './play.js'
import type { Templated } from './template.js'
import { instantOf, timesIn } from './times.js'
import { type Known, TELLING_LENGTH, weave } from './weave.js'

export function whatWasSaid(
  session: Play,
  before: number,
  own: readonly OwnHeard[],
  isInWorld: (word: string) => boolean,
  templates: ReadonlyMap<number, Templated>,
): Said {
  const known = own.map((each): Known<OwnHeard> => ({ text: each.session, kind: each.kind, of: each }))
  const texts: string[] = []
  const answers: string[] = []
  const numbers: ToolNumbers[] = []
  const instants = new Set<number>()
  for (const { n, tool, server, arguments: args, end } of session.calls.slice(0, before - 1)) {
    texts.push(...(templates.get(n)?.literals ?? []))
    numbers.push({ tool: `${server}:${tool} arguments`, numbers: numbersIn(leaves(args ?? {})) })
    if (end.kind !== 'answered') continue
    const said = leaves(toldValue(end.outcome))
    numbers.push({ tool: `${server}:${tool}`, numbers: numbersIn(said) })
    for (const text of said) {
      const parts = weave(text, known)
      if (parts.some((part) => typeof part !== 'string')) answers.push(text)
      texts.push(...parts.filter((part): part is string => typeof part === 'string'))
      for (const word of [...timesIn(text).map((time) => time.text), ...(text.match(EPOCH) ?? [])]) {
        const ms = instantOf(word)
        if (ms !== undefined) instants.add(ms)
      }
    }
  }
  const short = new Set(own.map(({ session: each }) => each).filter((each) => each.length < TELLING_LENGTH))
  return {
    // What is short and differs from world to world was not said by itself.
    text: texts.map((text) => (short.has(text) ? '' : text)).join('\0'),
    ...{ answers, numbers, isInWorld },
    instants: [...instants],
  }
}

const EPOCH = /(?<!\d)\d{10}(?:\d{3})?(?!\d)/g

/** Texts, numbers and names of members, each as text. */
function leaves(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (isJsonArray(value)) return value.flatMap(leaves)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...leaves(member)])
}

function numbersIn(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text) => (text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)/g) ?? []).map(Number))
}
