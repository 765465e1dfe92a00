/** Takes the types off a program, in a thread that can be stopped. */
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { UsageError, waitFor } from '../base/index.js'
import { STRIP_WORKER, type StripReply } from './strip-worker.js'

/**
 * Replaces types by spaces, so that every other character keeps its place.
 * `strip` may be called any number of times, also concurrently: one source waits for the other. It resolves whatever the source is,
 * and rejects with UsageError ALREADY_CLOSED once closed. Whoever created it closes it: the thread is gone then; closing twice is fine.
 */
export interface TypeStripper extends AsyncDisposable {
  strip(source: string): Promise<Stripping>
}

export type Stripping =
  | Exclude<StripReply, { kind: 'trapped' }>
  /** No answer: the source is nested too deeply, or takes too long. `why` continues a sentence. */
  | { readonly kind: 'gave-up'; readonly why: string }

/**
 * Creates a stripper; its thread starts with the first source and serves until closed.
 * A thread, because the parser takes time that doubles with each level of some nestings: a source of a hundred bytes would stop
 * this process for good. `timeoutMs` limits one source, the start of the thread included; default 5,000.
 */
export function createTypeStripper(options: { readonly timeoutMs?: number } = {}): TypeStripper {
  const { timeoutMs = 5_000 } = options
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  async function stripNow(source: string): Promise<Stripping> {
    if (closed) throw new UsageError('ALREADY_CLOSED', 'Cannot strip types: the type stripper is closed')
    worker ??= startWorker()
    const reply = await ask(worker, source, timeoutMs)
    if (reply.kind === 'stripped' || reply.kind === 'refused') return reply
    await stop()
    return reply.kind === 'trapped' ? { kind: 'gave-up', why: 'it is nested too deeply' } : reply
  }

  async function stop(): Promise<void> {
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
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

function startWorker(): Worker {
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
  return worker
}

type GaveUp = Extract<Stripping, { kind: 'gave-up' }>

async function ask(worker: Worker, source: string, timeoutMs: number): Promise<StripReply | GaveUp> {
  const over = new AbortController()
  const { signal } = over
  try {
    // `once` rejects when the worker fails.
    const reply = once(worker, 'message', { signal }).then(([message]): StripReply => message)
    const exit = once(worker, 'exit', { signal }).then(() => STOPPED)
    worker.postMessage(source)
    const timeout = { timeoutMs, onTimeout: () => new Error(`it takes more than ${timeoutMs} ms to read`) }
    return await waitFor(Promise.race([reply, exit]), timeout)
  } catch (failure) {
    return { kind: 'gave-up', why: failure instanceof Error ? failure.message : String(failure) }
  } finally {
    over.abort()
  }
}

const STOPPED: GaveUp = { kind: 'gave-up', why: 'reading it was stopped' }
