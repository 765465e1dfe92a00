/** The torture table. */
import type { StagedRow, TortureRow } from './row.js'
import { ANSWER_ROWS } from './rows/answers.js'
import { ENDING_ROWS } from './rows/endings.js'
import { LIST_ROWS } from './rows/lists.js'
import { MODERN_ROWS } from './rows/modern.js'
import { OPENING_ROWS } from './rows/opening.js'
import { OUTPUT_ROWS } from './rows/output.js'
import { TURN_ROWS } from './rows/turns.js'

/** Every row, in the order of a connection: its opening, lists, calls and end; then the modern era. Ids are stable. */
export const STAGED_ROWS: readonly StagedRow[] = [
  ...OPENING_ROWS,
  ...OUTPUT_ROWS,
  ...LIST_ROWS,
  ...ANSWER_ROWS,
  ...TURN_ROWS,
  ...ENDING_ROWS,
  ...MODERN_ROWS,
]

/** The same rows for whoever runs a client: their servers are processes of their own. */
export const TORTURE_ROWS: readonly TortureRow[] = STAGED_ROWS
