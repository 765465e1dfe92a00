/** Starts `understudy rehearsals apply`: a dry gateway has no way to a server that lasts, and whoever does it for real is another process. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { processEndText } from '../../base/index.js'
import type { GatewayOptions } from '../../gateway/index.js'
import type { DiscreetIo } from '../discreet-io.js'

export function applyInOwnProcess(
  journal: string,
  journalKey: string | undefined,
  io: DiscreetIo,
): NonNullable<GatewayOptions['applyRehearsal']> {
  const main = fileURLToPath(new URL('../main.js', import.meta.url))
  // Whoever does not wait any more does not end what is being done.
  return async (id) => {
    const key = journalKey === undefined ? [] : ['--journal-key', journalKey]
    const args = [main, 'rehearsals', 'apply', id, '--journal', journal, ...key]
    // Its output is none of the protocol's, which the gateway may speak there.
    const child = spawn(process.execPath, args, {
      cwd: io.cwd,
      env: io.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.on('data', (text: Buffer) => io.stderr(text.toString('utf8')))
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    return code === 0
      ? 'It was applied: it is done for real.'
      : `It was not applied as shown (its process ${processEndText({ code, signal })}): the person sees why with understudy rehearsals show ${id}, and understudy runs list.`
  }
}
