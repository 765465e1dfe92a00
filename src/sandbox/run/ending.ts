/** Why a guest that ended by itself did so. */
import { processEndText } from '../../base/index.js'
import type { Death } from '../process/guest-process.js'
import type { Budgets, Ended, World } from '../sandbox.js'

/** How a run ended, and in words. */
export interface Ending {
  readonly ended: Ended
  readonly why?: string
}

/** Reads the end of a process that nobody killed and that had not told its result. */
export function endingOf({ code, signal, stderr }: Death): Ending {
  if (signal === 'SIGXCPU') return { ended: 'cpu_limit', why: 'the kernel ended it for its processor time' }
  const [refused, heapLimit] = OUT_OF_MEMORY.exec(stderr) ?? []
  if (heapLimit !== undefined)
    return { ended: 'out_of_memory', why: `its objects filled the heap of the engine (${heapLimit})` }
  if (refused !== undefined) return { ended: 'crashed', why: `the engine was refused memory (${refused})` }
  return {
    ended: 'crashed',
    why: `the process ${processEndText({ code, signal })} before the program was over`,
  }
}

/**
 * What V8 and Rust print when an allocation fails. Of the two that are named the program's own objects are the cause; of any other it may
 * be the machine, which had no more to give.
 */
const OUT_OF_MEMORY =
  /out of memory: (Reached heap limit|Ineffective mark-compacts near heap limit)|out of memory(?:: \w+)?|memory allocation of \d+ bytes failed/i

export function outOfTime(wallMs: number, { kind }: World): Ending {
  const limit = kind === 'real' ? `${wallMs} ms of real time, which is its budget (wallMs)` : `${wallMs} ms`
  return { ended: 'timed_out', why: `it took more than ${limit}` }
}

export function tooDeep({ depth }: Budgets): Ending {
  return { ended: 'size_limit', why: `it sent a value nested more than ${depth} levels deep` }
}

export function tooMuchOut({ bytesOut }: Budgets): Ending {
  return { ended: 'size_limit', why: `it was about to send more than ${bytesOut} bytes` }
}

export function tooMuchIn({ bytesIn }: Budgets): Ending {
  return { ended: 'size_limit', why: `it was about to receive more than ${bytesIn} bytes` }
}
