/** A server at a URL: its clients come over HTTP too, or one is on standard input and output. */

import { defined, printable } from '../../base/index.js'
import type { HttpLaunch } from '../../config/server-entry.js'
import { secretsOfServer } from '../../config/server-secrets.js'
import { bridgeHttp, createCredentials, createDurability, startHttpProxy } from '../../proxy/index.js'
import { captureRedactor } from '../../recording/redaction/index.js'
import { checkedUrl } from '../../transport/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { exitCodeFor } from '../exit-code.js'
import type { ListenAddress } from '../listen-address.js'
import { openRecordTarget } from '../record-target.js'
import { recorderOf } from '../recording-of-server.js'
import { untilInterrupted, untilRefused } from '../until-interrupted.js'
import type { HowToRecord, RecordedRun } from './recorded-run.js'

/** Until the user has enough. */
export async function recordUrlOverHttp(
  { url, headers }: HttpLaunch,
  { listen, ...how }: HowToRecord & { readonly listen: ListenAddress },
  io: DiscreetIo,
): Promise<RecordedRun> {
  const upstream = checkedUrl(url)
  await using opened = await openRecorder(how, io)
  const { recorder, credentials, durability } = opened
  const durable = defined({ durability })
  const proxy = await startHttpProxy({ upstream, headers, recorder, credentials, ...durable, ...listen })
  io.stderr(`Recording ${how.entry.name} at ${proxy.url}\n`)
  await untilInterrupted(untilRefused(io.signal, durability))
  await proxy.close()
  await recorder.settled()
  durability?.refused.throwIfAborted()
  return { exitCode: exitCodeFor({}), counts: recorder.counts }
}

/** Until the client is gone, or the server has ended the session. */
export async function recordUrlOnStdio(
  { url, headers }: HttpLaunch,
  how: HowToRecord,
  io: DiscreetIo,
): Promise<RecordedRun> {
  const upstream = checkedUrl(url)
  await using opened = await openRecorder(how, io)
  const { recorder, credentials, durability } = opened
  const end = await bridgeHttp({
    client: { input: process.stdin, output: process.stdout },
    ...{ upstream, headers, recorder, credentials, ...defined({ durability }) },
    onNoise: (line) => io.stderr(`Note: the server says what is no message: ${printable(line)}\n`),
    ...{ signal: io.signal, clock: io.clock },
  })
  await recorder.settled()
  durability?.refused.throwIfAborted()
  return { exitCode: exitCodeFor({ failed: end === 'server-gone' }), counts: recorder.counts }
}

async function openRecorder(
  { entry, target, redact, isDurable = false, ...word }: HowToRecord,
  io: DiscreetIo,
) {
  const store = await openRecordTarget(target, io)
  const credentials = createCredentials(secretsOfServer(entry), store.salt, (secrets) =>
    captureRedactor(store, secrets, redact),
  )
  const recorder = await recorderOf(entry, { store, redactor: credentials.redactor, io, ...word })
  const durability = isDurable ? createDurability(recorder) : undefined
  return { recorder, credentials, durability, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}
