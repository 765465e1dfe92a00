/** Starts the server of a row, sends it lines, and hears every byte that it says until it has ended. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../../src/base/index.js'
import type { TortureRow } from '../../src/testing/index.js'
import { isRunning } from '../../src/transport/running-process.js'

const SERVER = fileURLToPath(new URL('../../dist/torture/server/server.js', import.meta.url))

export interface Hearing {
  readonly send: readonly JsonObject[]
  /** Once standard output holds so many line feeds, or has ended, it goes on with what follows, in this order. */
  readonly feeds: number
  /** How many characters it must hold as well. */
  readonly characters?: number
  /** What standard error must hold before it goes on. */
  readonly untilStderr?: string
  /** Sends SIGTERM, and then a ping, whose answer must come: it has one line feed. */
  readonly survivesSigterm?: boolean
  /** Sends this, and waits until writing fails where `isDeaf`. Then standard input is closed. */
  readonly later?: readonly JsonObject[]
  readonly isDeaf?: boolean
  /** Waits until the server tells that it lives on. */
  readonly livesOn?: boolean
  /** Ends it. */
  readonly thenKill?: NodeJS.Signals
}

export interface Heard {
  readonly stdout: string
  readonly stderr: string
  /** Exit code or signal. */
  readonly end: number | string
  /** How many processes of those that it told of it left running. */
  readonly left: number
}

export async function hearServer(row: TortureRow, hearing: Hearing): Promise<Heard> {
  const folder = await mkdtemp(join(tmpdir(), 'torture-row-'))
  await writeFile(join(folder, 'tokens'), `${row.flavour ?? ''}right\nwrong\n`)
  const child = spawn(process.execPath, [SERVER, row.id, folder])
  const stdout = listen(child.stdout)
  const stderr = listen(child.stderr)
  const over = once(child, 'exit')
  const deaf = new Promise((resolve) => child.stdin.on('error', resolve))
  const say = (messages: readonly JsonObject[]) =>
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))

  say(hearing.send)
  await stdout.until((text) => feedsIn(text) >= hearing.feeds && text.length >= (hearing.characters ?? 0))
  await stderr.until((text) => text.includes(hearing.untilStderr ?? ''))
  if (hearing.survivesSigterm) {
    child.kill('SIGTERM')
    say([{ jsonrpc: '2.0', id: 'ping', method: 'ping' }])
    await stdout.until((text) => feedsIn(text) > hearing.feeds)
  }
  if (hearing.later) say(hearing.later)
  if (hearing.isDeaf) await deaf
  child.stdin.end()
  if (hearing.livesOn) await stderr.until((text) => text.includes('I live on'))
  if (hearing.thenKill) child.kill(hearing.thenKill)
  await over
  const pids = (await readFile(join(folder, 'pids'), 'utf8')).trim().split('\n').map(Number)
  const left = pids.filter(isRunning)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  await Promise.all([stdout.ended, stderr.ended])
  await rm(folder, { recursive: true })
  return {
    stdout: stdout.text(),
    stderr: stderr.text(),
    end: child.signalCode ?? child.exitCode ?? 'it runs',
    left: left.length,
  }
}

interface Listening {
  text(): string
  /** Resolves as soon as what came holds, or nothing more can come. */
  until(holds: (text: string) => boolean): Promise<void>
  readonly ended: Promise<unknown>
}

function listen(stream: Readable): Listening {
  const chunks: Buffer[] = []
  const text = () => Buffer.concat(chunks).toString('utf8')
  const ended = once(stream, 'end')
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return {
    text,
    ended,
    until: (holds) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!holds(text())) return
          stream.off('data', look)
          resolve()
        }
        stream.on('data', look)
        void ended.then(() => resolve())
        look()
      }),
  }
}

function feedsIn(text: string): number {
  return text.split('\n').length - 1
}
