/** What a project says about its recordings: see parse-settings.ts. */
import type { ToolRef } from '../call/index.js'
import { matchesPattern } from '../policy/index.js'
import type { RedactionRules } from '../recording/index.js'

export interface Settings {
  readonly recordings: RecordingSettings
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

export interface RedactionSettings extends RedactionRules {
  /** Replaced wherever they appear, as secrets of a server are. */
  readonly values?: readonly string[]
}

/** How long recordings of a tool stay fresh; undefined: for ever. */
export function ttlOf({ recordings }: Settings, tool: ToolRef): number | undefined {
  return firstOf(recordings, tool, 'ttlMs') ?? recordings.ttlMs
}

/** JSON Pointers into the arguments of a tool that do not count. */
export function ignoredOf({ recordings }: Settings, tool: ToolRef): readonly string[] {
  return firstOf(recordings, tool, 'ignore') ?? []
}

function firstOf<Key extends 'ttlMs' | 'ignore'>(
  { tools }: RecordingSettings,
  tool: ToolRef,
  key: Key,
): ToolRecordingSettings[Key] | undefined {
  return tools.find((each) => each[key] !== undefined && matchesPattern(each.tools, tool))?.[key]
}
