/** Tells a server that lives and answers nobody from one that is only slow. */
import { UnderstudyError } from '../../base/index.js'

export interface LivenessCheckOptions {
  /** So many requests in a row that nobody answered are a reason to ask whether the server hears anything at all. */
  readonly after: number
  /** Rejects with REQUEST_TIMEOUT when there is no answer. */
  readonly ping: () => Promise<unknown>
  /** It hangs: called once, with why, as the end of a sentence. */
  readonly onHung: (why: string) => void
}

export interface LivenessCheck {
  /** The server has said something, whatever it was. */
  heard(): void
  /** A request was given up without an answer. */
  unanswered(): void
}

/** Nothing needs closing: a ping that is under way ends with its session. */
export function createLivenessCheck({ after, ping, onHung }: LivenessCheckOptions): LivenessCheck {
  let inRow = 0
  let isAsking = false
  let isHung = false

  async function ask(): Promise<void> {
    isAsking = true
    const failure: unknown = await ping().catch((reason: unknown) => reason)
    isAsking = false
    if (inRow < after || isHung || !isTimeout(failure)) return
    isHung = true
    onHung(`it left ${inRow} requests in a row without an answer, and then a ping`)
  }

  return {
    heard() {
      inRow = 0
    },
    unanswered() {
      inRow++
      if (inRow >= after && !isAsking && !isHung) void ask()
    },
  }
}

function isTimeout(failure: unknown): boolean {
  return failure instanceof UnderstudyError && failure.code === 'REQUEST_TIMEOUT'
}
