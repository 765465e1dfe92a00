/** The least client that there can be: what others take is measured with it, and against it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { isJsonObject, type JsonObject } from '../dist/base/index.js'

export interface BareClient {
  /** One request, while nothing else is under way. Resolves with its result; what is told before it is passed over. */
  request(method: string, params?: JsonObject): Promise<JsonObject>
  /**
   * Makes so many calls of `echo` and resolves when each has its answer; `message` is what the call of an id says. Rejects with an
   * answer that is not the one to its call.
   */
  call(count: number, inFlight: number, message: (id: number) => string): Promise<void>
  /** Ends the input of the process and resolves when it has exited. */
  end(): Promise<void>
}

/** What it says of itself. */
export const OPENING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
}

/** Starts a command and does the handshake. */
export async function connectBare([command = '', ...args]: readonly string[]): Promise<BareClient> {
  const child = spawn(command, args, { env: inherited(), stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  const client: BareClient = {
    async request(method, params = {}) {
      const answer = new Promise<string>((resolve) =>
        readLines(child, (lines) => {
          const found = lines.find((line) => line.includes(ONE))
          if (found !== undefined) resolve(found)
        }),
      )
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'one', method, params })}\n`)
      return resultIn(await answer)
    },
    call: (count, inFlight, message) => callMany(child, { count, inFlight, message }),
    async end() {
      child.stdin.end()
      await exited
    },
  }
  await client.request('initialize', OPENING)
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  return client
}

type Child = ChildProcessByStdio<Writable, Readable, null>

/** The part of the environment that our client hands on: certificates to read, for one, would slow the start of Node. */
function inherited(): NodeJS.ProcessEnv {
  const { HOME, LOGNAME, PATH, SHELL, TERM, USER } = process.env
  return { HOME, LOGNAME, PATH, SHELL, TERM, USER }
}

/** Tells the lines of each piece that comes, instead of whoever was told before. */
function readLines({ stdout }: Child, onLines: (lines: readonly string[]) => void): void {
  let rest = ''
  stdout.removeAllListeners('data')
  stdout.setEncoding('latin1').on('data', (piece: string) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) onLines(lines)
  })
}

function resultIn(line: string): JsonObject {
  const answer: unknown = JSON.parse(line)
  if (isJsonObject(answer) && isJsonObject(answer.result)) return answer.result
  throw new Error(`Not a result: ${line}`)
}

const ID = '"id":'
const ONE = '"id":"one"'

interface Calls {
  readonly count: number
  readonly inFlight: number
  readonly message: (id: number) => string
}

function callMany(child: Child, { count, inFlight, message }: Calls): Promise<void> {
  return new Promise((resolve, reject) => {
    const isOpen = new Uint8Array(count + 1)
    let sent = 0
    let answered = 0
    /** What one piece of answers gives rise to is sent in one piece. */
    const send = (calls: number): void => {
      let lines = ''
      for (const last = Math.min(count, sent + calls); sent < last; isOpen[sent] = 1) lines += lineOf(++sent)
      if (lines !== '') child.stdin.write(lines)
    }
    const lineOf = (id: number): string =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"message":"${message(id)}"}}}\n`
    const isAnswer = (line: string): boolean => {
      const id = Number.parseInt(line.slice(line.indexOf(ID) + ID.length), 10)
      if (isOpen[id] !== 1) return false
      isOpen[id] = 0
      return line.includes(`"text":"${message(id)}"`)
    }
    readLines(child, (lines) => {
      const wrong = lines.find((line) => !isAnswer(line))
      if (wrong !== undefined) reject(new Error(`Not the answer to a call: ${wrong}`))
      answered += lines.length
      if (answered < count) send(lines.length)
      else resolve()
    })
    send(inFlight)
  })
}
