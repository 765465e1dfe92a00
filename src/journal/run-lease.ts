/** How long a run is somebody's of whom nothing is heard, unless options say otherwise; milliseconds. */
export const RUN_LEASE_MS = 30_000
