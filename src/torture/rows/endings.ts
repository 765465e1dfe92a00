/** Servers that end before they should, or do not want to end. */
import { DEADLINE_MS, PROMPT_MS, type StagedRow } from '../row.js'

const row = { era: 'legacy', deadlineMs: DEADLINE_MS } as const

export const ENDING_ROWS: readonly StagedRow[] = [
  {
    ...row,
    id: 'dies-during-call',
    does: 'dies in the middle of its answer, by SIGKILL',
    right: 'error',
    deadlineMs: PROMPT_MS,
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          stage.log('out of cheese')
          stage.write(JSON.stringify(stage.rightResponse(request)).slice(0, -20))
          stage.dieBySignal()
        },
      },
    }),
  },
  {
    ...row,
    id: 'dies-between-calls',
    does: 'exits after it has answered tools/list',
    right: 'error',
    deadlineMs: PROMPT_MS,
    play: (stage) => ({
      on: {
        'tools/list'(request) {
          stage.behave('tools/list', request)
          stage.exit(5)
        },
      },
    }),
  },
  {
    ...row,
    id: 'closes-stdout',
    does: 'closes its standard output at the call, and lives on',
    right: 'error',
    play: (stage) => ({
      on: {
        'tools/call'() {
          stage.outliveInput()
          stage.closeOutput()
        },
      },
    }),
  },
  {
    ...row,
    id: 'closes-stdin',
    does: 'closes its standard input at the call, and lives on',
    right: 'error',
    play: (stage) => ({
      on: {
        'tools/call'() {
          stage.outliveInput()
          stage.closeInput()
          stage.log('I read nothing any more')
        },
      },
    }),
  },
  {
    ...row,
    id: 'stops-reading',
    does: 'reads nothing after the handshake, and lives on',
    right: 'error',
    play: (stage) => ({
      on: {
        'notifications/initialized'() {
          stage.outliveInput()
          stage.stopReading()
          stage.log('I read nothing any more')
        },
      },
    }),
  },
  {
    ...row,
    id: 'ends-on-sigterm',
    does: 'goes on when its standard input ends, until SIGTERM',
    right: 'answer',
    play: (stage) => ({ start: () => stage.outliveInput() }),
  },
  {
    ...row,
    id: 'ignores-sigterm',
    does: 'goes on when its standard input ends, and when it gets SIGTERM',
    right: 'answer',
    play: (stage) => ({
      start() {
        stage.outliveInput()
        stage.ignoreSigterm()
      },
    }),
  },
  {
    ...row,
    id: 'refuses-and-stays',
    does: 'refuses the handshake, and then does not end by itself or by SIGTERM',
    right: 'error',
    play: (stage) => ({
      start() {
        stage.outliveInput()
        stage.ignoreSigterm()
      },
      on: { initialize: (request) => stage.refuse(request, -32603, 'no licence') },
    }),
  },
  {
    ...row,
    id: 'last-words',
    does: 'floods standard output once its standard input has ended, and then exits',
    right: 'answer',
    play: (stage) => ({
      ended() {
        for (let n = 0; n < 1000; n++) stage.write(`${'bye '.repeat(250)}\n`)
      },
    }),
  },
  {
    ...row,
    id: 'starts-grandchild',
    does: 'leaves a process behind that holds its pipes and ignores SIGTERM',
    right: 'answer',
    play: (stage) => ({
      on: {
        'tools/call': (request) => stage.startStubbornChild(() => stage.behave('tools/call', request)),
      },
      ended: () => stage.exit(0),
    }),
  },
]
