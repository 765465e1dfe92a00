/** Commands of a user that stand around something: one sets it up, and one takes it away again, whatever happens in between. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, messageOf, processEndText, shorten, systemClock, TransportError } from '../base/index.js'
import { type ProgramRun, runProgram } from './run-program.js'

export interface SurroundOptions {
  /** What it is for, in messages: `the stand-in of "orders"`. */
  readonly what: string
  /** For the shell; each is left out where it is absent. */
  readonly before?: string
  readonly after?: string
  /** All that the commands get. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Milliseconds that each may take. */
  readonly beforeMs: number
  readonly afterMs: number
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

export interface Surrounded {
  /** Runs `after`, and resolves when it is over; with why it failed, the end of a sentence. Safe to call twice. */
  end(): Promise<string | undefined>
}

/**
 * Runs `before`. From when it began on `after` is run, also when `before` fails, and when this process is killed: a process of its
 * own waits for that.
 * @throws TransportError STAND_IN_FAILED where `before` fails or takes too long; the reason of `signal`. `after` has run then.
 */
export async function surround(options: SurroundOptions): Promise<Surrounded> {
  const { what, before, after, env, cwd, beforeMs, signal, clock = systemClock } = options
  signal?.throwIfAborted()
  const waiting = after === undefined ? undefined : await startWaiting(after, options)
  let run: ProgramRun | undefined
  let ending: Promise<string | undefined> | undefined
  const end = (): Promise<string | undefined> => {
    ending ??= (waiting?.end() ?? Promise.resolve(undefined)).finally(() => run?.[Symbol.dispose]())
    return ending
  }
  if (before === undefined) return { end }
  try {
    const limits = { limitMs: beforeMs, clock, ...(signal === undefined ? {} : { signal }) }
    run = await runProgram({ command: 'sh', args: ['-c', before], env, cwd }, limits)
  } catch (failure) {
    await end()
    throw failure
  }
  const why = whyFailed(run, beforeMs)
  if (why === undefined) return { end }
  const evidence = lastLines(run.stderr === '' ? run.stdout : run.stderr)
  const leftOver = await end()
  throw new TransportError('STAND_IN_FAILED', `Cannot set up ${what}: its command "before" ${why}`, {
    evidence: [...evidence, ...(leftOver === undefined ? [] : [`And its command "after" ${leftOver}`])],
    hint: 'run the command by hand; what an earlier rehearsal may have left behind, it should remove first',
  })
}

function whyFailed({ end }: ProgramRun, limitMs: number): string | undefined {
  switch (end.kind) {
    case 'exited':
      return end.code === 0 ? undefined : processEndText(end)
    case 'signalled':
      return processEndText(end)
    case 'timed-out':
      return `took longer than ${limitMs} ms`
  }
}

/**
 * Its input ends when this process does, however that comes. What the command prints goes to a file, as nobody may be there to read it;
 * the whole group is killed when it is over, or takes too long.
 */
const WAIT_THEN_RUN = `trap '' HUP INT PIPE
cat >/dev/null
( sleep "$2"; kill -9 0 ) >/dev/null &
sh -c "$1" </dev/null >"$3/output" 2>&1
code=$?
echo $code 2>/dev/null || rm -rf "$3"
kill -9 0`

async function startWaiting(after: string, options: SurroundOptions): Promise<Surrounded> {
  const { what, env, cwd, afterMs } = options
  const folder = mkdtempSync(join(tmpdir(), 'understudy-after-'))
  const seconds = String(Math.max(1, Math.ceil(afterMs / 1000)))
  const child = spawn('sh', ['-c', WAIT_THEN_RUN, 'understudy', after, seconds, folder], {
    ...{ env, cwd, detached: true, windowsHide: true },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  try {
    await once(child, 'spawn')
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw new TransportError('STAND_IN_FAILED', `Cannot set up ${what}: no shell starts here`, {
      hint: 'its commands are for sh, which must be on the PATH',
      evidence: [messageOf(cause)],
      cause,
    })
  }
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1')
  })
  const exited = once(child, 'close')
  return {
    async end() {
      child.stdin.on('error', () => undefined).end()
      await exited
      try {
        const code = said.trim()
        if (code === '0') return undefined
        const output = lastLines(readFileSync(join(folder, 'output'), 'utf8')).join(' / ')
        const how =
          code === ''
            ? `took longer than ${seconds} s and was killed`
            : processEndText({ code: Number(code) })
        return output === '' ? how : `${how}: ${shorten(output, 300)}`
      } catch (failure) {
        return `left nothing to tell how it ended: ${messageOf(failure)}`
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

function lastLines(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .slice(-5)
}
