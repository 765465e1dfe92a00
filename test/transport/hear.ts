/** What a transport tells, kept for tests that wait for it. */
import type { JsonValue } from '../../src/base/index.js'
import type { ConnectionEnd, Noise, Transport } from '../../src/transport/index.js'

export interface Heard {
  readonly messages: readonly JsonValue[]
  readonly noises: readonly Noise[]
  readonly ends: readonly ConnectionEnd[]
  readonly misdelivered: readonly string[]
  /** Resolves when `isEnough` holds of what was heard. */
  until(isEnough: (heard: Heard) => boolean): Promise<void>
}

/** Starts the transport. */
export function hear(transport: Transport): Heard {
  const messages: JsonValue[] = []
  const noises: Noise[] = []
  const ends: ConnectionEnd[] = []
  const misdelivered: string[] = []
  let wake: () => void = () => undefined
  const heard: Heard = {
    messages,
    noises,
    ends,
    misdelivered,
    async until(isEnough) {
      while (!isEnough(heard))
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    },
  }
  transport.start({
    message(value) {
      messages.push(value)
      wake()
    },
    noise(noise) {
      noises.push(noise)
      wake()
    },
    misdelivered(what) {
      misdelivered.push(what)
      wake()
    },
    stderr: () => undefined,
    closed(end) {
      ends.push(end)
      wake()
    },
  })
  return heard
}

/** A request of JSON-RPC. */
export function request(
  id: number,
  method = 'tools/list',
  params: Readonly<Record<string, JsonValue>> = {},
): { readonly jsonrpc: '2.0'; readonly id: number; readonly method: string; readonly params: typeof params } {
  return { jsonrpc: '2.0', id, method, params }
}
