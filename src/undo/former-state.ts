/** What is known of the places that a run changes: as they were before it, as it left them, and what somebody else did meanwhile. */
import { type JsonObject, StoreError } from '../base/index.js'
import type { FormerPlace, ReceiptChange } from '../plan/index.js'
import type { FormerBytes } from './former-bytes.js'
import { ABSENT, type PlaceState } from './place-state.js'

export interface FormerState {
  readonly places: readonly FormerPlace[]
  /** What a copy showed, where it is for real: links on the way were resolved before the run. */
  readonly changes: readonly ReceiptChange[]
  readonly before: Map<string, PlaceState>
  /** By path: where its former bytes are. */
  readonly blobs: Map<string, number>
  /** What the run made of them: all that is told here differs from `before`, or did. */
  readonly after: Map<string, PlaceState>
  /** Whose former bytes are not kept, and why: the end of a sentence. */
  readonly uncovered: Map<string, string>
  /** Somebody else changed these while the run was on. */
  readonly foreign: Set<string>
  /** Changed while an effect was under way, and no copy had shown it. */
  readonly unshown: Set<string>
  /** Effects that were under way when the run was killed; empty when none was. By their numbers in the rehearsal. */
  openCalls: readonly number[]
  isTaken: boolean
  /** Paths at which somebody began to put something back. */
  readonly begun: Set<string>
}

export type FormerLine =
  | {
      readonly kind: 'begun'
      readonly format: 1
      readonly places: readonly FormerPlace[]
      readonly changes: readonly ReceiptChange[]
    }
  | { readonly kind: 'before'; readonly states: Readonly<Record<string, PlaceState>> }
  | { readonly kind: 'kept'; readonly path: string; readonly blob: number }
  | { readonly kind: 'uncovered'; readonly path: string; readonly why: string }
  | { readonly kind: 'taken' }
  | { readonly kind: 'undo'; readonly path: string }
  | { readonly kind: 'open'; readonly calls: readonly number[] }
  | {
      readonly kind: 'seen'
      readonly states: Readonly<Record<string, PlaceState>>
      readonly foreign: readonly string[]
      readonly unshown: readonly string[]
      readonly isOpen: boolean
    }

export function emptyState(): FormerState {
  return {
    places: [],
    changes: [],
    before: new Map(),
    blobs: new Map(),
    after: new Map(),
    uncovered: new Map(),
    foreign: new Set(),
    unshown: new Set(),
    openCalls: [],
    isTaken: false,
    begun: new Set(),
  }
}

/** @throws StoreError STORE_NEWER for what another release wrote */
export function readFormerState(lines: readonly JsonObject[]): FormerState {
  // Each was sealed by this package.
  return (lines as unknown as readonly FormerLine[]).reduce(withLine, emptyState())
}

/** Changes the state that it is given, as far as it holds what the line adds to. */
export function withLine(state: FormerState, line: FormerLine): FormerState {
  switch (line.kind) {
    case 'begun':
      if (line.format !== 1)
        throw new StoreError('STORE_NEWER', 'Cannot take the run back: another release kept its former bytes')
      return { ...state, places: line.places, changes: line.changes }
    case 'before':
      for (const [path, each] of Object.entries(line.states)) state.before.set(path, each)
      return state
    case 'kept':
      state.blobs.set(line.path, line.blob)
      return state
    case 'uncovered':
      state.uncovered.set(line.path, line.why)
      return state
    case 'taken':
      state.isTaken = true
      return state
    case 'undo':
      state.begun.add(line.path)
      return state
    case 'open':
      state.openCalls = line.calls
      return state
    case 'seen':
      for (const [path, each] of Object.entries(line.states)) state.after.set(path, each)
      for (const path of line.foreign) state.foreign.add(path)
      for (const path of line.unshown) state.unshown.add(path)
      if (!line.isOpen) state.openCalls = []
      return state
  }
}

export function noteLine(bytes: FormerBytes, state: FormerState, line: FormerLine): FormerState {
  bytes.note(line as unknown as JsonObject)
  return withLine(state, line)
}

/** As the run left it, by all that is known. */
export function leftAt({ before, after }: FormerState, path: string): PlaceState {
  return after.get(path) ?? before.get(path) ?? ABSENT
}

export function wasAt({ before }: FormerState, path: string): PlaceState {
  return before.get(path) ?? ABSENT
}
