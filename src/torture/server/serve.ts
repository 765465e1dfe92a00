/** Reads the client's lines, and lets a play answer in place of a healthy server. */
import type { JsonObject } from '../../base/index.js'
import type { Request, Stage, StagedRow } from '../row.js'

/** Serves until standard input ends, or as long as the play wants. */
export function serve({ play }: StagedRow, stage: Stage): void {
  const { start, heard, on = {}, answered, ended } = play(stage)

  function hear(line: string): void {
    heard?.(line)
    const message = read(line)
    if (message === undefined) return
    const { id, method, params } = message
    if (typeof method === 'string') take(method, { id, params: isObject(params) ? params : {} })
    else answered?.(message)
  }

  function take(method: string, request: Request): void {
    const act = on[method]
    if (act === undefined) stage.behave(method, request)
    else act(request)
  }

  start?.()
  let rest = ''
  // Not by node:readline, which newer releases of Node let split at U+2028 too: JSON may hold that.
  process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
  process.stdin.on('end', () => ended?.())
}

/** What is no message is not for us to complain about. */
function read(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    // A line that is no JSON is no message.
    return undefined
  }
}

/** Values come out of JSON.parse. */
function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
