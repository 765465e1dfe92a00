/** Which read of the rehearsal a read of the run is: that of the same place and turn, however often it had to be asked. */
import { type ToolCall, toolRef } from '../../call/index.js'
import { createFailedAttempts } from './attempts.js'
import { placeKey, placeOf } from './call-place.js'
import type { GivenAnswer } from './keyed-digest.js'
import type { Had } from './made-calls.js'
import type { Receipt, ReceiptRead } from './receipt.js'

export interface ReadBinding {
  next(call: ToolCall, had: Had): AskedRead
  answered(n: number, answer: GivenAnswer): void
}

export interface AskedRead {
  /** Undefined for one that was not rehearsed. */
  readonly read: ReceiptRead | undefined
  /** The call of the run that failed, of which it is another attempt. */
  readonly again: number | undefined
}

interface Attempt {
  readonly call: ToolCall
  readonly read: ReceiptRead | undefined
}

export function bindReads(receipt: Pick<Receipt, 'reads'>): ReadBinding {
  const reads = new Map(receipt.reads.map((read) => [`${read.nth} ${placeKey(read.tool, read.place)}`, read]))
  const timesAt = new Map<string, number>()
  const asked = new Map<number, Attempt>()
  const failed = createFailedAttempts<Attempt>()

  return {
    next(call, had) {
      const place = placeKey(toolRef(call), placeOf(call))
      const nth = timesAt.get(place) ?? 0
      const following = reads.get(`${nth} ${place}`)
      // One that failed in the rehearsal, too, is as expected: what comes then is the next one, if there is any.
      const again = failed
        .before(call, had)
        .find(({ read }) => read?.outcome === 'result' || following === undefined)
      if (again === undefined) timesAt.set(place, nth + 1)
      else failed.remove(again)
      const read = again === undefined ? following : again.read
      asked.set(call.n, { call, read })
      return { read, again: again?.call.n }
    },
    answered(n, { outcome }) {
      const attempt = asked.get(n)
      asked.delete(n)
      if (attempt !== undefined && outcome !== 'result') failed.add(attempt)
    },
  }
}
