// An undo in a process of its own, which dies in front of one of its steps.
import { createSeal, openJournal } from '../../dist/journal/index.js'
import { openUndo } from '../../dist/undo/index.js'

const { name, cwd, run, steps } = JSON.parse(process.argv[2] ?? '')
const journal = await openJournal({ name, env: process.env, cwd })
const seal = createSeal(Buffer.from(journal.undoKey, 'hex'))
let lines = 0
// Every line is written right before a step: the one that comes too many is never followed by its own.
const dying = {
  ...seal,
  close(text, where) {
    if (JSON.parse(text).kind === 'undo' && lines++ === steps) process.kill(process.pid, 'SIGKILL')
    return seal.close(text, where)
  },
}
const undo = openUndo({ run, env: process.env, seal: dying, key: journal.receiptKey })
undo.perform(undo.decide())
process.stdout.write('it was not killed')
