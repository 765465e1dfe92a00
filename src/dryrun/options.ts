/** What a rehearsal needs and may be given. */
import type { Finding, JsonValue } from '../base/index.js'
import type { Answerer, Stub, ToolCall, TraceEvent } from '../call/index.js'
import type { EffectSource, ObservedEffects } from '../effects/index.js'
import type { FormerPlace, Receipt, RehearsedPlan, UnavailableServer } from '../plan/index.js'
import type { Policy } from '../policy/index.js'
import type { TypeChecker, TypeStripper } from '../program/index.js'
import type { Observation, RecordingStore, RedactionRules, Redactor } from '../recording/index.js'
import type { ServerTools, ToolRegistry } from '../registry/index.js'
import type { Budgets, Sandbox } from '../sandbox/index.js'
import type { WorldFact } from '../sequence/index.js'
import type { ContactSource, OpenContacts } from './contacts.js'
import type { CopiedServers, CopySource, SeenChange } from './copies.js'
import type { PlacedChange } from './placed-changes.js'
import type { Contact } from './report.js'
import type { AnswerShapes } from './shapes/answer-shape.js'
import type { RecordedAnswer } from './shapes/recorded-answers.js'

export interface RehearseOptions {
  /** The tools there are: what servers listed, or a registry made from that (which saves compiling schemas again). */
  readonly tools: readonly ServerTools[] | ToolRegistry
  /** Names the plan in messages; its ending decides how it is read: `.json`, `.yaml`, `.yml` a workflow, all else a program. Default `program.ts`. */
  readonly fileName?: string
  /** What a program sees as `params`. Default `{}`. */
  readonly params?: JsonValue
  /** Default 1. */
  readonly seed?: number
  /** Rehearse with as many seeds, from `seed` on: 1 to 32. Default 1. The trace is of the first. */
  readonly runs?: number
  /** With how many other values, at most, it is found out which invented answers matter. Default 24; 0 for none. */
  readonly budget?: number
  /** Let each call fail in turn, and report what that leaves half done; changes no verdict. Default false. */
  readonly faults?: boolean
  /** Where virtual time starts: ISO 8601 or milliseconds since the epoch. Default: now. */
  readonly now?: string | number
  readonly stubs?: readonly Stub[]
  /** True when the stubs are for other plans too: then none is missed that is of a tool which the plan does not call. Default false. */
  readonly stubsAreShared?: boolean
  /** Answerers of your own, asked after the stubs and before copies and recordings. */
  readonly answerers?: readonly Answerer[]
  /** Servers that answer from a throwaway copy of the world, asked after stubs and answerers of your own. Default: none. */
  readonly copies?: CopySource
  /** Servers that may be asked for real: reads, dry runs of their own, stand-ins. Default: none. */
  readonly contacts?: ContactSource
  /** Says what types have to say of the text of a program, as notes that change no verdict. Default: nobody. */
  readonly typeChecker?: TypeChecker
  readonly store?: RecordingStore
  /** Whose recordings of a server: what was recorded with one principal's credentials never answers another. Default: `anonymous`. */
  readonly principal?: (server: string) => string
  /** Values that must not be shown: they are replaced wherever they appear in the report. */
  readonly secrets?: readonly string[]
  /** How fresh recordings have to be. Default: of any age, while neither the data of the server nor the contract changed. */
  readonly freshness?: RecordingFreshness
  /** JSON Pointers into the arguments of a tool that do not count when a call is looked for. Default: everything counts. */
  readonly ignoredArguments?: (call: ToolCall) => readonly string[]
  /** What is redacted beside secrets and tokens, and what is allowed: as when it was recorded. */
  readonly redaction?: RedactionRules
  readonly policy?: Policy
  /** What the user says of effects elsewhere than in the policy, such as in settings; the strongest first. The policy comes before them. */
  readonly effects?: readonly EffectSource[]
  /** Where the program runs. Default: a Deno sandbox made for this rehearsal and closed after it. */
  readonly sandbox?: Sandbox
  readonly budgets?: Partial<Budgets>
  /** Takes the types off programs. Default: one made for this rehearsal, which costs some 60 ms. */
  readonly stripper?: TypeStripper
  /** Servers that exist but could not be asked for their tools: calls of them are unknown, not missing. */
  readonly unavailable?: readonly UnavailableServer[]
  /** Servers that were asked for their tools: told in the report. */
  readonly contacted?: readonly Contact[]
  /** What is to be told of what it was given, such as settings that do not count. */
  readonly findings?: readonly Finding[]
  /** Whose receipt is to be made of it. Default: none is. */
  readonly receipt?: ReceiptOrder
  /** Told what calls were seen to change on copies, for whoever keeps it with the contracts of their tools. */
  readonly onObserved?: (observations: readonly Observation[]) => void
  readonly onTrace?: (event: TraceEvent) => void
  readonly signal?: AbortSignal
}

