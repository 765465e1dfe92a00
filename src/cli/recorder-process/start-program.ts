/** Starts the program of a recorder process. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RecorderPipes } from '../../proxy/index.js'

/** Of a group of its own: what interrupts the proxy must not interrupt the recorder process, which ends with its input. */
export function startRecorderProgram(): RecorderPipes {
  return spawn(process.execPath, [MAIN], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
}

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url))
