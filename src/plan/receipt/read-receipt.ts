/** Receipts as files and messages bring them. */
import { isJsonObject, type JsonValue, kindOrValue, parseJson, UsageError } from '../../base/index.js'
import { isUnedited, RECEIPT_FORMAT, type Receipt } from './receipt.js'

/**
 * Reads a receipt and sees that nobody edited it; whether it holds is asked elsewhere. `what` names it in errors.
 * @throws UsageError RECEIPT_INVALID for what is none, RECEIPT_REFUSED for one that is not what its id says
 */
export function readReceipt(text: string, what: string): Receipt {
  const value = parsed(text, what)
  if (!isJsonObject(value) || value.format !== RECEIPT_FORMAT)
    throw invalid(
      what,
      `expected an object with the format ${RECEIPT_FORMAT}, found ${kindOrValue(isJsonObject(value) ? (value.format ?? null) : value)}`,
    )
  const receipt = value as unknown as Receipt
  if (typeof value.id !== 'string' || typeof value.seal !== 'string')
    throw invalid(what, 'it has no id, or no seal')
  if (!areApprovals(value.approvals)) throw invalid(what, 'its approvals are none')
  // What has the digest that a rehearsal gave it has the form that a rehearsal gave it, too; the seal proves who that was.
  if (!isUnedited(receipt))
    throw new UsageError(
      'RECEIPT_REFUSED',
      `Cannot use the receipt ${what}: it was edited, its id is of another content`,
      {
        hint: 'rehearse the plan again, and use what that gives',
      },
    )
  return receipt
}

/** They are no part of what the id is of. */
function areApprovals(value: JsonValue | undefined): boolean {
  if (value === undefined) return true
  const isOne = (each: JsonValue): boolean =>
    isJsonObject(each) && typeof each.by === 'string' && typeof each.signature === 'string'
  return Array.isArray(value) && value.every(isOne)
}

function parsed(text: string, what: string): JsonValue {
  try {
    return parseJson(text, `the receipt ${what}`)
  } catch (failure) {
    throw new UsageError('RECEIPT_INVALID', `Cannot read the receipt ${what}: it is no JSON`, {
      hint: 'a receipt is what understudy dry-run --receipt FILE writes',
      cause: failure,
    })
  }
}

function invalid(what: string, found: string): UsageError {
  return new UsageError('RECEIPT_INVALID', `Cannot read the receipt ${what}: ${found}`, {
    hint: 'a receipt is what understudy dry-run --receipt FILE writes',
  })
}
