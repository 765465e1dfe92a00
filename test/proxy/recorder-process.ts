/** Runs the built command line as a recorder between a test and a server on standard input and output. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openSqliteStore, type Recording } from '../../src/recording/index.js'
import { MAIN } from '../fixtures/command-line.js'

export interface RunEnd {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: Buffer
  readonly stderr: Buffer
}

export interface RecorderRun {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<RunEnd>
  /** Resolves once standard error has said `text` as often as that. */
  hasSaid(text: string, times: number): Promise<void>
}

/** A folder that is removed at the end of the scope. */
export function scratchFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'understudy-record-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Starts a command, and collects what it says. */
export function start(command: readonly string[]): RecorderRun {
  const [program = '', ...args] = command
  const child = spawn(program, args)
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  child.stdin.on('error', () => {
    // A server that does not read to the end is none of the tests' errors.
  })
  const ended = once(child, 'close').then(([code, signal]) => ({
    code,
    signal,
    stdout: Buffer.concat(stdout),
    stderr: Buffer.concat(stderr),
  }))
  return {
    child,
    ended,
    async hasSaid(text, times) {
      while (String(Buffer.concat(stderr)).split(text).length <= times) await once(child.stderr, 'data')
    },
  }
}

/** The command that records `server` to a SQLite file. */
export function recording(server: readonly string[], store: string, ...options: readonly string[]): string[] {
  return [process.execPath, MAIN, 'record', '--store', store, ...options, '--', ...server]
}

/** Everything in a store, oldest first. */
export async function recordingsIn(path: string): Promise<readonly Recording[]> {
  await using store = await openSqliteStore(path)
  const all: Recording[] = []
  for await (const each of store.list()) all.push(each)
  return all
}

export interface Asking {
  /** Sends a call of `echo` and resolves when it is answered. */
  call(message: string): Promise<void>
}

/** A client that does as little as a client may: one request after another. */
export async function askOn({ child }: RecorderRun): Promise<Asking> {
  const lines = createInterface({ input: child.stdout })
  let id = 0
  const ask = async (method: string, params: object): Promise<void> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: id++, method, params })}\n`)
    await once(lines, 'line')
  }
  const clientInfo = { name: 'test', version: '1' }
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  await ask('tools/list', {})
  return { call: (message) => ask('tools/call', { name: 'echo', arguments: { message } }) }
}
