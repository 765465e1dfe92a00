/** The receipt of a rehearsal: what its calls were, as the real run is to make them. */
import {
  digest,
  type JsonObject,
  type JsonValue,
  packageVersion,
  pointerSteps,
  pointersOverlap,
  UsageError,
} from '../../base/index.js'
import {
  type Effect,
  type Outcome,
  type Source,
  type ToolCall,
  type ToolRef,
  toolRef,
} from '../../call/index.js'
import type { Policy } from '../../policy/index.js'
import type { Before } from '../before.js'
import { leavesOf } from './answer-leaves.js'
import { supersededAttempts } from './attempts.js'
import { placeKey, placeOf } from './call-place.js'
import { expectedArguments, type Secrecy, templatedArguments } from './expected-arguments.js'
import { answerDigest, keyedDigest, shapeDigests, usedDigest } from './keyed-digest.js'
import {
  type KnownTool,
  RECEIPT_FORMAT,
  type Receipt,
  type ReceiptContent,
  type ReceiptEffect,
  type ReceiptFile,
  type ReceiptRead,
  type ReceiptTool,
  receiptId,
} from './receipt.js'
import { createRehearsedAnswers, type RehearsedAnswers } from './rehearsed-answers.js'
import type { ReceiptChange } from './shown-changes.js'

/** A call of a rehearsal, with nothing hidden. */
export interface RehearsedCall {
  readonly call: ToolCall
  readonly before: Before
  readonly outcome: Outcome['kind']
  /** What the plan got; null where nobody knows. */
  readonly value: JsonValue
  /** Nobody knows anything of it. */
  readonly isUnknown: boolean
  /** No server ever said it. */
  readonly isInvented: boolean
  /** Who said it. */
  readonly source: Source
  /** What the call does, as it was claimed or seen. */
  readonly effect: Effect
  /** By its own statement it only reads, whatever other calls of its tool do. */
  readonly isReadByStatement?: boolean
  readonly reversible: ReceiptEffect['reversible']
  /** Default: no copy showed what it changes. Null: it can be taken back by its former bytes. */
  readonly noWayBack?: string | null | undefined
  readonly footprint: ReceiptEffect['footprint']
  readonly takesMs: number
  /** JSON Pointers into the value that another copy answers otherwise. */
  readonly volatile: readonly string[]
  /** JSON Pointers to the parts of the value on which calls were seen to hang; absent: they may hang on all of it. */
  readonly used?: readonly string[] | undefined
  /** Of a step of a sequence, which holds the answer itself against what it promises: the template of its arguments, if it has any. */
  readonly step?: { readonly template?: JsonObject }
  /** Where arguments came from in variants: see RehearsedAnswers. */
  readonly argumentsFrom?: Readonly<Record<string, { readonly call: number; readonly pointer: string }>>
}

export interface RehearsedPlan {
  readonly planId: string
  readonly fileName: string
  readonly source: string
  readonly params: JsonValue
  readonly verdict: Receipt['verdict']
  readonly seed: number
  /** Milliseconds since the epoch. */
  readonly startMs: number
  /** Of each tool that the text names or that was called. */
  readonly tools: Readonly<Record<ToolRef, KnownTool>>
  /** In the order of their numbers. */
  readonly calls: readonly RehearsedCall[]
  readonly policy: Policy | undefined
  readonly files: readonly ReceiptFile[]
  /** What a copy showed that effects change. Default: nothing. */
  readonly changes?: readonly ReceiptChange[]
}

/** Whose receipt it is, and for how long. */
export interface ReceiptTerms extends Secrecy {
  readonly principal: string
  readonly journal: string
  /** Milliseconds since the epoch, of the wall clock. */
  readonly madeMs: number
  /** Milliseconds; default an hour. */
  readonly validMs?: number | undefined
}

