/** A guest process without our guest in it: `Deno` in full, and nothing but the process around the program. */

import { type CapabilityAttempt, sandboxLayers } from '../../src/sandbox/index.js'
import { findTool } from '../../src/sandbox/layers/system-tool.js'
import { parseAudit } from '../../src/sandbox/process/audit.js'
import { createAuditPipes } from '../../src/sandbox/process/audit-pipe.js'
import { type GuestRecipe, startGuest } from '../../src/sandbox/process/guest-process.js'

/** What became of a program in a bare guest. */
export interface BareRun {
  /** What the program returned, as text. */
  readonly value?: string
  readonly error?: string
  readonly signal: NodeJS.Signals | null
  readonly attempts: readonly CapabilityAttempt[]
}

/** How bare guests are started on this machine: with every layer it gives. */
export async function bareRecipe(): Promise<GuestRecipe> {
  const { deno, wrapper } = await sandboxLayers()
  const mkfifo = findTool('mkfifo', process.env.PATH ?? '')
  const audits = mkfifo === undefined ? undefined : createAuditPipes(mkfifo)
  return { denoPath: deno.path, wrapper, source: BARE, audits }
}

/** Runs the body of an async function in a bare guest, with `params`. */
export async function runBare(recipe: GuestRecipe, program: string, params: unknown): Promise<BareRun> {
  const guest = await startGuest(recipe)
  let received = ''
  const answered = new Promise<void>((resolve) => {
    guest.listen((bytes) => {
      received += bytes.toString()
      if (received.endsWith('\n')) resolve()
    })
  })
  guest.write(Buffer.from(`${JSON.stringify({ program, params })}\n`))
  await Promise.race([answered, guest.over])
  guest.kill()
  const { signal, audit } = await guest.over
  // What the program below writes.
  const reply = received === '' ? {} : (JSON.parse(received) as { value?: string; error?: string })
  return { ...reply, signal, attempts: parseAudit(audit) }
}

const BARE = `
const write = (text) => Deno.stdout.writeSync(new TextEncoder().encode(text + '\\n'))
write('ready')
const buffer = new Uint8Array(65536), decoder = new TextDecoder()
let line = ''
while (!line.includes('\\n')) line += decoder.decode(buffer.subarray(0, Deno.stdin.readSync(buffer)))
const { program, params } = JSON.parse(line)
globalThis.addEventListener('error', (event) => { event.preventDefault(); write(JSON.stringify({ error: String(event.error) })) })
// Deno's own way: text may not be code otherwise, and no loader is taken from the script.
const [body, failure] = Deno[Deno.internal].core.evalContext('(async function (params) {' + program + '\\n})', 'bare:program')
if (failure !== null) throw failure.thrown
body(params).then(
  (value) => write(JSON.stringify({ value: String(value) })),
  (error) => write(JSON.stringify({ error: String(error) })),
)
`
