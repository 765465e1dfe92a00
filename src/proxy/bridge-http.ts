/** Stands between a client on standard input and output and a server over HTTP: passes the messages on as they are written. */
import type { Readable, Writable } from 'node:stream'
import { type Clock, type JsonValue, onOneLine, systemClock } from '../base/index.js'
import { createLineDecoder, type DecodedLine } from '../protocol/index.js'
import type { Recorder } from '../recording/index.js'
import { createLineWriter } from '../server/index.js'
import { startHttp, type Transport } from '../transport/index.js'
import { createBridgeHeaders } from './bridge-headers.js'
import type { Credentials } from './credentials.js'
import type { Durability } from './durability.js'
import { lastAnswers } from './last-answers.js'
import { answerOfFailure } from './no-answer.js'
import { createOpenRequests, type Sending } from './open-requests.js'
import { readMessage } from './read-message.js'
import { createRecordedFetch } from './recorded-fetch.js'

export interface BridgeOptions {
  readonly client: { readonly input: Readable; readonly output: Writable }
  readonly upstream: URL
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly recorder: Recorder
  readonly credentials: Credentials
  /** Where answers are handed on once they are stored. Default: as they come. */
  readonly durability?: Durability
  /** Is told what the server says that is no message. */
  readonly onNoise: (line: string) => void
  /** Ends it. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

/** The server ended the session; the client is gone, or we were interrupted. */
export type BridgeEnd = 'server-gone' | 'client-gone'

/**
 * Resolves when the client is gone, the server has ended the session or the signal aborts: then nothing is under way any more, the
 * session is ended, and all that was said is told to the recorder. A request that the server does not answer gets an error.
 * @throws UsageError USAGE for a URL or headers that HTTP cannot use
 */
export async function bridgeHttp(options: BridgeOptions): Promise<BridgeEnd> {
  const { client, upstream, headers: given, recorder, credentials, onNoise } = options
  const { durability, signal, clock = systemClock } = options
  const { input, output } = client
  const recorded = createRecordedFetch({ upstream, headers: given, recorder, credentials })
  const transport = await startHttp(upstream, { fetch: recorded.fetch, maxMessageBytes: MAX_BYTES, clock })
  const headers = createBridgeHeaders()
  const open = createOpenRequests()
  const busy = new Set<Promise<void>>()
  const writer = createLineWriter(output, {
    full: () => input.pause(),
    drained: () => input.resume(),
    clock,
  })
  let opening: Promise<void> | undefined
  let heard = 0
  let handedOn = Promise.resolve()
  let tellEnd: (how: BridgeEnd) => void = () => undefined
  const over = new Promise<BridgeEnd>((resolve) => {
    tellEnd = resolve
  })

  function takeLine({ text, isUtf8 }: DecodedLine): void {
    if (text.trim() === '') return
    const message = isUtf8 ? readMessage(text) : undefined
    if (message === undefined) keepBusy(sendText(text))
    else if (!open.cancelStream(message)) send(message, text)
  }

  function keepBusy(work: Promise<void>): void {
    busy.add(work)
    void work.finally(() => busy.delete(work))
  }

  function send(message: JsonValue, text: string): void {
    const sending = open.begin(message)
    const work = pass(message, text, sending)
    if (!sending.isListening) keepBusy(work)
  }

  async function pass(message: JsonValue, text: string, sending: Sending): Promise<void> {
    // Who does not wait for the handshake has no session yet.
    const turn = opening
    const sent = Promise.resolve(turn).then(() =>
      transport.send(asMessages(message), {
        ...{ text, headers: headers.of(message), signal: sending.signal },
      }),
    )
    if (sending.isOpening) opening = sent.then(nothing, nothing)
    try {
      await sent
      sending.sent()
    } catch (failure) {
      for (const id of sending.unanswered()) writer.write(JSON.stringify(answerOfFailure(id, failure)))
    } finally {
      sending.end()
    }
  }

  /** What is no message is the server's to refuse. */
  async function sendText(text: string): Promise<void> {
    await opening
    await transport
      .sendText(text)
      .catch((failure: unknown) => writer.write(JSON.stringify(answerOfFailure(null, failure))))
  }

  function handOn(line: string): void {
    if (durability === undefined) writer.write(line)
    else handedOn = handedOn.then(() => durability.stored()).then(() => writer.write(line), leave)
  }

  const decoder = createLineDecoder({ maxBytes: MAX_BYTES, onLine: takeLine })
  const leave = (): void => tellEnd('client-gone')
  const finishInput = (): void => {
    decoder.end()
    // Who has said all that there is to say may still listen.
    void lastAnswers(busy, { clock, heard: () => heard }).then(leave)
  }
  const read = (chunk: Buffer): void => {
    if (!decoder.push(chunk)) leave()
  }
  transport.start({
    message(value, text = JSON.stringify(value)) {
      heard++
      headers.hear(value)
      open.hear(value)
      handOn(onOneLine(text))
    },
    noise: ({ line, reason }) => onNoise(`${line} (${reason})`),
    stderr: onNoise,
    closed: () => tellEnd('server-gone'),
  })
  input.on('data', read).on('end', finishInput).on('error', leave)
  output.on('error', leave).on('close', leave)
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted === true) leave()

  const how = await over
  signal?.removeEventListener('abort', leave)
  input.off('data', read).off('end', finishInput).pause()
  await transport.close()
  await recorded.close()
  await handedOn
  await writer.end()
  return how
}

/** More than anybody says, and less than the memory holds. */
const MAX_BYTES = 256 * 1024 * 1024

function nothing(): void {
  // What went wrong is told to who asked.
}

function asMessages(message: JsonValue): Parameters<Transport['send']>[0] {
  // Text that was read as a message is an object or an array; what stands in an array is the server's to judge.
  return message as Parameters<Transport['send']>[0]
}
