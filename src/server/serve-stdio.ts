/** Serves a service over standard input and output (specification: basic/transports, stdio). */
import type { Readable, Writable } from 'node:stream'
import { deferred, type JsonValue, parseJson, UsageError } from '../base/index.js'
import { createLineDecoder, type DecodedLine, MESSAGE_BYTES, RPC_CODES } from '../protocol/index.js'
import { servePipe } from './client/serve-pipe.js'
import { createLineWriter } from './line-writer.js'
import type { Service } from './service.js'

export interface StdioServing {
  readonly input: Readable
  readonly output: Writable
  /** The longest line that is taken for a message; default 16 MiB. A longer one ends the connection. */
  readonly maxMessageBytes?: number
}

export interface ServedStdio extends AsyncDisposable {
  /** Resolves when the connection is over, whoever ended it: what was said has been handed to the output. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Serves until the input ends, the output breaks, or it is closed. The output is ended with it; the input is left as it is. */
export function serveStdio(service: Service, options: StdioServing): ServedStdio {
  const { input, output, maxMessageBytes = MESSAGE_BYTES } = options
  const { promise: ended, resolve: tellEnded } = deferred()
  let isOver = false

  const writer = createLineWriter(output, {
    full: () => input.pause(),
    drained: () => isOver || input.resume(),
  })
  const pipe = servePipe(service, { send: writer.write, hangUp: () => void end('the service hung up') })
  const decoder = createLineDecoder({ maxBytes: maxMessageBytes, onLine: takeLine })

  function takeLine(line: DecodedLine): void {
    if (isOver || line.text.trim() === '') return
    const read = readLine(line, maxMessageBytes)
    if ('value' in read) pipe.take(read.value, line.text)
    else pipe.refuse(read.code, read.message)
  }

  function read(chunk: Buffer | string): void {
    if (decoder.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)) return
    pipe.refuse(RPC_CODES.INVALID_REQUEST, `A message is longer than ${maxMessageBytes} bytes`)
    void end('a message was too long')
  }

  function finishInput(): void {
    decoder.end()
    void end('the client closed the connection')
  }

  function fail(): void {
    void end('the connection broke')
  }

  function end(reason: string): Promise<void> {
    if (isOver) return ended
    isOver = true
    input.off('data', read).off('end', finishInput).off('close', finishInput)
    input.pause()
    pipe.close(reason)
    void writer.end().then(tellEnded)
    return ended
  }

  input.on('data', read).on('end', finishInput).on('close', finishInput).on('error', fail)
  output.on('error', fail).on('close', fail)
  const close = (): Promise<void> => end('the server was closed')
  return { ended, close, [Symbol.asyncDispose]: close }
}

type ReadLine = { readonly value: JsonValue } | { readonly code: number; readonly message: string }

function readLine({ text, isUtf8 }: DecodedLine, maxBytes: number): ReadLine {
  if (!isUtf8) return { code: RPC_CODES.PARSE_ERROR, message: 'A message is not UTF-8' }
  try {
    return { value: parseJson(text, 'a message', { maxBytes }) }
  } catch (failure) {
    // An error without a cause is a limit of ours.
    const isLimit = failure instanceof UsageError && failure.cause === undefined
    return isLimit
      ? { code: RPC_CODES.INVALID_REQUEST, message: 'A message is nested too deep' }
      : { code: RPC_CODES.PARSE_ERROR, message: 'A message is not JSON' }
  }
}
