export { leavesOf } from './answer-leaves.js'
export { keyedDigestOfBytes } from './keyed-digest.js'
export { makeReceipt, type RehearsedCall, type RehearsedPlan } from './make-receipt.js'
export type { Receipt, ReceiptFile, ReceiptTool } from './receipt.js'
