/** Asks servers in a copy of the world, keeps what was seen, and passes on what is no evidence. */
import { type Clock, systemClock } from '../base/index.js'
import type { Answer, Answerer, Durations, ToolCall } from '../call/index.js'
import type { Effects } from '../effects/index.js'
import { grantTime } from '../execution/index.js'
import type { CopiedAnswer, CopiedServers, SeenChange } from './copies.js'
import { whyNoEvidence } from './copy-evidence.js'
import { mayNameTheSame } from './named-things.js'

/** What was seen of the calls that a copy was asked, by their number. */
export interface CopyLog {
  readonly answers: ReadonlyMap<number, CopiedAnswer>
  /** What changed after the last answer, once the servers were ended. */
  readonly late: readonly SeenChange[]
  /** Paths of what changed late perhaps, although a call was under way; absent as long as nobody looked for it. */
  readonly mayBeLate?: ReadonlySet<string>
  /** When the servers were told to end, milliseconds since the epoch; absent as long as they were not. */
  readonly endedAtMs?: number | undefined
}

export interface CopyLink {
  readonly answerer: Answerer
  readonly log: CopyLog
  /** Ends the servers; call it when the run is over. */
  end(): Promise<void>
}

export interface CopyLinkOptions {
  readonly effects: Effects
  /** How long the real one took, as recordings say. */
  durationsOf(call: ToolCall): Promise<Durations | undefined>
  /** The servers' own. Default: the machine's. */
  readonly clock?: Clock
}

export function copyLink(
  copied: CopiedServers,
  { effects, durationsOf, clock = systemClock }: CopyLinkOptions,
): CopyLink {
  const answers = new Map<number, CopiedAnswer>()
  const grants = grantTime(clock)
  let late: readonly SeenChange[] = []
  let endedAtMs: number | undefined
  return {
    log: {
      answers,
      get late() {
        return late
      },
      get endedAtMs() {
        return endedAtMs
      },
    },
    answerer: {
      name: 'copy',
      async answer(call, next) {
        const facts = copied.servers.get(call.server)
        if (facts === undefined) return next(call)
        if ((call.unknownAt?.length ?? 0) > 0)
          return passedOn(await next(call), 'a part of its arguments is unknown')
        const grantedMs = await grants.beforeCall(call)
        const answer = await copied.call(call)
        answers.set(call.n, answer)
        const { writes } = effects.footprintOf(call)
        const closed = facts.closed.find((path) => mayNameTheSame({ path }, call.arguments))
        const why = whyNoEvidence(answer, facts, {
          mayWrite: writes.length > 0,
          ...(closed === undefined ? {} : { closed }),
        })
        if (why !== undefined || answer.outcome === undefined) return passedOn(await next(call), why ?? '')
        const durations = await durationsOf(call)
        const told: Answer = {
          outcome: answer.outcome,
          provenance: { source: 'copy' },
          tookMs: answer.tookMs,
          ...(answer.askedAtMs === undefined ? {} : { askedAtMs: answer.askedAtMs }),
          ...(grantedMs === 0 ? {} : { grantedMs }),
          ...(durations === undefined ? {} : { durations }),
        }
        grants.answered(call, told)
        return told
      },
    },
    async end() {
      endedAtMs = clock.now()
      late = await copied.end()
    },
  }
}

function passedOn(answer: Answer, notFromCopy: string): Answer {
  return { ...answer, provenance: { ...answer.provenance, notFromCopy } }
}
