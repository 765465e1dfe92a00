/** A sequence under way in some world, rehearsed or real: what it calls next, and whether what was answered is what was promised. */
import type { JsonObject, JsonValue } from '../base/index.js'
import { type Outcome, toldValue } from '../call/index.js'
import { holdPromise } from './hold-promise.js'
import { createOwnMap } from './own-map.js'
import { stepOf } from './read-sequence.js'
import type { Sequence } from './sequence.js'
import { type Place, resolveTemplate, textAt, Unresolved } from './template.js'

export interface FollowedSequence {
  /** The arguments of a call (from 1), once all before its group are answered. `stop`: it must not be made; the end of a sentence. */
  argumentsOf(call: number): ReadyArguments | { readonly kind: 'stop'; readonly why: string }
  /** The end of a sentence on the answer where it is not as promised; then nothing more may be called. */
  answered(call: number, outcome: Outcome): string | undefined
  /** Nobody really answered it: what comes from there is unknown, and nothing is held against it. */
  guessed(call: number): void
  /** What is called otherwise here than in the session, so far. */
  renamed(): readonly Renamed[]
}

export interface ReadyArguments {
  readonly kind: 'ready'
  /** Absent: no `arguments` member is sent. */
  readonly arguments?: JsonObject
  /** JSON Pointers to what hangs on a guess, where null stands. */
  readonly unknownAt: readonly string[]
}

export interface Renamed {
  readonly session: string
  readonly now: string
}

export function followSequence(sequence: Pick<Sequence, 'steps' | 'own'>): FollowedSequence {
  const { own } = sequence
  const map = createOwnMap()
  const answers = new Map<number, JsonValue | undefined>()
  let isGuessed = false

  return {
    argumentsOf(call) {
      const { arguments: template } = stepOf(sequence, call)
      if (template === undefined) return { kind: 'ready', unknownAt: [] }
      try {
        return { kind: 'ready', ...resolveTemplate(template, find) }
      } catch (failure) {
        if (!(failure instanceof Unresolved)) throw failure
        return { kind: 'stop', why: failure.message }
      }
    },
    answered(call, outcome) {
      const { promise } = stepOf(sequence, call)
      const value = toldValue(outcome)
      answers.set(call, value)
      // What was guessed before has nothing to be held to.
      if (isGuessed) return undefined
      if (outcome.kind !== promise.outcome)
        return `it is answered by ${KINDS[outcome.kind]} instead of ${KINDS[promise.outcome]}`
      return holdPromise(promise.value, value, own, map)
    },
    guessed(call) {
      isGuessed = true
      answers.set(call, undefined)
    },
    renamed: () =>
      map
        .pairs()
        .filter(({ kind, session, other }) => kind === 'id' && session !== other)
        .map(({ session, other: now }) => ({ session, now })),
  }

  /** What stands there has to be what the promise took for it, too: the order of a list may be another one. */
  function find(place: Place & { readonly own?: string }): string | null | undefined {
    if (!answers.has(place.call)) return undefined
    const answer = answers.get(place.call)
    if (answer === undefined) return null
    const found = textAt(answer, place)
    if (found === undefined || isGuessed || place.own === undefined) return found
    const session = String(own[place.own]?.session ?? '')
    return session === found || map.explains(session, found) ? found : undefined
  }
}

const KINDS: Readonly<Record<Outcome['kind'], string>> = {
  result: 'a result',
  'tool-error': 'an error of the tool',
  'rpc-error': 'a protocol error',
}
