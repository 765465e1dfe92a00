/** Starts the command; the process ends by itself when all is written. */
import { runEval } from './run-eval.js'

// npm starts a script in the folder of its package; paths are meant from where npm was called.
const calledFrom = process.env.INIT_CWD
if (process.env.npm_lifecycle_event === 'eval' && calledFrom !== undefined) process.chdir(calledFrom)

process.exitCode = await runEval(process.argv.slice(2), {
  print: (text) => console.log(text),
  note: (text) => console.error(text),
})
