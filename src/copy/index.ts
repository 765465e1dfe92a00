/**
 * Copies of the world: `create-copy` finds what sets one up, `copy-plan` says which servers can be copied, `copy-servers` hands them
 * to rehearsals, `servers-world` starts and calls them and tells what was seen; `server-copy` is a world for whoever speaks to one
 * server himself.
 */
export { watchNetwork } from './network-watch.js'
export { partlyCopied } from './partly-copied.js'
export * from './public.js'
export { createServerCopy, type ServerCopy } from './server-copy.js'
