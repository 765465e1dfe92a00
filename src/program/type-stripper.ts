/** Takes the types off a program, in a thread that can be stopped. */
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { type Clock, messageOf, systemClock, UsageError, waitFor } from '../base/index.js'

/**
 * The worker thread that takes types off: JavaScript as text, because a thread needs a file or a text to start from.
 * `workerData` is the file of @swc/wasm-typescript. The first message out says that it is
 * ready; then each message in is a source, each message out a StripReply.
 */
const STRIP_WORKER = `
const { parentPort, workerData } = require('node:worker_threads')
const { transformSync } = require(workerData)
parentPort.on('message', (source) => parentPort.postMessage(strip(source)))
parentPort.postMessage('ready')
function strip(source) {
  try {
    return { kind: 'stripped', code: transformSync(source, { mode: 'strip-only', module: true }).code }
  } catch (error) {
    const { code, message, startLine, startColumn } = error
    return typeof startLine === 'number'
      ? { kind: 'refused', unsupported: code === 'UnsupportedSyntax', message, line: startLine, column: startColumn }
      : { kind: 'trapped' }
  }
}
`

/** What the worker answers. */
type StripReply =
  | { readonly kind: 'stripped'; readonly code: string }
  | {
      readonly kind: 'refused'
      /** TypeScript that is no mere annotation, such as an enum. */
      readonly unsupported: boolean
      readonly message: string
      /** One-based. */
      readonly line: number
      /** Zero-based, in cells of a terminal: see display-column. */
      readonly column: number
    }
  /** The stripper broke, most likely on its stack; it cannot be used any more. */
  | { readonly kind: 'trapped' }

/**
 * Replaces types by spaces, so that every other character keeps its place.
 * `strip` may be called any number of times, also concurrently: one source waits for the other. It resolves whatever the source is,
 * and rejects with UsageError ALREADY_CLOSED once closed. Whoever created it closes it: the thread is gone then; closing twice is fine.
 */
export interface TypeStripper extends AsyncDisposable {
  strip(source: string): Promise<Stripping>
}

export interface TypeStripperOptions {
  /** Milliseconds for one source. */
  readonly timeoutMs?: number
  /** Default: the machine's. */
  readonly clock?: Clock
}

export type Stripping =
  | Exclude<StripReply, { kind: 'trapped' }>
  /** No answer: the source is nested too deeply, or takes too long. `why` continues a sentence. */
  | { readonly kind: 'gave-up'; readonly why: string }

/**
 * Creates a stripper; its thread starts with the first source and serves until closed.
 * A thread, because the parser takes time that doubles with each level of some nestings: a source of a hundred bytes would stop
 * this process for good. `timeoutMs` limits one source, default 5,000; how long the thread takes to start says nothing of the source.
 */
export function createTypeStripper(options: TypeStripperOptions = {}): TypeStripper {
  const { timeoutMs = 5_000, clock = systemClock } = options
  let thread: StripThread | undefined
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  async function stripNow(source: string): Promise<Stripping> {
    if (closed) throw new UsageError('ALREADY_CLOSED', 'Cannot strip types: the type stripper is closed')
    thread ??= startThread()
    const reply = await ask(thread, source, { timeoutMs, clock })
    if (reply.kind === 'stripped' || reply.kind === 'refused') return reply
    await stop()
    return reply.kind === 'trapped' ? { kind: 'gave-up', why: 'it is nested too deeply' } : reply
  }

  async function stop(): Promise<void> {
    const stopping = thread
    thread = undefined
    await stopping?.worker.terminate()
  }

  return {
    strip(source) {
      const stripping = last.then(() => stripNow(source))
      last = stripping.catch(() => {
        // Whoever asked for it learns it; the next in the queue is not concerned.
      })
      return stripping
    },
    async [Symbol.asyncDispose]() {
      closed = true
      await stop()
    },
  }
}

interface StripThread {
  readonly worker: Worker
  /** Resolves once it has loaded the parser; rejects when it fails before. */
  readonly ready: Promise<unknown>
}

function startThread(): StripThread {
  const worker = new Worker(STRIP_WORKER, {
    eval: true,
    workerData: createRequire(import.meta.url).resolve('@swc/wasm-typescript'),
    env: {},
    execArgv: [],
    // What a broken stripper prints is not for the user.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.on('error', () => {
    // Whoever waits for an answer learns it from there; while nobody does, it must not end this process.
  })
  const ready = once(worker, 'message')
  ready.catch(() => {
    // As above.
  })
  return { worker, ready }
}

type GaveUp = Extract<Stripping, { kind: 'gave-up' }>

async function ask(
  { worker, ready }: StripThread,
  source: string,
  { timeoutMs, clock }: Required<TypeStripperOptions>,
): Promise<StripReply | GaveUp> {
  const over = new AbortController()
  const { signal } = over
  try {
    const exit = once(worker, 'exit', { signal }).then(() => STOPPED)
    const start = { timeoutMs: MAX_START_MS, clock, onTimeout: () => new Error('its reader does not start') }
    if ((await waitFor(Promise.race([ready, exit]), start)) === STOPPED) return STOPPED
    // `once` rejects when the worker fails.
    const reply = once(worker, 'message', { signal }).then(([message]): StripReply => message)
    worker.postMessage(source)
    const onTimeout = () => new Error(`it takes more than ${timeoutMs} ms to read`)
    return await waitFor(Promise.race([reply, exit]), { timeoutMs, clock, onTimeout })
  } catch (failure) {
    return { kind: 'gave-up', why: messageOf(failure) }
  } finally {
    over.abort()
  }
}

/** Far more than the slowest machine takes. */
const MAX_START_MS = 60_000
const STOPPED: GaveUp = { kind: 'gave-up', why: 'reading it was stopped' }
