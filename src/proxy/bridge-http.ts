/** Stands between a client on standard input and output and a server over HTTP: passes the messages on as they are written. */
import type { Readable, Writable } from 'node:stream'
import { type Clock, deferred, type JsonValue, onOneLine, systemClock } from '../base/index.js'
import { createLineDecoder, type DecodedLine, type LineDecoder } from '../protocol/index.js'
import type { Recorder } from '../recording/index.js'
import { createLineWriter, type LineWriter } from '../server/index.js'
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
  const { upstream, headers, recorder, credentials, clock = systemClock } = options
  const recorded = createRecordedFetch({ upstream, headers, recorder, credentials })
  const transport = await startHttp(upstream, { fetch: recorded.fetch, maxMessageBytes: MAX_BYTES, clock })
  const bridge = new Bridge(options, transport, clock)
  const how = await bridge.over()
  await transport.close()
  await recorded.close()
  await bridge.written()
  return how
}

class Bridge {
  readonly #options: BridgeOptions
  readonly #transport: Transport
  readonly #clock: Clock
  readonly #headers = createBridgeHeaders()
  readonly #open = createOpenRequests()
  readonly #busy = new Set<Promise<void>>()
  readonly #writer: LineWriter
  readonly #decoder: LineDecoder
  readonly #end = deferred<BridgeEnd>()
  #opening: Promise<void> | undefined
  #heard = 0
  #handedOn = Promise.resolve()

  constructor(options: BridgeOptions, transport: Transport, clock: Clock) {
    this.#options = options
    this.#transport = transport
    this.#clock = clock
    const { input, output } = options.client
    this.#writer = createLineWriter(output, {
      full: () => input.pause(),
      drained: () => input.resume(),
      clock,
    })
    this.#decoder = createLineDecoder({ maxBytes: MAX_BYTES, onLine: this.#takeLine })
  }

  /** Passes messages on until one side is gone. */
  async over(): Promise<BridgeEnd> {
    const { client, onNoise, signal } = this.#options
    const { input, output } = client
    this.#transport.start({
      message: (value, text = JSON.stringify(value)) => {
        this.#heard++
        this.#headers.hear(value)
        this.#open.hear(value)
        this.#handOn(onOneLine(text))
      },
      noise: ({ line, reason }) => onNoise(`${line} (${reason})`),
      stderr: onNoise,
      closed: () => this.#end.resolve('server-gone'),
    })
    input.on('data', this.#read).on('end', this.#finishInput).on('error', this.#leave)
    output.on('error', this.#leave).on('close', this.#leave)
    signal?.addEventListener('abort', this.#leave, { once: true })
    if (signal?.aborted === true) this.#leave()

    const how = await this.#end.promise
    signal?.removeEventListener('abort', this.#leave)
    input.off('data', this.#read).off('end', this.#finishInput).pause()
    return how
  }

  /** Resolves when all that was said is with the client. */
  async written(): Promise<void> {
    await this.#handedOn
    await this.#writer.end()
  }

  readonly #leave = (): void => this.#end.resolve('client-gone')

  readonly #finishInput = (): void => {
    this.#decoder.end()
    // Who has said all that there is to say may still listen.
    void lastAnswers(this.#busy, { clock: this.#clock, heard: () => this.#heard }).then(this.#leave)
  }

  readonly #read = (chunk: Buffer): void => {
    if (!this.#decoder.push(chunk)) this.#leave()
  }

  readonly #takeLine = ({ text, isUtf8 }: DecodedLine): void => {
    if (text.trim() === '') return
    const message = isUtf8 ? readMessage(text) : undefined
    if (message === undefined) this.#keepBusy(this.#sendText(text))
    else if (!this.#open.cancelStream(message)) this.#send(message, text)
  }

  #keepBusy(work: Promise<void>): void {
    this.#busy.add(work)
    void work.finally(() => this.#busy.delete(work))
  }

  #send(message: JsonValue, text: string): void {
    const sending = this.#open.begin(message)
    const work = this.#pass(message, text, sending)
    if (!sending.isListening) this.#keepBusy(work)
  }

  async #pass(message: JsonValue, text: string, sending: Sending): Promise<void> {
    // Who does not wait for the handshake has no session yet.
    const turn = this.#opening
    const sent = Promise.resolve(turn).then(() =>
      this.#transport.send(asMessages(message), {
        ...{ text, headers: this.#headers.of(message), signal: sending.signal },
      }),
    )
    if (sending.isOpening) this.#opening = sent.then(nothing, nothing)
    try {
      await sent
      sending.sent()
    } catch (failure) {
      for (const id of sending.unanswered()) this.#writer.write(JSON.stringify(answerOfFailure(id, failure)))
    } finally {
      sending.end()
    }
  }

  /** What is no message is the server's to refuse. */
  async #sendText(text: string): Promise<void> {
    await this.#opening
    await this.#transport
      .sendText(text)
      .catch((failure: unknown) => this.#writer.write(JSON.stringify(answerOfFailure(null, failure))))
  }

  #handOn(line: string): void {
    const { durability } = this.#options
    if (durability === undefined) this.#writer.write(line)
    else
      this.#handedOn = this.#handedOn
        .then(() => durability.stored())
        .then(() => this.#writer.write(line), this.#leave)
  }
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
