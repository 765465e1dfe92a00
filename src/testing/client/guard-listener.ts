/** Listeners of tests hold assertions: what one throws must fail the request, not the connection that calls it. */
import type { CallOptions } from '../../session/index.js'

/** Asks with a listener that never throws, and rejects once the answer is there with what the test's own has thrown first. */
export async function guardListener<O extends CallOptions, T>(
  options: O | undefined,
  ask: (options: O | undefined) => Promise<T>,
): Promise<T> {
  const { onProgress } = options ?? {}
  if (options === undefined || onProgress === undefined) return ask(options)
  let failure: Thrown | undefined
  const answer = await ask({
    ...options,
    onProgress(progress) {
      const thrown = thrownBy(() => onProgress(progress))
      failure ??= thrown
    },
  })
  if (failure !== undefined) throw failure.reason
  return answer
}

export interface Thrown {
  readonly reason: unknown
}

/** What the listener throws; undefined when it does not. */
export function thrownBy(listener: () => void): Thrown | undefined {
  try {
    listener()
    return undefined
  } catch (reason) {
    return { reason }
  }
}
