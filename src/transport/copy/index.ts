/** Starts commands in a throwaway copy of this machine: the only place with namespaces. */
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
