/** Lines for whoever runs the server; the protocol has standard output for itself. */
import { LOG_LEVELS, type LogLevel } from './settings.js'

export type Log = (level: LogLevel, line: string) => void

/** Writes lines of the level and above. A line never holds a control character of a file or a message. */
export function createLog(from: LogLevel, write: (line: string) => void): Log {
  return (level, line) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(from))
      write(`${level} ${line.replace(/\p{Cc}/gu, '�')}\n`)
  }
}
