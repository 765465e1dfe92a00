/** A call of a rehearsal as the journal keeps it: what was answered, what was seen, and which calls were under way at once. */
import { defined, digest, type JsonObject, parseJson } from '../../base/index.js'
import { type Answer, type ToolCall, toolRef } from '../../call/index.js'
import type { SeenChange, SeenState } from '../../dryrun/index.js'
import type { JournaledCall } from '../../journal/index.js'
import type { SeenCall } from './seen-call.js'

export interface KeptCall {
  readonly kind: 'answer'
  readonly answer: Answer
  readonly tookMs: number
  readonly isRead: boolean
  /** Its beginning and its end, counted over all beginnings and ends of the rehearsal: calls whose times overlap were under way at once. */
  readonly from: number
  readonly to: number
  /** What of the copy is no part of the answer; absent where no server there was asked. */
  readonly seen?: KeptSight
}

export interface KeptSight {
  readonly asked?: string
  readonly broke?: string
  readonly changes: readonly KeptChange[]
}

/** Contents in base64. */
export type KeptChange = Omit<SeenChange, 'before' | 'after'> & {
  readonly before?: KeptState
  readonly after?: KeptState
}
type KeptState = Omit<SeenState, 'content'> & { readonly content?: string }

export function askedCall({ n, server, tool, arguments: args }: ToolCall, occurrence: number, salt: string) {
  const ref = toolRef({ server, tool })
  const text = JSON.stringify(args ?? null)
  return {
    ...{ site: n === 0 ? REFUSED : ref, occurrence, n, tool: ref },
    ...{ digest: digest({ salt, tool: ref, args: args ?? null }), arguments: text },
  }
}

/** Where calls stand that the rules refused before a server was asked. */
export const REFUSED = 'refused'

export function writeKept({ answer, seen, isRead }: SeenCall, from: number, to: number): string {
  const kept: KeptCall = {
    ...{ kind: 'answer', answer, tookMs: seen?.tookMs ?? 0, isRead, from, to },
    ...(seen === undefined ? {} : { seen: sight(seen) }),
  }
  return JSON.stringify(kept)
}

/** The text is what `writeKept` made: the journal is sealed. Undefined for one that was forgotten. */
export function readKept({ outcome }: JournaledCall): KeptCall | undefined {
  return outcome === undefined || outcome === '' ? undefined : (JSON.parse(outcome) as KeptCall)
}

/** Where stands what changed after the last answer, once the servers were ended. */
export const LATE = 'late'

export function lateCall(n: number) {
  return { site: LATE, occurrence: 0, n, tool: '', digest: '', arguments: 'null' }
}

export function writeLate(changes: readonly SeenChange[]): string {
  return JSON.stringify(changes.map(keepChange))
}

export function readLate({ outcome }: JournaledCall): readonly SeenChange[] {
  // The text is what `writeLate` made.
  return outcome === undefined ? [] : (JSON.parse(outcome) as readonly KeptChange[]).map(openChange)
}

export function readArguments({ arguments: text }: JournaledCall): JsonObject | undefined {
  const value = text === '' ? null : parseJson(text, 'arguments of a journal')
  return value === null ? undefined : (value as JsonObject)
}

function sight({ asked, broke, changes }: NonNullable<SeenCall['seen']>): KeptSight {
  return {
    ...defined({ asked, broke }),
    changes: changes.map(keepChange),
  }
}

function keepChange({ before, after, ...change }: SeenChange): KeptChange {
  return {
    ...change,
    ...(before === undefined ? {} : { before: keepState(before) }),
    ...(after === undefined ? {} : { after: keepState(after) }),
  }
}

export function openChange({ before, after, ...change }: KeptChange): SeenChange {
  return {
    ...change,
    ...(before === undefined ? {} : { before: openState(before) }),
    ...(after === undefined ? {} : { after: openState(after) }),
  }
}

function keepState({ content, ...state }: SeenState): KeptState {
  return content === undefined ? state : { ...state, content: Buffer.from(content).toString('base64') }
}

function openState({ content, ...state }: KeptState): SeenState {
  return content === undefined ? state : { ...state, content: Buffer.from(content, 'base64') }
}
