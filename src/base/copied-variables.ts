/** What a copy of this machine sets for the servers in it alone: an answer that tells it is none that the real server gives. */

/** Git looks for a repository across mounts. */
export const ACROSS_MOUNTS = { GIT_DISCOVERY_ACROSS_FILESYSTEM: '1' } as const

/** Names of variables, as they stand in what a server says of its environment. */
export const SET_IN_COPIES: readonly string[] = Object.keys(ACROSS_MOUNTS)