const RECEIPT_VALID_MS = 60 * 60_000
/** Far below what a journal remembers. */
const MOST_VALID_MS = 7 * 24 * RECEIPT_VALID_MS

export function makeReceipt(plan: RehearsedPlan, terms: ReceiptTerms): Receipt {
  const { key, madeMs, validMs = RECEIPT_VALID_MS } = terms
  if (!(validMs > 0 && validMs <= MOST_VALID_MS))
    throw new UsageError('USAGE', `Cannot make a receipt that is valid for ${validMs} ms`, {
      hint: 'it is valid for 7 days at the most: a journal forgets after 30 what was spent',
    })
  const superseded = supersededAttempts(plan.calls, (made) => !isRead(made, plan))
  const { reads, effects } = callsOf(plan, terms, superseded)
  const content: ReceiptContent = {
    format: RECEIPT_FORMAT,
    plan: {
      id: plan.planId,
      file_name: plan.fileName.toWellFormed(),
      text: digest(plan.source.toWellFormed()),
      params: keyedDigest(key, plan.params),
    },
    verdict: plan.verdict,
    seed: plan.seed,
    starts_at: new Date(plan.startMs).toISOString(),
    made_at: new Date(madeMs).toISOString(),
    expires_at: new Date(madeMs + validMs).toISOString(),
    principal: terms.principal,
    journal: terms.journal,
    version: packageVersion(),
    policy: policyDigest(plan.policy),
    tools: toolsOf(plan, key),
    reads,
    effects,
    files: plan.files.map((file) => ({ ...file, call: superseded.get(file.call) ?? file.call })),
    changes: plan.changes ?? [],
  }
  const id = receiptId(content)
  const { format, ...rest } = content
  return { format, id, seal: keyedDigest(key, id), ...rest }
}

/** How a server is reached may tell a secret to whoever guesses it. */
function toolsOf({ tools }: RehearsedPlan, key: string): Receipt['tools'] {
  return Object.fromEntries(
    Object.entries(tools).map(([tool, { launch, ...known }]): [string, ReceiptTool] => [
      tool,
      launch === undefined ? known : { ...known, server: keyedDigest(key, launch) },
    ]),
  )
}

/** `sha256:…`; null without one. */
export function policyDigest(policy: Policy | undefined): string | null {
  return policy === undefined ? null : digest(policy)
}

function callsOf(
  plan: RehearsedPlan,
  terms: ReceiptTerms,
  superseded: ReadonlyMap<number, number>,
): Pick<Receipt, 'reads' | 'effects'> {
  const answers = createRehearsedAnswers(plan.source, plan.params)
  const isTellable = tellablePlaces(terms)
  const shapeOf = shapeDigests(terms.key)
  const reads: ReceiptRead[] = []
  const effects: ReceiptEffect[] = []
  const timesAt = new Map<string, number>()
  for (const each of plan.calls) {
    if (superseded.has(each.call.n)) {
      // What was answered to the last attempt is all that binds.
      answers.add(each, [], () => false)
      continue
    }
    const about = aboutCall(each, timesAt, shapeOf)
    const onlyReads = isRead(each, plan)
    if (onlyReads) reads.push({ ...about, ...boundAnswer(each, terms.key, isTellable) })
    else effects.push({ ...about, ...expectedEffect(each, answers.before(each), terms) })
    if (each.isUnknown) answers.addUnknown(each)
    else {
      const leaves = leavesOf(each.call.n, each.value).filter(({ pointer }) => isTellable(pointer))
      answers.add(each, leaves, isBoundLeaf(each, onlyReads))
    }
  }
  return { reads, effects }
}

/** One call of a tool that was seen to write makes all of its calls effects. */
function isRead(
  { call, isReadByStatement }: RehearsedCall,
  { tools }: Pick<RehearsedPlan, 'tools'>,
): boolean {
  return tools[toolRef(call)]?.effect === 'read' || isReadByStatement === true
}

