/** Asks servers for real, as far as the user allows it and nothing that the plan did before may change what they say. */
import { type Clock, systemClock } from '../base/index.js'
import type { Answer, Answerer, CallTool, Durations, Provenance, ToolCall } from '../call/index.js'
import { grantTime } from '../execution/index.js'
import type { ContactAnswer, ContactKind, OpenContacts } from './contacts.js'

/** A call that left the rehearsal, whether or not its answer counts. */
export interface ContactedCall {
  readonly kind: ContactKind
  readonly server: string
  readonly tool: string
}

export interface ContactLink {
  /** Servers that stand in for others: asked in the place of a copy. */
  readonly standIns: Answerer
  /** Reads and dry runs: asked before what was recorded. */
  readonly reads: Answerer
  /** Reads that no call of the plan is: what there is before the plan writes. Nobody is asked once the run is over. */
  readonly before: Answerer
  /** In the order in which they were made. */
  readonly made: readonly ContactedCall[]
  /** Call it once the run is over. */
  end(): void
}

export interface ContactLinkOptions {
  /** Why a server that lasts may say something else than it would in the real run: the end of a sentence. */
  doubtSoFar(call: ToolCall): string | undefined
  /** False where a call may do more than read, although its tool is one that may be asked: it does what its statement says. */
  onlyReads(call: ToolCall): boolean
  /** Whether the policy wants a person asked. */
  mustAsk(call: ToolCall): boolean
  /** Whether the policy allows no such call. */
  isDenied(call: ToolCall): boolean
  /** How long it takes, as recordings say. */
  durationsOf(call: ToolCall): Promise<Durations | undefined>
  /** The servers' own. Default: the machine's. */
  readonly clock?: Clock
}

export function contactLink(contacts: OpenContacts, options: ContactLinkOptions): ContactLink {
  const { durationsOf, clock = systemClock } = options
  const made: ContactedCall[] = []
  const grants = grantTime(clock)
  let isOver = false
  return {
    made,
    standIns: { name: 'stand-in', answer: answerAs((kind) => kind === 'stand-in') },
    reads: { name: 'contact', answer: answerAs((kind) => kind !== 'stand-in') },
    before: { name: 'contact', answer: answerBefore },
    end() {
      isOver = true
    },
  }

  async function answerBefore(call: ToolCall, next: CallTool): Promise<Answer> {
    const isAsked = !isOver && contacts.kindOf(call) === 'live' && options.onlyReads(call)
    if (!isAsked || options.isDenied(call) || options.mustAsk(call)) return next(call)
    const { outcome } = await ask(call, 'live')
    return outcome === undefined ? next(call) : { outcome, provenance: { source: 'live', isOfNow: true } }
  }

  async function ask(call: ToolCall, kind: ContactKind): Promise<ContactAnswer> {
    const answer = await contacts.ask(call)
    if (answer.wasAsked) made.push({ kind, server: call.server, tool: call.tool })
    return answer
  }

  function answerAs(isOurs: (kind: ContactKind) => boolean): Answerer['answer'] {
    return async (call, next) => {
      const kind = contacts.kindOf(call)
      if (kind === undefined || !isOurs(kind)) return next(call)
      const why = whyNotAsked(call, kind, options)
      if (why !== undefined) return passedOn(await next(call), why)
      const grantedMs = await grants.beforeCall(call)
      const askedAtMs = clock.now()
      const { outcome, broke = 'it did not answer', tookMs } = await ask(call, kind)
      if (outcome === undefined) return passedOn(await next(call), broke)
      const durations = await durationsOf(call)
      const told: Answer = {
        outcome,
        provenance: provenanceOf(call, kind),
        tookMs,
        askedAtMs,
        ...(grantedMs === 0 ? {} : { grantedMs }),
        ...(durations === undefined ? {} : { durations }),
      }
      grants.answered(call, told)
      return told
    }
  }
}

/** A stand-in has its own world, which the rehearsal may change: only what is unknown keeps it from being asked. */
function whyNotAsked(
  call: ToolCall,
  kind: ContactKind,
  { doubtSoFar, mustAsk, onlyReads }: ContactLinkOptions,
): string | undefined {
  if ((call.unknownAt?.length ?? 0) > 0) return 'a part of its arguments is unknown'
  if (kind === 'stand-in') return undefined
  if (kind === 'live' && !onlyReads(call)) return 'nobody says that this call only reads'
  return mustAsk(call) ? 'the policy wants a person to approve it' : doubtSoFar(call)
}

/** A stand-in speaks of data that the user vouches for. */
function provenanceOf({ server }: ToolCall, kind: ContactKind): Provenance {
  return kind === 'stand-in'
    ? { source: kind, supposes: `${server} answers as its stand-in did` }
    : { source: kind, isOfNow: true }
}

function passedOn(answer: Answer, notAsked: string): Answer {
  return { ...answer, provenance: { ...answer.provenance, notAsked } }
}
