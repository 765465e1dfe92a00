/** The undo of one run: what it would do, and its doing. */
import { type Environment, isBelow } from '../base/index.js'
import type { Seal } from '../journal/index.js'
import { decideUndo, type LeftPlace, type UndoDecision } from './decide-undo.js'
import { findFormerBytes } from './former-bytes.js'
import { type FormerLine, type FormerState, noteLine, readFormerState, withLine } from './former-state.js'
import { stateAt, treeAt } from './look.js'
import type { PlaceState, World } from './place-state.js'
import { putBack, setTimes } from './put-back.js'
import { leftOpen } from './whose-changes.js'

export interface RunUndo {
  /** As things are now; asked again it looks again. */
  decide(): UndoDecision
  /** Does it, and resolves with what is left as it is. An undo that is killed goes on when it is asked for again. */
  perform(decision: UndoDecision): readonly LeftPlace[]
  /** What of the run has no way back: it was told before the run, or found out since. */
  readonly unshown: readonly string[]
  readonly uncovered: readonly LeftPlace[]
}

export interface UndoOptions {
  readonly run: string
  readonly env: Environment
  readonly seal: Seal
  /** Of the journal: what digests in receipts are made with. */
  readonly key: string
}

/** Undefined where nothing is kept of the run. @throws UsageError JOURNAL_KEY with another key */
export function openUndo({ run, env, seal, key }: UndoOptions): RunUndo | undefined {
  const bytes = findFormerBytes(run, env, seal)
  if (bytes === undefined) return undefined
  let state = readFormerState(bytes.lines())
  let cutOff = ofCutOff(state, key)
  if (cutOff !== undefined) state = withLine(state, cutOff)
  return {
    decide: () => (state.isTaken ? decideUndo(state, worldOf(state)) : NOTHING),
    perform(decision) {
      // Once something is put back nobody can tell any more what was the run's.
      if (cutOff !== undefined) state = noteLine(bytes, state, cutOff)
      cutOff = undefined
      const left = putBack(decision.steps, {
        ...{ bytes, word: wordOf(run) },
        onStep({ path }) {
          state = noteLine(bytes, state, { kind: 'undo', path })
        },
      })
      setTimes(decision.times.filter(({ path }) => !left.some((each) => isBelow(each.path, path))))
      return [...decision.left, ...left]
    },
    unshown: [...state.unshown].filter((path) => !state.after.has(path)).toSorted(),
    uncovered: [...state.uncovered].map(([path, why]) => ({ path, why })),
  }
}

const NOTHING: UndoDecision = { steps: [], left: [], asBefore: 0, times: [] }

/** Of a run that was killed while an effect was under way: what is as the copy showed it is its work. */
function ofCutOff(state: FormerState, key: string): FormerLine | undefined {
  return state.openCalls.length === 0 || state.begun.size > 0 ? undefined : leftOpen(state, key)
}

function worldOf({ before, after }: FormerState): World {
  const known = new Map<string, PlaceState>([...before, ...after])
  const seen = new Map<string, PlaceState>()
  return {
    at(path) {
      const found = seen.get(path)
      if (found !== undefined) return found
      const then = known.get(path)
      const reads = then === undefined || then.kind !== 'file' || then.digest !== undefined
      const state = stateAt(path, { reads, known })
      seen.set(path, state)
      return state
    },
    below: (path) =>
      [...(treeAt(path, { reads: false }, MOST_ENTRIES) ?? new Map()).keys()].filter((at) => at !== path),
  }
}

/** Names of half-written files: nobody can guess the run's. */
function wordOf(run: string): string {
  return `${run}.undo`
}

const MOST_ENTRIES = 100_000
