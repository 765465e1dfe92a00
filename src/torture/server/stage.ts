/** The world of a play: the pipes of this process, its life, and the healthy server that it falls back on. */
import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../base/index.js'
import type { Request, Stage, TortureRow } from '../row.js'
import { echoed, healthyReply, type Reply } from './healthy.js'

/** Notes this process in the folder, and reads the tokens of the row from it. */
export function createStage({ era }: TortureRow, folder: string): Stage {
  const [right = '', wrong = ''] = readFileSync(join(folder, 'tokens'), 'utf8').split('\n')
  const note = (pid: number | undefined) => appendFileSync(join(folder, 'pids'), `${pid}\n`)
  note(process.pid)
  // A client may close its end at any time; what is told about that would be taken for the client's own words.
  for (const stream of [process.stdin, process.stdout, process.stderr]) stream.on('error', () => undefined)

  const write = (output: string | Uint8Array): void => void process.stdout.write(output)
  const send: Stage['send'] = (message) => write(`${JSON.stringify(message)}\n`)
  const respond = (request: Request, reply: Reply): void => send(responseTo(request, reply))

  function respondIn(request: Request, reply: Reply | undefined): void {
    if (reply !== undefined) respond(request, 'result' in reply ? { result: inEra(reply.result) } : reply)
  }

  /** Results of the modern era say that they are complete, unless they say otherwise. */
  function inEra(result: JsonObject): JsonObject {
    return era === 'modern' ? { resultType: 'complete', ...result } : result
  }

  return {
    wrong,
    send,
    write,
    log: (line) => void process.stderr.write(`${line}\n`),
    reply: (request, result) => respondIn(request, { result }),
    refuse: (request, code, message) => respond(request, { error: { code, message } }),
    rightResponse(request) {
      const result = { ...inEra({}), ...echoed(request, right) }
      return { jsonrpc: '2.0', id: request.id ?? null, result }
    },
    behave: (method, request) => respondIn(request, healthyReply(era, method, request, right)),
    exit: (code) => process.stdout.write('', () => process.exit(code)),
    dieBySignal: () => process.stdout.write('', () => process.kill(process.pid, 'SIGKILL')),
    closeOutput: () => closeSync(1),
    closeInput: () => closeSync(0),
    stopReading: () => void process.stdin.pause(),
    outliveInput,
    ignoreSigterm: () => void process.on('SIGTERM', () => undefined),
    startStubbornChild: (onReady) => note(startStubbornChild(onReady)),
    every: (ms, act) => void setInterval(act, ms),
    after: (ms, act) => void setTimeout(act, ms),
  }
}

function outliveInput(): void {
  let isAlone = false
  process.stdin.on('end', () => {
    isAlone = true
  })
  setInterval(() => {
    if (isAlone) process.stderr.write('I live on\n')
    isAlone = false
  }, 50)
}

/** Gives its process id; it lives on when this process ends. */
function startStubbornChild(onReady: () => void): number | undefined {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, ['-e', STUBBORN], { stdio: [...stdio] })
  child.once('message', () => {
    child.disconnect()
    child.unref()
    onReady()
  })
  return child.pid
}

const STUBBORN = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send("ready")'

function responseTo({ id = null }: Request, reply: Reply): JsonObject {
  return { jsonrpc: '2.0', id, ...reply }
}
