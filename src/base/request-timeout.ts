/** How long a client waits for the answer to one request, unless its user says otherwise; milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000
