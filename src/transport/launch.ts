/** What to start. */
import type { ServerEnvironment } from './inherited-environment.js'

/** How a server on stdio is started. */
export interface Launch {
  readonly command: string
  readonly args?: readonly string[]
  /** Default: the current folder. */
  readonly cwd?: string
  /** Added to the allow-listed part of our own environment. */
  readonly env?: ServerEnvironment
}

/** The command as a person would write it, for error texts. */
export function describeLaunch({ command, args = [] }: Launch): string {
  return [command, ...args]
    .map((part) => (/^[\w./:=@%+,-]+$/.test(part) ? part : JSON.stringify(part)))
    .join(' ')
}
