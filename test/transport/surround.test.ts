/** Commands around something, run by a real shell. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type SurroundOptions, surround } from '../../src/transport/surround.js'
import { verifies } from '../verifies.js'

verifies('rehearsal:stand-ins')

test('one runs before and one at the end, each once, with the environment and the folder that were given', async () => {
  using place = createPlace()
  const { end } = await surround(
    place.options({ before: 'echo "before $WORD" >>log', after: 'echo "after $WORD" >>log' }),
  )
  const first = place.log()

  const ends = await Promise.all([end(), end()])

  expect([first, ends, place.log()]).toEqual(['before x\n', [undefined, undefined], 'before x\nafter x\n'])
})

test('one that fails at the end is told with its last words', async () => {
  using place = createPlace()

  const { end } = await surround(place.options({ after: 'echo one; echo two >&2; exit 3' }))

  expect(await end()).toBe('exited with code 3: one / two')
})

test('one that hangs at the end is killed with what it started', async () => {
  using place = createPlace()

  const { end } = await surround(
    place.options({ after: 'sleep 1000 & sleep 1000; echo never >>log', afterMs: 1_000 }),
  )

  expect(await end()).toBe('took longer than 1 s and was killed')
  expect(place.log()).toBe('')
})

test('what sets it up is ended when it takes too long, and what takes it away has run', async () => {
  using place = createPlace()
  const options = place.options({
    before: 'echo begun >>log; sleep 1000',
    after: 'echo over >>log',
    beforeMs: 500,
  })

  await expect(surround(options)).rejects.toMatchObject({
    code: 'STAND_IN_FAILED',
    message: expect.stringContaining('its command "before" took longer than 500 ms'),
  })
  expect(place.log()).toBe('begun\nover\n')
})

test('nothing runs where it is aborted before it began', async () => {
  using place = createPlace()
  const signal = AbortSignal.abort(new RangeError('on purpose'))

  await expect(
    surround({ ...place.options({ before: 'echo x >>log', after: 'echo x >>log' }), signal }),
  ).rejects.toThrow('on purpose')

  expect(place.log()).toBe('')
})

test('without a shell it is told which', async () => {
  using place = createPlace()

  await expect(
    surround({ ...place.options({ after: 'true' }), env: { PATH: '/nowhere' } }),
  ).rejects.toMatchObject({
    code: 'STAND_IN_FAILED',
  })
})

interface Place extends Disposable {
  options(given: Partial<SurroundOptions>): SurroundOptions
  log(): string
}

function createPlace(): Place {
  const cwd = mkdtempSync(join(tmpdir(), 'understudy-surround-'))
  const env = { PATH: process.env.PATH ?? '', WORD: 'x' }
  return {
    options: (given) => ({ what: 'a test', env, cwd, beforeMs: 60_000, afterMs: 60_000, ...given }),
    log() {
      try {
        return readFileSync(join(cwd, 'log'), 'utf8')
      } catch {
        return ''
      }
    },
    [Symbol.dispose]: () => rmSync(cwd, { recursive: true }),
  }
}
