/**
 * A server that does what a row of the torture table says: `node server.js ROW FOLDER`. Raw JSON-RPC on standard input and output.
 * FOLDER holds the file `tokens`: what the right answer says, and what a wrong one says. The server adds its pid to `pids` there.
 */
import { STAGED_ROWS } from '../rows.js'
import { serve } from './serve.js'
import { createStage } from './stage.js'

const [, , id, folder] = process.argv
const row = STAGED_ROWS.find((each) => each.id === id)
if (row === undefined || folder === undefined)
  throw new Error('Cannot play: say node server.js ROW FOLDER; understudy torture --list shows the rows')
serve(row, createStage(row, folder))
