/** One turn of the event loop: timers that are due fire, and what has come is heard. */

// Taken before anybody can put fake timers in its place: what waits for a turn must not wait for a test.
const immediate = setImmediate

/** Resolves in the next turn. */
export function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => void immediate(resolve))
}
