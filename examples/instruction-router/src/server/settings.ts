/** What the environment tells the server. */
import { resolve } from 'node:path'

export interface Settings {
  /** The folder of instruction files; absolute. */
  readonly knowledgePath: string
  /** The project that paths are told from; absolute. */
  readonly projectRoot: string
  /** Answers hold nothing that differs from machine to machine. */
  readonly isTest: boolean
  readonly logLevel: LogLevel
}

export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What cannot be meant by the environment or the command line; the message is for the person at the screen. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** An empty variable counts as absent. @throws SettingsError for a value that cannot be meant */
export function readSettings(env: Readonly<Record<string, string | undefined>>, folder: string): Settings {
  const projectRoot = resolve(folder, env.PONGOGO_PROJECT_ROOT || '.')
  const [flag, level] = [env.PONGOGO_TEST_MODE || '0', env.PONGOGO_LOG_LEVEL || 'WARNING']
  const logLevel = LOG_LEVELS.find((each) => each === level.toUpperCase())
  if (flag !== '0' && flag !== '1')
    throw new SettingsError(`Cannot read PONGOGO_TEST_MODE: it is ${JSON.stringify(flag)}, not 1 or 0`)
  if (logLevel === undefined)
    throw new SettingsError(
      `Cannot read PONGOGO_LOG_LEVEL: it is ${JSON.stringify(level)}, not one of ${LOG_LEVELS.join(', ')}`,
    )
  const knowledgePath = resolve(projectRoot, env.PONGOGO_KNOWLEDGE_PATH || '.pongogo/instructions')
  return { projectRoot, knowledgePath, isTest: flag === '1', logLevel }
}
