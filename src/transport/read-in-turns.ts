/** Reads in small portions: a peer that floods us must not keep our timers and signals from having their turn. */
import type { Readable } from 'node:stream'
import { nextLoopTurn } from '../base/index.js'

/** Bytes that are taken in one turn of the event loop: a hundred short messages, or a part of a long one. */
const PORTION_BYTES = 8 * 1024

/** Takes bytes: at once where there is room in this turn, else in the turns that follow; resolves when more may come. */
export type Portioning = (bytes: Buffer) => Promise<void> | undefined

/**
 * Hands every byte of the stream to `take`, in order; what is more than a portion waits for the next turn, and so does the peer.
 * After a false from `take` the rest is read and dropped. Resolves once the stream is over and all of it was taken.
 */
export async function readInTurns(stream: Readable, take: (portion: Buffer) => boolean): Promise<void> {
  const takeInTurns = createPortioning(take)
  // A stream may tell its end while its last bytes still wait for their turn.
  let rest: Promise<void> | undefined
  stream.on('data', (chunk: Buffer) => {
    // Whoever else resumes the stream, as Node does when its process exits, must not have its bytes overtake those that wait.
    const taking = rest === undefined ? takeInTurns(chunk) : rest.then(() => takeInTurns(chunk))
    if (taking === undefined) return
    stream.pause()
    const own = taking.then(() => {
      if (rest !== own) return
      rest = undefined
      stream.resume()
    })
    rest = own
  })
  await new Promise<void>((resolve) => {
    for (const end of ['end', 'close']) stream.once(end, () => resolve())
  })
  await rest
}

/** Creates what hands bytes to `take` a portion a turn, until that returns false; whoever pushes waits for one before the next. */
export function createPortioning(take: (portion: Buffer) => boolean): Portioning {
  let isEnough = false
  let roomBytes = PORTION_BYTES

  function takeSome(bytes: Buffer): Buffer {
    if (roomBytes === PORTION_BYTES) void nextLoopTurn().then(makeRoom)
    const portion = bytes.subarray(0, roomBytes)
    roomBytes -= portion.length
    if (!isEnough) isEnough = !take(portion)
    return bytes.subarray(portion.length)
  }

  function makeRoom(): void {
    roomBytes = PORTION_BYTES
  }

  async function takeLater(bytes: Buffer): Promise<void> {
    let rest = bytes
    do {
      await nextLoopTurn()
      if (rest.length > 0) rest = takeSome(rest)
    } while (rest.length > 0)
  }

  return (bytes) => {
    const rest = roomBytes > 0 ? takeSome(bytes) : bytes
    return rest.length > 0 || roomBytes <= 0 ? takeLater(rest) : undefined
  }
}
