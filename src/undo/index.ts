/**
 * `undo-keeper.ts` keeps and looks while a run is on, `former-bytes.ts` is where; `decide-undo.ts` decides from what was seen,
 * pure, and `put-back.ts` does it, through `pinned-folder.ts` alone.
 */
export { decideUndo, type LeftPlace, type UndoDecision, type UndoStep } from './decide-undo.js'
export {
  DEFAULT_UNDO_LIMITS,
  findFormerBytes,
  makeRoom,
  openFormerBytes,
  type UndoLimits,
} from './former-bytes.js'
export { notKeepable } from './keepable.js'
export { openUndo, type RunUndo } from './run-undo.js'
export { createUndoKeeper, type UndoKeeper } from './undo-keeper.js'
