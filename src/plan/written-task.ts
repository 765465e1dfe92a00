/** A task of a workflow as a call that stands in the text of a plan. */
import { isJsonObject } from '../base/index.js'
import { resolveWritten, type Task } from '../workflow/index.js'
import type { WrittenCall } from './plan-check.js'

export function writtenTask({ server, tool, line, column, arguments: args }: Task): WrittenCall {
  const written = resolveWritten(args)
  const call = { server, tool, line, column }
  if (written.kind === 'failed' || !isJsonObject(written.value)) return call
  const { value, unknownAt } = written
  return { ...call, arguments: { value, holes: unknownAt, open: [], positionOf: () => ({ line, column }) } }
}
