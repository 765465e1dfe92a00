/** Starts commands in a throwaway copy of this machine: the only place with namespaces. */

export { lookupHere } from './cached-packages.js'
export type { FileChange, FileState } from './changes/entry.js'
export type { CopiedProcess } from './copied-process.js'
export {
  type CopiedServer,
  type CopiedServerOptions,
  type CopiedWorld,
  type CopyLimit,
  createCopiedWorld,
  type WorldOptions,
} from './copied-world.js'
export type { NetworkAttempts } from './network-attempts.js'
export { type CopyTrial, tryCopies } from './try-copies.js'
export { type CopyCandidate, type NotCopied, type NotCopiedLookup, whyNotCopied } from './why-not-copied.js'
