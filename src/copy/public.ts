/** The door that users have. */
export type { CopyServersOptions, CopySettings } from './copy-plan.js'
export { copyServers, type PreparedCopies } from './copy-servers.js'
export {
  type CopiedProcess,
  type CopiedServer,
  type CopiedServerOptions,
  type CopiedWorld,
  type CopyLimit,
  type CopyOptions,
  type CopyTrial,
  createCopy,
  type FileChange,
  type FileState,
  type NetworkAttempts,
  tryCopies,
} from './create-copy.js'
