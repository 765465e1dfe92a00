/** What a plan had been told when it made a call, as far as arguments may come from it. */

import type { JsonValue } from '../../base/index.js'
import { addToGroup, ownMember } from '../../base/index.js'
import { questionKey, type ToolCall } from '../../call/index.js'
import { splitText } from '../../sequence/index.js'
import type { Before } from '../before.js'
import { type Leaf, leavesOf } from './answer-leaves.js'
import type { ArgumentSources, WordOfLeaf } from './expected-arguments.js'

export interface RehearsedAnswers {
  /** What was known when the call was made. */
  before(made: MadeCall): ArgumentSources & { readonly given: readonly number[] }
  /** In the order of the calls; `isBound`: what stands there is the same for real. */
  add(made: MadeCall, leaves: readonly Leaf[], isBound: (pointer: string) => boolean): void
  addUnknown(made: MadeCall): void
}

interface MadeCall {
  readonly call: ToolCall
  readonly before: Before
  /** Where arguments came from in variants, by their JSON Pointers: equal questions are one there, and bear the number of the first. */
  readonly argumentsFrom?: Readonly<Record<string, { readonly call: number; readonly pointer: string }>>
}

export function createRehearsedAnswers(source: string, params: JsonValue): RehearsedAnswers {
  const numbers = new Set(source.match(/\d+(?:\.\d+)?/g))
  const given = new Set(leavesOf(0, params).map(({ value }) => value))
  const bound = new Map<string | number, number[]>()
  const open = new Map<string | number, Leaf[]>()
  const texts: Leaf[] = []
  const words = new Map<string, WordOfLeaf[]>()
  const called = new Set<string>()
  const unknown: number[] = []
  const waitedFor = new Map<number, ReadonlySet<number>>()
  const questions = new Map<number, string>()
  return {
    before(made) {
      const closure = closureOf(made)
      const had = (n: number): boolean => hasAnswer(made.before, closure, n)
      return {
        given: [...closure].sort((a, b) => a - b),
        isGiven: (value) => isInPlan(value) || (bound.get(value) ?? []).some(had),
        leaves: {
          equalTo: (value) => (open.get(value) ?? []).filter(({ call }) => had(call)).reverse(),
          get texts() {
            return texts.slice(-MOST_TEXTS).filter(({ call }) => had(call))
          },
          withWord: (word) => (words.get(word) ?? []).filter(({ leaf }) => had(leaf.call)).reverse(),
        },
        cameFrom(pointer, leaf) {
          const from = ownMember(made.argumentsFrom, pointer)
          if (from === undefined) return undefined
          return leaf.pointer === from.pointer && questions.get(leaf.call) === questions.get(from.call)
        },
        unknownCalls: unknown.filter(had),
      }
    },
    add(made, leaves, isBound) {
      remember(made)
      // What an answer says after the plan is no answer's own.
      for (const { value } of leavesOf(made.call.n, made.call.arguments ?? {}))
        for (const [, word] of idsIn(String(value))) called.add(word)
      for (const leaf of leaves) {
        if (isBound(leaf.pointer)) addToGroup(bound, leaf.value, leaf.call)
        else {
          addToGroup(open, leaf.value, leaf)
          if (typeof leaf.value !== 'string' || leaf.value.length < TELLING_LENGTH) continue
          texts.push(leaf)
          for (const [i, word] of idsIn(leaf.value))
            if (word !== leaf.value && !called.has(word)) addToGroup(words, word, { leaf, word: i })
        }
      }
    },
    addUnknown(made) {
      remember(made)
      unknown.push(made.call.n)
    },
  }

  function isInPlan(value: string | number): boolean {
    if (given.has(value)) return true
    return typeof value === 'number' ? numbers.has(String(Math.abs(value))) : source.includes(value)
  }

  function remember(made: MadeCall): void {
    waitedFor.set(made.call.n, closureOf(made))
    questions.set(made.call.n, questionKey(made.call))
  }

  /** Of a workflow: what a task waited for, and what these had waited for. */
  function closureOf({ before }: MadeCall): ReadonlySet<number> {
    if (before.kind === 'all') return NOTHING
    return new Set(before.calls.flatMap((n) => [n, ...(waitedFor.get(n) ?? [])]))
  }
}

function hasAnswer(before: Before, closure: ReadonlySet<number>, n: number): boolean {
  return before.kind === 'all' ? n <= before.upTo : closure.has(n)
}

const NOTHING: ReadonlySet<number> = new Set()

/** Words that a server may have made, with their numbers. What is that long holds no answer of a sentence. */
function idsIn(text: string): readonly (readonly [number, string])[] {
  if (text.length > LONGEST_TEXT) return []
  return [...splitText(text).words.entries()].filter(
    ([, word]) => word.length >= TELLING_LENGTH && /\d/.test(word),
  )
}

const LONGEST_TEXT = 20_000
/** Characters. Shorter texts stand in others by chance. */
const TELLING_LENGTH = 6
/** Looking through all answers of a long plan for each argument would take longer than the rehearsal. */
const MOST_TEXTS = 300
