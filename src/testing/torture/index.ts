export type { TortureRow } from './row.js'
export { TORTURE_ROWS } from './rows.js'
export type { TortureResult } from './run-row.js'
export { runTorture } from './run-torture.js'
