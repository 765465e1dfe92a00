/** `--settings`: what the project says about its recordings. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readUserFile } from '../base/index.js'
import { type ToolCall, toolRef } from '../call/index.js'
import type { RedactionSettings, Settings } from '../config/index.js'
import type { RehearseOptions } from '../dryrun/index.js'
import type { RecordingStore } from '../recording/index.js'
import { createRedactor, type Redactor } from '../recording/redaction/index.js'
import type { CliIo } from './cli-io.js'

/** In the folder that a command runs in; the first that is there. */
export const DEFAULT_SETTINGS = ['understudy.config.json', 'understudy.config.yaml', 'understudy.config.yml']

/**
 * Reads the settings that were chosen, else those of the working folder, else none. What they say of effects counts only where they
 * were chosen: the folder may be a stranger's.
 * @throws UsageError FILE_UNREADABLE, SETTINGS_INVALID
 */
export async function readSettings(chosen: string | undefined, io: CliIo): Promise<Settings> {
  const file = settingsFile(chosen, io)
  if (file === undefined) return NO_SETTINGS
  // Loaded only where there is a file.
  const { parseSettings, withoutEffects } = await import('../config/index.js')
  const settings = parseSettings(readUserFile(file, 'the settings', io.cwd).toString('utf8'), file)
  return chosen === undefined ? withoutEffects(settings) : settings
}

/** The file that was chosen, else that of the working folder, if there is one. */
export function settingsFile(chosen: string | undefined, { cwd }: Pick<CliIo, 'cwd'>): string | undefined {
  return chosen ?? DEFAULT_SETTINGS.find((name) => existsSync(resolve(cwd, name)))
}

/** Of a project that says nothing. */
const NO_SETTINGS: Settings = { recordings: { tools: [], redact: {} }, servers: {} }

/** The redactor of what goes into a store, and of what is looked for in it. */
export function captureRedactor(
  store: RecordingStore,
  secrets: readonly string[],
  { values = [], ...rules }: RedactionSettings,
): Redactor {
  return createRedactor({ secrets: [...secrets, ...values], salt: store.salt, rules })
}

/** The arguments of a tool that do not count when a replay looks for a call. */
export async function ignoredArguments(
  settings: Settings,
  server: string,
): Promise<(tool: string) => readonly string[]> {
  if (settings === NO_SETTINGS) return () => []
  const { ignoredOf } = await import('../config/index.js')
  return (tool) => ignoredOf(settings, toolRef({ server, tool }))
}

/** How a rehearsal takes recordings, as the settings have it. */
export async function rehearsalSettings(
  settings: Settings,
  isStaleServed: boolean,
): Promise<Pick<RehearseOptions, 'effects' | 'freshness' | 'ignoredArguments' | 'redaction'>> {
  const whenStale = isStaleServed ? 'serve' : 'skip'
  if (settings === NO_SETTINGS) return { freshness: { whenStale } }
  const { ignoredOf, settingsEffects, ttlOf } = await import('../config/index.js')
  const { values: _, ...redaction } = settings.recordings.redact
  return {
    effects: settingsEffects(settings),
    freshness: { maxAgeMs: (call: ToolCall) => ttlOf(settings, toolRef(call)), whenStale },
    ignoredArguments: (call) => ignoredOf(settings, toolRef(call)),
    redaction,
  }
}
