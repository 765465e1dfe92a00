/**
 * Milliseconds that whoever has one plan waits for a server to tell its tools: longer than a start may take. Only clients, which wait for a
 * list of all servers, are better off without a slow one; a plan is refused for it.
 */
export const PLAN_PATIENCE_MS = 60_000
