/** What a project says about its recordings and its servers: see parse-settings.ts. */
import { matchesPattern, ownMember } from '../base/index.js'
import { type ToolCall, type ToolRef, toolRef } from '../call/index.js'
import type { StatedFootprint } from '../effects/index.js'
import type { Freshness } from '../recording/index.js'
import type { RedactionRules, RedactionSettings } from '../recording/redaction/index.js'
import type { CallRate } from './parse-rate.js'
import type { ServerEntry } from './server-entry.js'

export interface Settings {
  readonly recordings: RecordingSettings
  /** Of clients of a dry gateway. */
  readonly rehearsals?: RehearsalSettings
  /** By the name of a server, or `*` for all of them. */
  readonly servers: Readonly<Record<string, ServerSettings>>
  readonly undo?: UndoSettings
}

/** What is kept of before, so that runs can be taken back. */
export interface UndoSettings {
  /** Of all runs together; 0: nothing is kept. */
  readonly maxBytes?: number
  readonly keepMs?: number
}

/** How a gateway may use a server, and what its tools do. */
export interface ServerSettings {
  /** Work at once. */
  readonly concurrency?: number
  readonly rate?: CallRate
  /** Sessions at once. */
  readonly sessions?: number
  /** Whether a rehearsal may have it in a copy of the world: `true` overrules what its arguments look like, `false` ends it. */
  readonly copy?: boolean
  /** Folders that it works in beside those that its command names. */
  readonly folders?: readonly string[]
  /** True when it keeps in memory what its answers hang on, and a real run finds it already running. */
  readonly memory?: boolean
  /** `ignored`: what it tries to reach over the network has nothing to do with its answers. */
  readonly network?: 'ignored'
  /** First match first; a tool's name may hold `*` for any characters. */
  readonly effects?: readonly { readonly tool: string; readonly footprint: StatedFootprint['footprint'] }[]
  /** Tools that only read, and that a rehearsal may ask for real; a name may hold `*` for any characters, and is not `*` alone. */
  readonly liveReads?: readonly string[]
  /** Tools with a dry run of their own. */
  readonly previews?: readonly Preview[]
  /** A server that is there for rehearsals. */
  readonly rehearse?: StandIn
}

export interface Preview {
  readonly tool: string
  /** The name of the argument that is `true` for a dry run. */
  readonly argument: string
}

export interface StandIn {
  /** How it is started or reached; it has the name of the server that it stands in for. */
  readonly with: ServerEntry | { readonly unusable: string }
  /** Commands for the shell: what sets up its world, and what takes that away again. */
  readonly before?: string
  readonly after?: string
}

/** How long a client may rehearse, and what is taken for granted then. */
export interface RehearsalSettings {
  /** Milliseconds without a call. */
  readonly idleMs?: number
  /** Milliseconds in all. */
  readonly longestMs?: number
  /** Worlds at once. */
  readonly worlds?: number
  /** Writes that succeed where their server has no copy: `SERVER:TOOL`, where `*` stands for any characters. */
  readonly assume?: readonly string[]
}

export interface RecordingSettings {
  /** How long recordings stay fresh where no tool says otherwise; absent: for ever. */
  readonly ttlMs?: number
  /** First match first: each of ttl and ignore comes from the first matching entry that names it. */
  readonly tools: readonly ToolRecordingSettings[]
  readonly redact: RedactionSettings
}

export interface ToolRecordingSettings {
  /** `SERVER:TOOL`, where `*` stands for any characters, none included. */
  readonly tools: string
  /** Infinity: for ever. */
  readonly ttlMs?: number
  /** JSON Pointers into the arguments that do not count when a call is looked for. */
  readonly ignore?: readonly string[]
}

/** Of a project that says nothing. */
export const NO_SETTINGS: Settings = { recordings: { tools: [], redact: {} }, servers: {} }

export interface UntrustedSettings {
  readonly settings: Settings
  /** What was left out, such as `effects of "jira"`. */
  readonly leftOut: readonly string[]
}

/**
 * What counts of settings that nobody chose: they may be a stranger's, and whatever in them starts or contacts something, or loosens
 * a rule, is left out.
 */
export function withoutTrust(settings: Settings): UntrustedSettings {
  const leftOut: string[] = []
  const servers = Object.entries(settings.servers).map(([name, said]) => {
    const { effects: _e, network: _n, liveReads: _l, previews: _p, rehearse: _r, ...others } = said
    const told = NEEDS_TRUST.filter(([key]) => said[key] !== undefined).map(([, word]) => word)
    leftOut.push(...told.map((word) => `${word} of ${JSON.stringify(name)}`))
    return [name, others] as const
  })
  const { assume, ...rehearsals } = settings.rehearsals ?? {}
  return {
    settings: {
      ...settings,
      ...(settings.rehearsals === undefined ? {} : { rehearsals }),
      servers: Object.fromEntries(servers),
    },
    leftOut: [...leftOut, ...(assume === undefined ? [] : ['assume of "rehearsals"'])],
  }
}

const NEEDS_TRUST = [
  ['effects', 'effects'],
  ['network', 'network'],
  ['liveReads', 'live_reads'],
  ['previews', 'previews'],
  ['rehearse', 'rehearse'],
] as const satisfies readonly (readonly [keyof ServerSettings, string])[]

/** What the project says of a server: each limit is its own, else that of all. */
export function serverSettings({ servers }: Settings, server: string): ServerSettings {
  const own = ownMember(servers, server)
  return { ...servers['*'], ...own }
}

/** How long recordings of a tool stay fresh; undefined: for ever. */
export function ttlOf({ recordings }: Settings, tool: ToolRef): number | undefined {
  return firstOf(recordings, tool, 'ttlMs') ?? recordings.ttlMs
}

/** JSON Pointers into the arguments of a tool that do not count. */
export function ignoredOf({ recordings }: Settings, tool: ToolRef): readonly string[] {
  return firstOf(recordings, tool, 'ignore') ?? []
}

/** How rehearsals, mocks and single calls take recordings. */
export interface RecordingRules {
  readonly freshness: Required<Omit<Freshness, 'clock'>>
  readonly ignoredArguments: (call: ToolCall) => readonly string[]
  readonly redaction: RedactionRules
}

/** What the project says of that; `isStaleServed`: recordings that may be out of date answer too. */
export function recordingRules(settings: Settings, isStaleServed: boolean): RecordingRules {
  const { values: _, ...redaction } = settings.recordings.redact
  return {
    freshness: {
      maxAgeMs: (call) => ttlOf(settings, toolRef(call)),
      whenStale: isStaleServed ? 'serve' : 'skip',
    },
    ignoredArguments: (call) => ignoredOf(settings, toolRef(call)),
    redaction,
  }
}

function firstOf<Key extends 'ttlMs' | 'ignore'>(
  { tools }: RecordingSettings,
  tool: ToolRef,
  key: Key,
): ToolRecordingSettings[Key] | undefined {
  return tools.find((each) => each[key] !== undefined && matchesPattern(each.tools, tool))?.[key]
}
