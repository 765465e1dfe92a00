/** What the environment tells the server. */
import { isAbsolute, resolve } from 'node:path'

export interface Settings {
  /** The folder of instruction files; absolute. */
  readonly knowledgePath: string
  /** The project that paths are told from; absolute. */
  readonly projectRoot: string
  /** Answers hold nothing that differs from run to run or from machine to machine. */
  readonly isTest: boolean
  readonly logLevel: LogLevel
}

export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What cannot be meant by the environment or the command line; the message is for the person at the screen. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * `PONGOGO_KNOWLEDGE_PATH` (default: `.pongogo/instructions` of the project), `PONGOGO_PROJECT_ROOT` (default: the working folder),
 * `PONGOGO_TEST_MODE` (1 or 0), `PONGOGO_LOG_LEVEL` (default: WARNING). An empty variable counts as absent.
 * @throws SettingsError for a value that cannot be meant
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, folder: string): Settings {
  const projectRoot = resolve(folder, env.PONGOGO_PROJECT_ROOT || '.')
  const knowledge = env.PONGOGO_KNOWLEDGE_PATH || '.pongogo/instructions'
  return {
    projectRoot,
    knowledgePath: isAbsolute(knowledge) ? resolve(knowledge) : resolve(projectRoot, knowledge),
    isTest: readFlag('PONGOGO_TEST_MODE', env.PONGOGO_TEST_MODE),
    logLevel: readLogLevel(env.PONGOGO_LOG_LEVEL || 'WARNING'),
  }
}

function readFlag(name: string, value = ''): boolean {
  const said = value.toLowerCase()
  if (['1', 'true', 'yes', 'on'].includes(said)) return true
  if (['', '0', 'false', 'no', 'off'].includes(said)) return false
  throw new SettingsError(`Cannot read ${name}: it is ${JSON.stringify(value)}, not 1 or 0`)
}

function readLogLevel(value: string): LogLevel {
  const said = value.toUpperCase() === 'WARN' ? 'WARNING' : value.toUpperCase()
  const level = LOG_LEVELS.find((each) => each === said)
  if (level !== undefined) return level
  throw new SettingsError(
    `Cannot read PONGOGO_LOG_LEVEL: it is ${JSON.stringify(value)}, not one of ${LOG_LEVELS.join(', ')}`,
  )
}
