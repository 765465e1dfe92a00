/** A fault that no request can meet would make a test pass for nothing. */
import {
  didYouMean,
  inOneLine,
  isJsonObject,
  nearestNames,
  printable,
  shorten,
  UsageError,
} from '../base/index.js'
import type { Recording } from '../recording/index.js'
import type { Fault } from './fault.js'

/** @throws UsageError USAGE for a fault of a tool that was neither listed nor called when it was recorded */
export function refuseIdleFaults(faults: readonly Fault[], recordings: readonly Recording[]): void {
  if (faults.length === 0) return
  const tools = recordedTools(recordings)
  const idle = faults.find(({ target }) => !isOfMethods(target) && !tools.has(target))
  if (idle === undefined) return
  const near = nearestNames(idle.target, tools).slice(0, 1)
  const names = inOneLine([...tools].join(', '), 200)
  throw new UsageError(
    'USAGE',
    `Cannot use the fault of ${JSON.stringify(shorten(idle.target, 140))}: no such tool was recorded`,
    {
      hint:
        didYouMean(near.map((name) => printable(name, { oneLine: true }))) ??
        `recorded are ${names === '' ? 'no tools' : `the tools ${names}`}; a method such as tools/list and * are targets, too`,
    },
  )
}

/** Also methods that were not recorded: clients may send them. */
function isOfMethods(target: string): boolean {
  return target === '*' || target === 'initialize' || target === 'ping' || target.includes('/')
}

function recordedTools(recordings: readonly Recording[]): ReadonlySet<string> {
  const names = recordings.flatMap(({ method, params, response }) => {
    if (method === 'tools/call') return [isJsonObject(params) ? params.name : undefined]
    if (method !== 'tools/list' || response === undefined || !('result' in response)) return []
    const { result } = response
    if (!isJsonObject(result) || !Array.isArray(result.tools)) return []
    return result.tools.map((tool) => (isJsonObject(tool) ? tool.name : undefined))
  })
  return new Set(names.filter((name) => typeof name === 'string'))
}
