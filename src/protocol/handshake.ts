/** The requests by which client and server introduce themselves, one in each era. */

export const HANDSHAKES = ['initialize', 'server/discover'] as const

export function isHandshake(method: string): method is (typeof HANDSHAKES)[number] {
  return HANDSHAKES.some((each) => each === method)
}
