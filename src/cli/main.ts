#!/usr/bin/env node
/**
 * The program `understudy`: loads the command line, where it can with the code that an earlier process kept (`kept-code/`).
 * `command-line.ts` hands the process to it; `command-list.ts` names the commands, `commands/` are the options of each, loaded where it
 * is named, `actions/` what a command does; `record/` is one file for each way between a client and a server. What `understudy` starts
 * is joined (docs/decisions/joined-command-line.md) from what the compiler made of all this.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keptPlace } from './kept-code/kept-place.js'
import type { KeptPlace } from './kept-code/load-kept.js'

// Nothing waits at the top: what is joined of it is a script, which starts sooner than a module.
void main()

async function main(): Promise<void> {
  const place = keptPlace(dirname(fileURLToPath(import.meta.url)), process)
  const { runProcess } =
    place === undefined ? await import('./command-line.js') : await keptCommandLine(place)
  await runProcess()
}

async function keptCommandLine(place: KeptPlace): Promise<typeof import('./command-line.js')> {
  const { openKept } = await import('./kept-code/load-kept.js')
  const scripts = openKept(place)
  process.once('exit', () => scripts.keep())
  return scripts.load(join(place.root, 'command-line.js')) as typeof import('./command-line.js')
}
