/** A server in a container with its bare pipes, for whoever passes bytes on and reads no message. */
import { PassThrough } from 'node:stream'
import { systemClock, type TransportError } from '../../base/index.js'
import type { PipedProcess, ProcessEnd } from '../piped-process.js'
import { type PipesOptions, startPipes } from '../start-pipes.js'
import { createStderrTail } from '../stderr-tail.js'
import type { ContainerTarget } from './container-target.js'
import { prepareContainer } from './prepare-container.js'

export interface ContainerPipes extends PipedProcess {
  /** Why there was no container, once the engine's client has ended and its output was read; undefined where there was one. */
  failureOf(end: ProcessEnd): TransportError | undefined
}

/**
 * Starts the container and resolves when the engine's client runs, which is the process that is given, and passes signals on.
 * However it ends, stopping resolves when the container is gone; containers of processes that were killed are removed by the next
 * start.
 * @throws as `startContainer`
 */
export async function startContainerPipes(
  target: ContainerTarget,
  options: PipesOptions & { readonly signal?: AbortSignal } = {},
): Promise<ContainerPipes> {
  const { clock = systemClock, signal, ...ending } = options
  const prepared = await prepareContainer(target, { ...ending, clock, signal })
  const client = await startPipes(prepared.launch, { ...ending, clock }).catch((failure: unknown) => {
    prepared.forget()
    throw failure
  })
  const tail = createStderrTail(() => undefined)
  let hasSpoken = false
  let isClosedHere = false
  // Copies: whoever listens to the pipes themselves would take what others are to read.
  const stdout = client.stdout.pipe(new PassThrough())
  const stderr = client.stderr.pipe(new PassThrough())
  client.stdout.once('data', () => {
    hasSpoken = true
  })
  client.stderr.on('data', (chunk: Buffer) => tail.push(chunk)).on('end', () => tail.end())
  // A client that is killed leaves its container behind.
  void client.exited.then((end) => prepared.remove({ ...end, isClosedHere }))

  async function stop(): Promise<void> {
    isClosedHere = true
    await client.stop()
    await prepared.remove({ isClosedHere })
    // Who still reads learns that nothing more comes.
    stdout.end()
    stderr.end()
  }
  let stopping: Promise<void> | undefined
  const stopOnce = (): Promise<void> => {
    stopping ??= stop()
    return stopping
  }

  return {
    ...client,
    ...{ stdout, stderr },
    failureOf: ({ exitCode }) => (hasSpoken ? undefined : prepared.failureOf(exitCode, tail.lines())),
    stop: stopOnce,
    [Symbol.asyncDispose]: stopOnce,
  }
}
