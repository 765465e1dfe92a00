/** A client on standard input and output, and a server that is a process or a container: every byte is passed on. */
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { defined, printable } from '../../base/index.js'
import type { ContainerLaunch, StdioLaunch } from '../../config/index.js'
import type { ServerCopy } from '../../copy/index.js'
import { containerTarget } from '../../launch/index.js'
import { relayBytes, startRecorderProcess } from '../../proxy/index.js'
import { type PipedProcess, type ProcessEnd, startContainerPipes, startPipes } from '../../transport/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { exitCodeOfProcess } from '../exit-code.js'
import { Interruption } from '../interruption.js'
import { openRecordTarget } from '../record-target.js'
import { startRecorderProgram } from '../recorder-process/start-program.js'
import type { HowToRecord, RecordedRun } from './recorded-run.js'

/** Until the server ends, or the client is gone. */
export async function recordProcess(
  { command, args, env, cwd }: StdioLaunch,
  how: HowToRecord,
  io: DiscreetIo,
  copy?: Pick<ServerCopy, 'pipes'>,
): Promise<RecordedRun> {
  await checkPlace(how, io)
  const { clock, signal: hurry } = io
  const launch = { command, args, env, ...defined({ cwd }) }
  const start = copy?.pipes ?? startPipes
  await using server = await start(launch, { clock, hurry })
  const { end, counts } = await passOn(server, how, io)
  return { exitCode: exitCodeOfProcess(end), counts }
}

/** The same; the container is gone then. @throws TransportError ENGINE_FAILED for one that could not run */
export async function recordContainer(
  launch: ContainerLaunch,
  how: HowToRecord,
  io: DiscreetIo,
): Promise<RecordedRun> {
  await checkPlace(how, io)
  const { clock, signal } = io
  await using server = await startContainerPipes(containerTarget(launch), { clock, signal, hurry: signal })
  const { end, counts } = await passOn(server, how, io)
  const failure = server.failureOf(end)
  if (failure !== undefined) throw failure
  return { exitCode: exitCodeOfProcess(end), counts }
}

/** A place that cannot be written to is told before anything is started. */
async function checkPlace({ target }: HowToRecord, io: DiscreetIo): Promise<void> {
  await (await openRecordTarget(target, io))[Symbol.asyncDispose]()
}

async function passOn(
  server: PipedProcess,
  how: HowToRecord,
  io: DiscreetIo,
): Promise<Pick<RecordedRun, 'counts'> & { readonly end: ProcessEnd }> {
  const recorderProcess = startRecorderProcess(
    { ...how, cwd: io.cwd },
    {
      clock: io.clock,
      startProgram: startRecorderProgram,
      onFailure: (reason) => io.stderr(`Warning: nothing more is recorded. ${printable(reason)}\n`),
      onReplaced: (reason) =>
        io.stderr(`Warning: a new one records from what was not stored yet. ${printable(reason)}\n`),
    },
  )
  await recorderProcess.hears
  const { isDurable = false } = how
  const end = await relayBytes({
    isHeldBack: isDurable,
    client: { input: process.stdin, output: process.stdout, errors: process.stderr, endOutput },
    server,
    tap: {
      fromClient: (chunk) => recorderProcess.write('client', chunk),
      fromServer(chunk) {
        const written = recorderProcess.write('server', chunk)
        return isDurable ? recorderProcess.kept() : written
      },
    },
    signal: io.signal,
    interruption: () => (io.signal.reason instanceof Interruption ? io.signal.reason.signal : undefined),
    clock: io.clock,
  }).catch(async (failure: unknown) => {
    await recorderProcess.finish()
    throw failure
  })
  return { end, counts: await recorderProcess.finish() }
}

/** Node does not close it, and a free number would be taken by the next file that is opened. */
function endOutput(): void {
  closeSync(1)
  openSync(devNull, 'w')
}
