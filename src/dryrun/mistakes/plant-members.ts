/** Members that a program reads and that are not there, put into what it heard: each with a value that nobody uses. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { outcomeValue, type ToolCall } from '../../call/index.js'
import type { LedgerEntry } from '../ledger.js'
import type { Assignment, CallName, Reply } from '../variants/played.js'

export interface Planted {
  readonly answers: Assignment
  readonly plants: readonly Plant[]
}

export interface Plant {
  readonly member: string
  /** How it is recognised; of a number its digits. */
  readonly text: string
  /** The call whose answer got it. */
  readonly of: ToolCall
  /** The members that are there. */
  readonly siblings: readonly string[]
}

export function plantMembers(
  entries: ReadonlyMap<CallName, LedgerEntry>,
  members: readonly string[],
  kind: 'text' | 'number',
): Planted {
  const plants: Plant[] = []
  const answers = new Map<CallName, Reply>()
  for (const [name, { call, answer }] of entries) {
    if (answer.outcome.kind !== 'result' || answer.unknown === true) continue
    const before = plants.length
    const value = plantIn(outcomeValue(answer.outcome), call)
    if (plants.length > before) answers.set(name, { kind: 'value', value })
  }
  return { answers, plants }

  function plantIn(value: JsonValue, of: ToolCall): JsonValue {
    if (Array.isArray(value)) return value.map((each: JsonValue) => plantIn(each, of))
    if (typeof value === 'string') return plantInText(value, of)
    if (!isJsonObject(value)) return value
    const siblings = Object.keys(value)
    const planted: Record<string, JsonValue> = {}
    for (const key of siblings) planted[key] = plantIn(value[key] ?? null, of)
    for (const member of members) {
      if (Object.hasOwn(value, member) || plants.length >= MOST_PLANTS) continue
      const number = FIRST_NUMBER + plants.length
      const text = kind === 'text' ? `zqp${plants.length}qz` : String(number)
      plants.push({ member, text, of, siblings })
      planted[member] = kind === 'text' ? text : number
    }
    return planted as JsonObject
  }

  /** Many tools answer with JSON as text, which the program parses. */
  function plantInText(text: string, of: ToolCall): JsonValue {
    if (!/^\s*[[{]/.test(text)) return text
    try {
      const value = JSON.parse(text) as JsonValue
      const before = plants.length
      const planted = plantIn(value, of)
      return plants.length === before ? text : JSON.stringify(planted)
    } catch {
      // No JSON: nothing of it is read by name.
      return text
    }
  }
}

const MOST_PLANTS = 2_000
const FIRST_NUMBER = 720_431
