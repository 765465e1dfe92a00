/** The compiler as a type checker: a process for each text, which ends with its answer or is ended. */
import { type Clock, messageOf, processEndText, systemClock, UsageError } from '../base/index.js'
import type { TypeCheck, TypeChecker, TypedText } from '../program/index.js'
import { type Launch, type ProgramRun, runProgram } from '../transport/index.js'
import { CHECK_WORKER, type Compiler } from './check-worker.js'

export interface TypeCheckerOptions {
  /** Milliseconds for one text. Default 20,000. */
  readonly timeoutMs?: number
  /** Megabytes that a process may have for its data, where the system has such a limit. Default 1,024. */
  readonly memoryMb?: number
  readonly clock?: Clock
}

/** Nothing starts before the first text. */
export function createTypeChecker(compiler: Compiler, options: TypeCheckerOptions = {}): TypeChecker {
  const { timeoutMs = 20_000, memoryMb = 1_024, clock = systemClock } = options
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  async function ask(typed: TypedText, signal: AbortSignal): Promise<TypeCheck> {
    const input = JSON.stringify({ compiler, ...typed })
    using run = await runProgram(worker(memoryMb), { limitMs: timeoutMs, signal, clock, input })
    return readRun(run, timeoutMs)
  }

  return {
    name: `TypeScript ${compiler.version}`,
    async check(typed, signal) {
      closing.signal.throwIfAborted()
      const asking = ask(typed, AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]))
      running.add(asking)
      try {
        return await asking
      } finally {
        running.delete(asking)
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new UsageError('ALREADY_CLOSED', 'Cannot check types: the type checker is closed'))
      await Promise.allSettled(running)
    },
  }
}

/** In the place of a checker where there is none. */
export function noTypeChecker(why: string): TypeChecker {
  let isClosed = false
  return {
    name: 'none',
    async check(_, signal) {
      if (isClosed) throw new UsageError('ALREADY_CLOSED', 'Cannot check types: the type checker is closed')
      signal?.throwIfAborted()
      return { kind: 'unchecked', why }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
    },
  }
}

/** A limit of memory is inherited: the native compiler is a process of its own. */
function worker(memoryMb: number): Launch {
  const node = [process.execPath, `--max-old-space-size=${Math.round(memoryMb * 0.75)}`, '-e', CHECK_WORKER]
  const env = { NODE_OPTIONS: '', NODE_PATH: '' }
  const [command = '', ...args] = node
  if (process.platform === 'win32') return { command, args, env }
  const limit = `ulimit -d ${memoryMb * 1024} 2>/dev/null; exec "$0" "$@"`
  return { command: '/bin/sh', args: ['-c', limit, ...node], env }
}

function readRun({ end, stdout, stderr }: ProgramRun, timeoutMs: number): TypeCheck {
  if (end.kind === 'timed-out') return { kind: 'unchecked', why: `it takes more than ${timeoutMs} ms` }
  if (end.kind === 'exited' && end.code === 0) {
    try {
      // Its own worker wrote it.
      const { problems } = JSON.parse(stdout) as Pick<Extract<TypeCheck, { kind: 'checked' }>, 'problems'>
      return { kind: 'checked', problems }
    } catch (failure) {
      return { kind: 'unchecked', why: `the compiler's answer cannot be read: ${messageOf(failure)}` }
    }
  }
  const said = stderr.split('\n').find((line) => /error|panic|fatal/i.test(line))
  return {
    kind: 'unchecked',
    why: `the compiler ${processEndText(end)}${said === undefined ? '' : `: ${said.trim()}`}`,
  }
}
