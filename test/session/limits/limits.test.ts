/** Each wait for a server, as docs/reference/limits.md has them, with a server that really hangs just there. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { markdownRows } from '../../architecture/markdown-table.js'
import { PROJECT_ROOT } from '../../architecture/source-tree.js'
import { verifies } from '../../verifies.js'
import { CONTAINER_WAITS } from './container-waits.js'
import { HTTP_WAITS } from './http-waits.js'
import { NOTICE_WAITS } from './notice-waits.js'
import { OPENING_WAITS } from './opening-waits.js'
import { PROCESS_WAITS } from './process-waits.js'
import { type Cited, type Proof, type Proofs, SECOND } from './proof.js'
import { createPumpedClock } from './pumped-clock.js'
import { REQUEST_WAITS } from './request-waits.js'

verifies('wire:waits-limited')

const PROOFS: Proofs = {
  ...OPENING_WAITS,
  ...REQUEST_WAITS,
  ...NOTICE_WAITS,
  ...PROCESS_WAITS,
  ...HTTP_WAITS,
  'a recorder in front of a URL: the last answers, when its client has closed its end': [
    {
      file: 'src/proxy/last-answers.test.ts',
      title: 'gives up a server that says nothing for ten seconds, and not before',
    },
    {
      file: 'src/proxy/last-answers.test.ts',
      title: 'gives up a server that has spoken for five minutes without an answer',
    },
  ],
  'a client of a dry gateway: the next call of its rehearsal': [
    { file: 'test/gateway/client-rehearsals.test.ts', title: 'is idle for an hour' },
  ],
  ...CONTAINER_WAITS,
}

describe('the table of waits', () => {
  it('is that of the document, row by row', () => {
    const text = readFileSync(join(PROJECT_ROOT, 'docs/reference/limits.md'), 'utf8')

    expect(Object.keys(PROOFS)).toEqual(markdownRows(text).map(([over, what]) => `${over}: ${what}`))
  })

  const cited = Object.entries(PROOFS).flatMap(([wait, proofs]) =>
    proofs.flatMap((proof): [string, Cited][] => ('file' in proof ? [[wait, proof]] : [])),
  )
  it.each(cited)('has a test that is there for %s', (_, { file, title }) => {
    expect(readFileSync(join(PROJECT_ROOT, file), 'utf8')).toContain(`'${title}'`)
  })
})

describe.concurrent('a wait ends when its limit is over', () => {
  const own = Object.entries(PROOFS).flatMap(([wait, proofs]) =>
    proofs.flatMap((proof, i): [string, Proof][] => ('file' in proof ? [] : [[`${wait} (${i + 1})`, proof]])),
  )

  it.each(own)('%s', async (_, { limitMs, comesTo, wait }) => {
    using time = createPumpedClock()

    const { tookMs, result } = await wait(time)

    if (comesTo === undefined) expect(result).toBeUndefined()
    else expect(result).toMatchObject(comesTo)
    expect(tookMs).toBeGreaterThanOrEqual(limitMs)
    // What is left to do then takes its time on the machine, and the clock does not wait for it.
    expect(tookMs).toBeLessThan(limitMs * 1.5 + 20 * SECOND)
  })
})
