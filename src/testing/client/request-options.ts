/** What a test may say about a request. Limits have one name, in requests as in `start`: `timeout`, in milliseconds. */
import { defined, didYouMean, nearestNames, UsageError } from '../../base/index.js'
import type * as OfSession from '../../session/index.js'
import { LIMIT_MS } from './option-kinds.js'

export interface RequestOptions extends Omit<OfSession.RequestOptions, 'timeoutMs'> {
  /** Milliseconds until the request is given up; default: that of the client. */
  readonly timeout?: number
}

export interface CallOptions extends RequestOptions, Omit<OfSession.CallOptions, 'timeoutMs'> {}

export interface CompleteOptions extends RequestOptions, Omit<OfSession.CompleteOptions, 'timeoutMs'> {}

export interface TaskOptions extends CallOptions, Omit<OfSession.TaskOptions, 'timeoutMs'> {}

export interface ToolCallOptions extends CallOptions {
  /** Asks for progress, which the answer then holds; a listener (`onProgress`) asks for it too. */
  readonly progress?: boolean
}

const REQUEST = ['timeout', 'signal', 'onCancel'] as const
const CALL = [
  ...REQUEST,
  ...(['onProgress', 'resetTimeoutOnProgress', 'maxTotalMs', 'meta', 'onResponse'] as const),
] as const

/** Every option that there is, by the kind of request. */
const KNOWN = {
  request: REQUEST,
  call: CALL,
  'tool call': [...CALL, 'progress'],
  completion: [...REQUEST, 'context'],
  task: [...CALL, 'ttlMs'],
  wait: ['timeout', 'where', 'signal'],
} as const

/**
 * The options as a session takes them.
 * @throws UsageError USAGE for an option that there is not: what would be ignored is refused
 */
export function forSession<O extends RequestOptions>(
  options: O | undefined,
  kind: keyof typeof KNOWN,
  doing: string,
): (Omit<O, 'timeout'> & Pick<OfSession.RequestOptions, 'timeoutMs'>) | undefined {
  if (options === undefined) return undefined
  checkRequestOptions(options, kind, doing)
  const { timeout, ...rest } = options
  return { ...rest, ...defined({ timeoutMs: timeout }) }
}

/** @throws UsageError USAGE */
export function checkRequestOptions(options: object, kind: keyof typeof KNOWN, doing: string): void {
  const known: readonly string[] = KNOWN[kind]
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new UsageError('USAGE', `Cannot ${doing}: there is no option ${JSON.stringify(unknown)}`, {
      hint:
        didYouMean(
          nearestNames(unknown, known)
            .slice(0, 1)
            .map((name) => `"${name}"`),
        ) ?? `there are ${known.join(', ')}`,
    })
  const timeout = 'timeout' in options ? options.timeout : undefined
  if (timeout !== undefined && !LIMIT_MS.holds(timeout))
    throw new UsageError('USAGE', `Cannot ${doing}: timeout is ${String(timeout)}`, {
      hint: `it must be ${LIMIT_MS.words}`,
    })
}
