/** Runs a program in the sandbox against any chain: rehearsed or real, only the world and the chain differ. */
import { defined, type JsonValue, type PausableTime, type TextPosition } from '../base/index.js'
import {
  type Answer,
  outcomeText,
  outcomeValue,
  type ToolCall,
  toolRef,
  virtualDuration,
} from '../call/index.js'
import type { Program } from '../program/index.js'
import {
  type Budgets,
  defaultBudgets,
  type GuestCall,
  type GuestJob,
  type GuestReply,
  type GuestRun,
  type Sandbox,
  type World,
} from '../sandbox/index.js'
import { followCalls } from './calls-under-way.js'
import { type ExecutionCall, isUnanswered, type Unanswered } from './execution-call.js'
import { type FailedRead, failedRead, type ReadAnswer } from './failed-read.js'

export interface ProgramExecution {
  /** Stays open. */
  readonly sandbox: Pick<Sandbox, 'run'>
  /** Another text of the same program. Default: its own. */
  readonly text?: ProgramText
  readonly world: World
  /** What the program sees as `params`. */
  readonly params: JsonValue
  /** Default: those of the world. */
  readonly budgets?: Partial<Budgets>
  readonly call: ExecutionCall
  /** By which its real time is counted. */
  readonly time?: PausableTime | undefined
  readonly signal?: AbortSignal
}

/** A text of a program whose lines are those of its own. */
export interface ProgramText {
  readonly code: string
  /** What the code calls the watcher; absent: it has none. */
  readonly watcher?: string
  /** Where a place of the text stands in the program's own. */
  placeOf(place: TextPosition): TextPosition
}

export interface ProgramRun extends GuestRun {
  /** What the exception came from, where the program threw because an answer lacks what it reads. */
  readonly failedRead?: FailedRead
}

/**
 * Runs the program, and resolves however it ended, once its calls are over too, or were given up.
 * A program may end without awaiting all its calls: they are waited for as long as the program might have. When it was refused, or
 * its time is up, the signals of those under way abort.
 * @throws what `call` rejected with; SandboxError; the signal's reason when aborted
 */
export async function executeProgram(program: Program, execution: ProgramExecution): Promise<ProgramRun> {
  const { sandbox, world, params, budgets, time, signal, text } = execution
  const underWay = followCalls(signal)
  const unknownAnswers = new Set<number>()
  const answers: ReadAnswer[] = []
  let refusal: Extract<GuestReply, { kind: 'refusal' }> | undefined
  try {
    const run = await sandbox.run({
      ...jobOf(program, text),
      fileName: program.fileName,
      params,
      world,
      ...defined({ budgets, time, signal }),
      answer: followedAnswer,
    })
    if (run.ended !== 'refused') await underWay.settle(limitAfter(run), time)
    const read = run.error === undefined ? undefined : failedRead(program, run.error, answers)
    return read === undefined ? run : { ...run, failedRead: read }
  } finally {
    underWay.giveUp(new Error('the run that made the call is over'))
  }

  function followedAnswer(guestCall: GuestCall): Promise<GuestReply> {
    const reply = underWay.follow(answer(guestCall)).catch((failure: unknown) => {
      // What was given up for a refusal ends as that does; which of them is heard first does not matter.
      if (refusal !== undefined) return refusal
      throw failure
    })
    reply.catch(() => {
      // The sandbox may be gone by then.
    })
    return reply
  }

  async function answer(guestCall: GuestCall): Promise<GuestReply> {
    if (refusal !== undefined) return refusal
    const call = toToolCall(guestCall, program, knownUnknowns(unknownAnswers, guestCall), underWay.signal)
    const reply = await execution.call(call, { kind: 'all', upTo: guestCall.after })
    if (isUnanswered(reply)) {
      return reply.kind === 'refused' ? refuse(reply.why) : failed(call, reply)
    }
    if (reply.unknown) unknownAnswers.add(call.n)
    else if (reply.outcome.kind === 'result') answers.push({ call, value: outcomeValue(reply.outcome) })
    return toGuestReply(call, reply)
  }

  function refuse(why: string): GuestReply {
    refusal ??= { kind: 'refusal', why }
    underWay.giveUp(new Error('another call of the run was refused'))
    return refusal
  }

  function limitAfter({ ended }: GuestRun): number {
    return ended === 'timed_out' ? 0 : (budgets?.wallMs ?? defaultBudgets(world.kind).wallMs)
  }
}

/** A guest that was given no unknown value has none: what it calls unknown would go unchecked. */
function knownUnknowns(unknownAnswers: Set<number>, { unknownAt, after }: GuestCall): readonly string[] {
  return unknownAt.length === 0 || [...unknownAnswers].some((n) => n <= after) ? unknownAt : []
}

/** What runs, and where the calls in it stand in the user's file. */
function jobOf(
  program: Program,
  text: ProgramText | undefined,
): Pick<GuestJob, 'code' | 'callAt' | 'watcher' | 'chanceFrom'> {
  if (text === undefined) return { code: program.code, callAt: program.callAt }
  const { code, watcher, placeOf } = text
  return { code, watcher, chanceFrom: program.code, callAt: (place) => program.callAt(placeOf(place)) }
}

/**
 * The place is one where the text has a call. Where that call can be read off the text and is another one, it has no place; where the text has
 * just one such call in that line, it is that one.
 */
function toToolCall(
  guestCall: GuestCall,
  program: Program,
  unknownAt: readonly string[],
  signal: AbortSignal,
): ToolCall {
  const { site, atMs } = guestCall
  const written = program.calls.filter(
    (each) => each.line === site?.line && toolRef(each) === toolRef(guestCall),
  )
  const [only, ...others] = written
  const stands = only !== undefined && others.length === 0 ? { line: only.line, column: only.column } : site
  const isAnother = program.calls.some(
    (each) =>
      each.line === stands?.line && each.column === stands.column && toolRef(each) !== toolRef(guestCall),
  )
  const place = isAnother ? undefined : stands
  return {
    n: guestCall.n,
    server: guestCall.server,
    tool: guestCall.tool,
    // A call without an argument is a call with no arguments: many servers refuse a missing `arguments` member.
    arguments: guestCall.arguments ?? {},
    unknownAt,
    ...defined({ site: place, atMs }),
    signal,
  }
}

function toGuestReply(call: ToolCall, answer: Answer): GuestReply {
  const elapsedMs = virtualDuration(answer)
  const { outcome } = answer
  if (answer.unknown) return { kind: 'unknown', label: toolRef(call), elapsedMs }
  if (outcome.kind === 'result') return { kind: 'value', value: outcomeValue(outcome), elapsedMs }
  const error =
    outcome.kind === 'rpc-error'
      ? { layer: 'protocol' as const, code: outcome.code, content: outcome.data ?? null }
      : { layer: 'tool' as const, code: null, content: outcomeValue(outcome) }
  return { kind: 'error', error: { tool: toolRef(call), message: outcomeText(outcome), ...error }, elapsedMs }
}

function failed(call: ToolCall, { why, tookMs = 0 }: Extract<Unanswered, { kind: 'failed' }>): GuestReply {
  const error = { tool: toolRef(call), layer: 'transport', code: null, message: why, content: null } as const
  return { kind: 'error', error, elapsedMs: tookMs }
}