export interface RecordingFreshness {
  /** Older recordings are stale; a function where that hangs on the tool. Default: none is too old. */
  readonly maxAgeMs?: number | ((call: ToolCall) => number | undefined)
  /** Default `serve`: stale recordings answer too, the report says so, and no verdict rests on them. `skip`: the next answerer answers. */
  readonly whenStale?: 'serve' | 'skip'
}

/** The options with everything decided that has a default. */
export interface RehearsalSettings extends RehearseOptions {
  readonly fileName: string
  readonly params: JsonValue
  readonly seed: number
  readonly budget: number
  /** So many runs, at most, go where it was found out that something decides; absent: nobody asks for branches. */
  readonly steer?: number
  readonly principal: (server: string) => string
  readonly nowMs: number
  readonly redactor: Redactor
  /** What was learned of tools that declare no output: of all runs of the rehearsal, so that each tool is learned once. */
  readonly learned?: AnswerShapes
  /** What was seen of tools on copies before. */
  readonly observed?: ObservedEffects
  /** What tools were recorded to answer: each is read once. */
  readonly recorded: (call: ToolCall) => Promise<readonly RecordedAnswer[]>
  /** Makes the link of the stubs for one rehearsal: each has all of them before it. */
  readonly askStubs: () => Answerer
  /** The world of this rehearsal alone. */
  readonly copied?: CopiedServers
  /** The servers that this rehearsal may ask for real. */
  readonly contactable?: OpenContacts
  /** Told what is known, with nothing hidden, before the report is. */
  readonly onFacts?: (facts: RehearsalFacts) => void
}

/** What a rehearsal is told that is to give a receipt, and what it keeps for it. Whose receipt it is to be, and who gets it. */
export interface ReceiptOrder {
  /** The one journal that may spend it, with its key. */
  readonly journal: { readonly id: string; readonly key: string }
  /** On whose behalf it may be spent. Default `anonymous`. */
  readonly principal?: string | undefined
  /** Milliseconds; default an hour. */
  readonly validMs?: number | undefined
  /** Where relative paths of local files start. Default: no local files are bound. */
  readonly cwd?: string | undefined
  /** Milliseconds since the epoch; default: the wall clock's. */
  readonly madeMs?: number | undefined
  /**
   * Which places cannot be put back by their former bytes, by path, and why: the end of a sentence. Default: nothing is kept of before, and
   * no effect has a way back.
   */
  readonly notKeepable?: ((places: readonly FormerPlace[]) => ReadonlyMap<string, string>) | undefined
  /** Given the receipt, unless the verdict is `fail`. */
  onReceipt(receipt: Receipt): void
}

/** What is known of a rehearsal, with nothing hidden. */
export interface RehearsalFacts {
  readonly plan: Omit<RehearsedPlan, 'verdict' | 'files' | 'planId'>
  readonly changes: readonly PlacedChange[]
  /** What changed after the last answer. */
  readonly late: readonly SeenChange[]
  /** What a sequence rests on. */
  readonly world: readonly WorldFact[]
}
