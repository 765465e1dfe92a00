import { describe, expect, it } from 'vitest'
import { endingOf } from './ending.js'

const death = { code: null, signal: null, stderr: '', audit: '' }

describe('endingOf', () => {
  it.each([
    [{ signal: 'SIGXCPU' }, 'cpu_limit'],
    [{ signal: 'SIGTRAP', stderr: '# Fatal JavaScript out of memory: Reached heap limit' }, 'out_of_memory'],
    [{ signal: 'SIGTRAP', stderr: '\n# Fatal JavaScript out of memory: CALL_AND_RETRY_LAST\n' }, 'crashed'],
    [{ signal: 'SIGABRT', stderr: 'memory allocation of 4096 bytes failed' }, 'crashed'],
    [{ signal: 'SIGSEGV' }, 'crashed'],
    [{ code: 0 }, 'crashed'],
    [{ code: 1, stderr: 'error: Uncaught' }, 'crashed'],
  ] as const)('reads %o as %s', (how, ended) => {
    expect(endingOf({ ...death, ...how }).ended).toBe(ended)
  })

  it('names what the engine said of memory', () => {
    const why = (stderr: string) => endingOf({ ...death, signal: 'SIGTRAP', stderr }).why

    expect(why('#\n# Fatal JavaScript out of memory: Reached heap limit\n#')).toBe(
      'its objects filled the heap of the engine (Reached heap limit)',
    )
    expect(why('x\nmemory allocation of 4096 bytes failed\ny')).toBe(
      'the engine was refused memory (memory allocation of 4096 bytes failed)',
    )
  })

  it('names the signal and the exit code', () => {
    expect(endingOf({ ...death, signal: 'SIGSEGV' }).why).toBe(
      'the process was ended by SIGSEGV before the program was over',
    )
    expect(endingOf({ ...death, code: 7 }).why).toBe(
      'the process exited with code 7 before the program was over',
    )
  })
})
