/** `--settings`: what the project says about its recordings. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Finding, inOneLine, printable, readUserText } from '../base/index.js'
import { toolRef } from '../call/index.js'
import type { Settings } from '../config/index.js'
import type { RehearseOptions } from '../dryrun/index.js'
import type { CliIo } from './cli-io.js'

/** In the folder that a command runs in; the first that is there. */
export const DEFAULT_SETTINGS = ['understudy.config.json', 'understudy.config.yaml', 'understudy.config.yml']

export interface ReadSettings {
  readonly settings: Settings
  /** What of a file that nobody chose does not count, and how it would; absent where all does. */
  readonly leftOut?: Finding
}

/**
 * Reads the settings that were chosen, else those of the working folder, else none. What starts, contacts or loosens something counts
 * where they were chosen, or the person at the terminal said so: the folder may be a stranger's.
 * @throws UsageError FILE_UNREADABLE, SETTINGS_INVALID
 */
export async function readSettingsInForce(chosen: string | undefined, io: CliIo): Promise<ReadSettings> {
  const file = settingsFile(chosen, io)
  if (file === undefined) return { settings: NO_SETTINGS }
  // Loaded only where there is a file.
  const { parseSettings, withoutTrust } = await import('../config/index.js')
  const text = readUserText(file, 'the settings', io.cwd)
  const settings = parseSettings(text, file, {
    ...{ env: io.env, cwd: io.cwd },
    readEnvFile: (path) => readUserText(path, 'the envFile', io.cwd),
  })
  if (chosen !== undefined) return { settings }
  const untrusted = withoutTrust(settings)
  if (untrusted.leftOut.length === 0) return { settings }
  const { consentTo } = await import('./settings-consent.js')
  // Of the very text that was parsed.
  if ((await consentTo({ file, text, settings }, io)) === 'yes') return { settings }
  return { settings: untrusted.settings, leftOut: leftOutFinding(file, untrusted.leftOut) }
}

/** As above, for commands without a report: what does not count is told on standard error. */
export async function readSettings(chosen: string | undefined, io: CliIo): Promise<Settings> {
  const { settings, leftOut } = await readSettingsInForce(chosen, io)
  if (leftOut !== undefined) io.stderr(`Note: ${printable(leftOut.message, { oneLine: true })}\n`)
  return settings
}

function leftOutFinding(file: string, leftOut: readonly string[]): Finding {
  return {
    ...{ code: 'SETTINGS_NOT_IN_FORCE', severity: 'note', certain: true },
    message: `What ${file} says of ${inOneLine(leftOut.join(', '), 300)} does not count, since nobody named the file: --settings ${file} does`,
  }
}

/** For a gateway, which reads the file itself: whether its text counts in full. Asks nobody, since its input is its client's. */
export function settingsTrust(
  chosen: string | undefined,
  file: string,
  io: Pick<CliIo, 'cwd' | 'env'>,
): boolean | ((text: string) => Promise<boolean>) {
  if (chosen !== undefined) return true
  return async (text) => {
    const { keptAnswer } = await import('./settings-consent.js')
    return keptAnswer({ file, text }, io) === 'yes'
  }
}

/** The file that was chosen, else that of the working folder, if there is one. */
export function settingsFile(chosen: string | undefined, { cwd }: Pick<CliIo, 'cwd'>): string | undefined {
  return chosen ?? DEFAULT_SETTINGS.find((name) => existsSync(resolve(cwd, name)))
}

/** Of a project that says nothing. */
const NO_SETTINGS: Settings = { recordings: { tools: [], redact: {} }, servers: {} }

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
  if (settings === NO_SETTINGS) return { freshness: { whenStale: isStaleServed ? 'serve' : 'skip' } }
  const { recordingRules, settingsEffects } = await import('../config/index.js')
  return { effects: await settingsEffects(settings), ...recordingRules(settings, isStaleServed) }
}