type AboutCall = Omit<ReceiptRead, keyof BoundAnswer>
type BoundAnswer = Pick<ReceiptRead, 'answer' | 'volatile' | 'used'>

function aboutCall(
  made: RehearsedCall,
  timesAt: Map<string, number>,
  shapeOf: (value: JsonValue) => string,
): AboutCall {
  const { call, takesMs, source, outcome, value, isUnknown } = made
  const tool = toolRef(call)
  const place = placeOf(call)
  const key = placeKey(tool, place)
  const nth = timesAt.get(key) ?? 0
  timesAt.set(key, nth + 1)
  return {
    ...{ call: call.n, tool, ...(place === undefined ? {} : { place }), nth, takes_ms: takesMs },
    ...{ source, outcome, ...(isUnknown ? {} : { shape: shapeOf(value) }) },
  }
}

/** A guess binds nobody: for real it is another value. */
function boundAnswer(
  { isInvented, isUnknown, outcome, value, step, ...places }: RehearsedCall,
  key: string,
  isTellable: (pointer: string) => boolean,
): BoundAnswer {
  // What a sequence promises says more: which parts may differ, and how.
  if (isInvented || isUnknown || step !== undefined) return {}
  // What cannot be named binds with all the rest.
  const volatile = places.volatile.filter(isTellable)
  const pointers = places.used?.every(isTellable) === true ? places.used : undefined
  const said = { outcome, value }
  const answer = pointers?.length === 0 ? {} : { answer: usedDigest(key, said, pointers ?? [], volatile) }
  return {
    answer: answerDigest(key, said, volatile),
    ...(volatile.length === 0 ? {} : { volatile }),
    ...(pointers === undefined ? {} : { used: { pointers, ...answer } }),
  }
}

/** Whether a part of an answer will be the same for real, or nothing is done that may be computed from it. */
function isBoundLeaf({ isInvented, volatile }: RehearsedCall, isRead: boolean): (pointer: string) => boolean {
  if (!isRead || isInvented) return () => false
  return (pointer) => !volatile.some((place) => pointersOverlap(place, pointer))
}

function expectedEffect(
  { call, before, effect, footprint, reversible, step, noWayBack = NOT_SHOWN }: RehearsedCall,
  sources: ReturnType<RehearsedAnswers['before']>,
  secrecy: Secrecy,
): Omit<ReceiptEffect, keyof AboutCall> {
  const args: JsonObject = call.arguments ?? {}
  return {
    // A call of a tool that was seen to write in another call may do so, too.
    effect: effect === 'read' ? 'unknown' : effect,
    ...(templatedArguments(args, step?.template, secrecy) ??
      expectedArguments(args, call.unknownAt ?? [], sources, secrecy)),
    footprint: {
      reads: tellable(footprint.reads, secrecy),
      writes: tellable(footprint.writes, secrecy),
    },
    before: before.kind === 'all' ? { up_to: before.upTo } : { calls: [...sources.given] },
    reversible,
    ...(noWayBack === null ? {} : { no_way_back: String(secrecy.redact(noWayBack)).toWellFormed() }),
  }
}

const NOT_SHOWN = 'no copy showed what it changes'

/** Whether a JSON Pointer may be shown: members of answers may be named by a secret. Their names come again with every call. */
function tellablePlaces({ redact }: Secrecy): (pointer: string) => boolean {
  const known = new Map<string, boolean>()
  return (pointer) =>
    pointerSteps(pointer).every((step) => {
      const isTellable = known.get(step) ?? redact(step) === step
      known.set(step, isTellable)
      return isTellable
    })
}

/** Resources are named by arguments, which may be secret. */
function tellable(
  extent: ReceiptEffect['footprint']['reads'],
  { redact }: Secrecy,
): ReceiptEffect['footprint']['reads'] {
  return extent === 'whole' ? extent : extent.map((name) => String(redact(name)).toWellFormed())
}
