/** Clients over HTTP, and a server that is a process or a container: to each session one of its own. */

import { printable } from '../../base/index.js'
import { secretsOfServer } from '../../config/server-secrets.js'
import type { ServerCopy } from '../../copy/index.js'
import { startTransport } from '../../launch/index.js'
import { createDurability, heldBack, startHttpFront } from '../../proxy/index.js'
import { recordEvents } from '../../recording/index.js'
import { captureRedactor } from '../../recording/redaction/index.js'
import { type Transport, tapTransport } from '../../transport/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { exitCodeFor } from '../exit-code.js'
import { type HttpDoor, readServing } from '../http-serving.js'
import { openRecordTarget } from '../record-target.js'
import { recorderOf } from '../recording-of-server.js'
import { untilInterrupted, untilRefused } from '../until-interrupted.js'
import type { HowToRecord, RecordedRun } from './recorded-run.js'

/** Until the user has enough. No server runs any more then. */
export async function recordFront(
  { entry, target, redact, isDurable = false, ...word }: HowToRecord,
  door: HttpDoor,
  io: DiscreetIo,
  copy?: Pick<ServerCopy, 'start'>,
): Promise<RecordedRun> {
  // Whatever is wrong with HTTP is told before a server is started.
  const serving = readServing(door, io)
  const { clock, signal } = io
  await using store = await openRecordTarget(target, io)
  const redactor = captureRedactor(store, secretsOfServer(entry), redact)
  const recorder = await recorderOf(entry, { store, redactor: () => redactor, io, ...word })
  const durability = isDurable ? createDurability(recorder) : undefined
  const held = (transport: Transport): Transport =>
    durability === undefined ? transport : heldBack(transport, durability)
  const front = await startHttpFront({
    // Calls may take long, and connections break: a client can come back for its answer.
    serving: { ...serving, profile: { form: 'resumable', retryMs: 500 } },
    open: async () =>
      held(
        tapTransport(
          await startTransport(entry, {
            ...{ clock, signal, hurry: signal },
            ...(copy === undefined ? {} : { startCommand: (launch) => copy.start(launch) }),
          }),
          recordEvents(recorder),
          clock,
        ),
      ),
    paramHeaders: (tool) => recorder.paramHeaders(tool),
    onLine: (line) => io.stderr(`${printable(line)}\n`),
  })
  io.stderr(`Recording ${printable(entry.name)} at ${front.url}\n`)
  await untilInterrupted(untilRefused(signal, durability))
  await front.close()
  await recorder.settled()
  durability?.refused.throwIfAborted()
  return { exitCode: exitCodeFor({}), counts: recorder.counts }
}
