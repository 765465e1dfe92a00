export { leavesOf } from './answer-leaves.js'
export { type BoundCall, bindEffects, type Deviation } from './bind-effects.js'
export { receiptProblems } from './check-receipt.js'
export { describeEffects, withoutWayBack } from './describe-receipt.js'
export { keyedDigestOfBytes } from './keyed-digest.js'
export { makeReceipt, type RehearsedCall, type RehearsedPlan } from './make-receipt.js'
export { readReceipt } from './read-receipt.js'
export type { KnownTool, Receipt, ReceiptEffect, ReceiptFile } from './receipt.js'
export { asSaidBy } from './same-as-said.js'
export { readFilePath, sealPath } from './secret-path.js'
export {
  type FormerPlace,
  formerPlaces,
  placesBefore,
  type ReceiptChange,
  repositoryOf,
} from './shown-changes.js'
