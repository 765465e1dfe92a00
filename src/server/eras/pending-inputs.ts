/**
 * Turns of the modern era that wait for the client's retry (specification: 2026-07-28, basic/patterns/mrtr). The state that goes
 * through the client is nothing but a random name of the turn that stays here.
 */
import { isJsonObject, type JsonObject, ownMember, randomName } from '../../base/index.js'
import type { AskingTurn, Question } from '../client/asking-turn.js'
import type { Admission } from './envelope.js'

export interface PendingInputs {
  /** Adds a question to the round that is asked at the end of this tick. */
  ask(turn: AskingTurn, question: Question): void
  /** The way back to a turn that this principal left waiting; undefined for a request that is no retry of one. */
  admit(method: string, params: JsonObject, principal?: string): Admission | undefined
  close(): void
}

/** A client that never comes back must not fill the memory: the turn of its principal that has waited longest is then ended. */
const MAX_PENDING = 1000

interface Round {
  readonly turn: AskingTurn
  readonly questions: Map<string, Question>
}

export function createPendingInputs(): PendingInputs {
  return new InputsByRequest()
}

class InputsByRequest implements PendingInputs {
  readonly #rounds = new Map<AskingTurn, Round>()
  readonly #pendingInputs = new Map<string | undefined, Map<string, Round>>()
  #asked = 0

  ask(turn: AskingTurn, question: Question): void {
    this.#add(turn, `question-${++this.#asked}`, question)
  }

  admit(
    method: string,
    { requestState, inputResponses }: JsonObject,
    principal?: string,
  ): Admission | undefined {
    const own = this.#pendingInputs.get(principal)
    const round = typeof requestState === 'string' ? own?.get(requestState) : undefined
    if (round === undefined || round.turn.request.method !== method) return undefined
    const { turn, questions } = round
    return {
      kind: 'retry',
      resume: (pending) => {
        own?.delete(String(requestState))
        turn.moveTo(pending)
        const next = this.#rounds.get(turn)
        if (next !== undefined) queueMicrotask(() => this.#awaitInput(next))
        const given = isJsonObject(inputResponses) ? inputResponses : {}
        for (const [key, question] of questions) {
          const result = ownMember(given, key)
          // What the client left out is asked once more.
          if (result === undefined) this.#add(turn, key, question)
          else question.settle({ result })
        }
      },
    }
  }

  close(): void {
    for (const own of this.#pendingInputs.values())
      for (const { turn } of own.values()) turn.end('the server was closed')
    this.#pendingInputs.clear()
  }

  #add(turn: AskingTurn, key: string, question: Question): void {
    const round = this.#rounds.get(turn) ?? this.#begin(turn)
    round.questions.set(key, question)
  }

  #begin(turn: AskingTurn): Round {
    const round = { turn, questions: new Map<string, Question>() }
    this.#rounds.set(turn, round)
    queueMicrotask(() => this.#awaitInput(round))
    return round
  }

  #awaitInput(round: Round): void {
    const { turn, questions } = round
    // One round at a time: the next is asked once the client is back.
    if (turn.awaitsInput) return
    this.#rounds.delete(turn)
    if (turn.isOver) return
    const requestState = randomName() + randomName()
    const inputRequests = Object.fromEntries(
      Array.from(questions, ([key, { method, params = {} }]) => [key, { method, params }]),
    )
    const principal = principalOf(turn)
    const others = this.#pendingInputs.get(principal) ?? new Map<string, Round>()
    for (const [state, { turn: oldest }] of others) {
      if (others.size < MAX_PENDING) break
      others.delete(state)
      oldest.end('too many requests wait for their input')
    }
    this.#pendingInputs.set(principal, others.set(requestState, round))
    turn.awaitInput({ resultType: 'input_required', inputRequests, requestState })
  }
}

function principalOf({ request }: AskingTurn): string | undefined {
  return request.http?.principal
}
