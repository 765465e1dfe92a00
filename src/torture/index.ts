/** Runs any client against servers that misbehave, one row each. */
export type { Fault } from './judge.js'
export type { TortureRow } from './row.js'
export { TORTURE_ROWS } from './rows.js'
export type { TortureResult } from './run-row.js'
export { runTorture, type TortureOptions } from './run-torture.js'
