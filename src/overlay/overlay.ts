/** What a run wrote, laid over what its servers said before: answers to what it reads after that. */
import { defined, type JsonObject, pointerSteps } from '../base/index.js'
import { type Answer, type Answerer, type Outcome, outcomeValue, type ToolCall } from '../call/index.js'
import { fileLaw } from './files/file-law.js'
import { graphLaw } from './graph/graph-law.js'
import type { Act, AskReaders, Law, RoleCall, Told } from './law.js'
import { argumentsOfLaw, argumentsOfTool } from './model.js'
import type { Recognised, RecognisedTool } from './recognise.js'
import { recordLaw } from './records/record-law.js'

/** What the readers below the overlay say of a call that nobody made; undefined where nobody said it for certain. */
export type AskBelow = (call: Pick<ToolCall, 'server' | 'tool' | 'arguments'>) => Promise<Outcome | undefined>

/** Of one run, whose calls are numbered as they are made. Nothing is to be closed. */
export interface Overlay {
  /** Stands first of all: what a call hears hangs on those made before it, and not on which of them is answered sooner. */
  readonly arrival: Answerer
  /** Stands before all that answer, and notes what calls did. */
  readonly observer: Answerer
  /** Stands before the readers. */
  readonly answerer: Answerer
  /** Whether it knows what the call of a number, which was made, did. */
  knows(n: number): boolean
}

const LAWS: Readonly<Record<RecognisedTool['law'], Law>> = {
  files: fileLaw,
  graph: graphLaw,
  records: recordLaw,
}

interface NumberedAct extends Act {
  readonly n: number
  /** True where all is as it was before. */
  readonly isUndone: boolean
}

interface WriteUnderWay {
  readonly server: string
  /** Never rejected. */
  readonly over: Promise<void>
}

export function createOverlay(known: Recognised, askBelow: AskBelow): Overlay {
  return new ActsOfRun(known, askBelow)
}

class ActsOfRun implements Overlay {
  readonly #known: Recognised
  readonly #askBelow: AskBelow
  readonly #acts = new Map<string, NumberedAct[]>()
  readonly #underWay = new Map<number, WriteUnderWay>()
  readonly #laid = new Set<number>()

  constructor(known: Recognised, askBelow: AskBelow) {
    this.#known = known
    this.#askBelow = askBelow
  }

  readonly arrival: Answerer = {
    name: 'overlay',
    answer: (call, next) => {
      const tool = this.#toolOf(call)
      if (tool === undefined || !isWrite(tool)) return next(call)
      const answered = next(call)
      const forget = (): void => void this.#underWay.delete(call.n)
      this.#underWay.set(call.n, { server: call.server, over: answered.then(forget, forget) })
      return answered
    },
  }

  readonly observer: Answerer = {
    name: 'overlay',
    answer: async (call, next) => {
      const answer = await next(call)
      this.#note(call, answer)
      return answer
    },
  }

  readonly answerer: Answerer = {
    name: 'overlay',
    answer: async (call, next) => {
      const tool = this.#toolOf(call)
      const before = tool === undefined ? [] : await this.#actsBefore(call)
      if (tool === undefined || (before.length === 0 && !isWrite(tool))) return await next(call)
      const below = await next(call)
      const told = await this.#tell(call, tool, before, below)
      if (told !== undefined) return answerOf(told, below)
      return supposing(below, LAWS[tool.law].supposes)
    },
  }

  readonly knows = (n: number): boolean => this.#laid.has(n)

  #toolOf({ server, tool }: ToolCall): RecognisedTool | undefined {
    return this.#known.get(server)?.get(tool)
  }

  #note(call: ToolCall, { outcome, provenance, unknown }: Answer): void {
    const tool = this.#toolOf(call)
    if (tool === undefined || !isWrite(tool)) return
    const isDone = outcome.kind === 'result'
    // What it refuses itself is not done.
    const isUndone =
      outcome.kind === 'tool-error' && (provenance.source === 'overlay' || tool.isWhole === true)
    const value = outcome.kind === 'result' && unknown !== true ? outcomeValue(outcome) : undefined
    const act = {
      n: call.n,
      ...roleCall(call, tool),
      isDone,
      isUndone,
      ...(value === undefined ? {} : { value }),
    }
    const known = this.#acts.get(call.server) ?? []
    // Most are answered in the order in which they were made.
    known.splice(known.findLastIndex(({ n }) => n < call.n) + 1, 0, act)
    this.#acts.set(call.server, known)
    if (isUndone || (isDone && tool.role !== undefined)) this.#laid.add(call.n)
  }

  /** In the order in which they were made. */
  async #actsBefore({ n, server }: ToolCall): Promise<readonly NumberedAct[]> {
    await Promise.all(
      [...this.#underWay].map(([other, write]) =>
        other < n && write.server === server ? write.over : undefined,
      ),
    )
    const known = this.#acts.get(server) ?? []
    const count = known.findLastIndex((act) => act.n < n) + 1
    return count === known.length ? known : known.slice(0, count)
  }

  async #tell(
    call: ToolCall,
    tool: RecognisedTool,
    before: readonly NumberedAct[],
    below: Answer,
  ): Promise<Told | undefined> {
    if ((call.unknownAt?.length ?? 0) > 0 || before.length > MOST_ACTS) return undefined
    const ask: AskReaders = async (role, args) => {
      for (const each of this.#known.get(call.server)?.values() ?? []) {
        if (each.role !== role) continue
        const asked = { server: call.server, tool: each.name, arguments: argumentsOfTool(each, args) }
        const said = await this.#askBelow(asked)
        if (said !== undefined) return said
      }
      return undefined
    }
    const changed = before.filter(({ isUndone }) => !isUndone)
    return await LAWS[tool.law].answer(roleCall(call, tool), changed, ask, below)
  }
}

/** Each answer is found from all of them: after more, nothing is said. */
const MOST_ACTS = 300

function isWrite({ footprint }: RecognisedTool): boolean {
  return (footprint.writes ?? []).length > 0
}

function roleCall(call: ToolCall, tool: RecognisedTool): RoleCall {
  const args = argumentsOfLaw(tool, knownArguments(call))
  const { role = '', says, record } = tool
  if (record === undefined) return { role, says, args }
  const id = record.key === undefined ? undefined : args[record.key]
  return { role, args, record: { ...record, ...(id === undefined ? {} : { id }) } }
}

/** Without those that are not known. */
function knownArguments({ arguments: args = {}, unknownAt = [] }: ToolCall): JsonObject {
  const unknown = new Set(unknownAt.map((pointer) => pointerSteps(pointer)[0]))
  return Object.fromEntries(Object.entries(args).filter(([name]) => !unknown.has(name)))
}

function answerOf(
  { outcome, inventedAt, orElse, isPossible, mayGrow, supposes, isAssumed }: Told,
  below: Answer,
): Answer {
  const { durations } = below
  return {
    outcome,
    provenance: {
      source: 'overlay',
      ...defined({ inventedAt, supposes }),
      ...(isAssumed === true ? { isAssumed } : {}),
    },
    ...defined({ orElse, isPossible, mayGrow, durations }),
  }
}

/** What was said before anything was written, and is the same still, as far as the law goes. */
function supposing(answer: Answer, supposes: string | undefined): Answer {
  const { source } = answer.provenance
  if (supposes === undefined || (source !== 'recording' && source !== 'live')) return answer
  return { ...answer, provenance: { ...answer.provenance, supposes } }
}
