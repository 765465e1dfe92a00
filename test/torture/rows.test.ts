/** Every row of the torture table, seen raw: its server does what the row says, and nothing else. */
import { describe, expect, it } from 'vitest'
import type { TortureRow } from '../../src/testing/index.js'
import { TORTURE_ROWS } from '../../src/torture/index.js'
import { verifies } from '../verifies.js'
import { hearServer } from './hear-server.js'
import { DIALOGUE, MODERN_DIALOGUE, SAID } from './what-servers-say.js'

verifies('torture:rows-real')

describe.concurrent('the server of', () => {
  it.each(TORTURE_ROWS)('$id $does', async (row) => {
    const { lines, isEndless, end = 0, stderr = '', ...hearing } = saidBy(row)

    const heard = await hearServer(row, { send: dialogueOf(row), feeds: lines.length, ...hearing })

    const said = linesOf(heard.stdout).slice(0, isEndless ? lines.length : undefined)
    expect(said.map((line, i) => (isText(lines[i]) ? { text: line } : JSON.parse(line)))).toEqual(lines)
    expect({ end: heard.end, stderr: heard.stderr, left: heard.left }).toEqual({
      end,
      stderr,
      left: row.id === 'starts-grandchild' ? 1 : 0,
    })
  })
})

it.concurrent.each(TORTURE_ROWS.filter(({ id }) => id.endsWith('string-ids')))(
  'the server of $id gives no client its own id, not one whose ids are strings',
  async (row) => {
    const send = dialogueOf(row).map((message) => ({ ...message, id: `id-${message.id}` }))

    const { stdout } = await hearServer(row, { send, feeds: 3 })

    expect(JSON.parse(linesOf(stdout).at(-1) ?? '')).toMatchObject({ id: '"id-3"' })
  },
)

it('the table holds each row once, and each is heard', () => {
  const ids = TORTURE_ROWS.map(({ id }) => id)

  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(SAID).sort()).toEqual([...ids].sort())
})

function saidBy({ id }: TortureRow): (typeof SAID)[string] {
  const said = SAID[id]
  if (said === undefined) throw new Error(`Nobody has written down what the server of "${id}" says`)
  return said
}

function dialogueOf({ era }: TortureRow): typeof DIALOGUE {
  return era === 'legacy' ? DIALOGUE : MODERN_DIALOGUE
}

function linesOf(output: string): string[] {
  const lines = output.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Written down as it is, since it is no JSON. */
function isText(line: unknown): boolean {
  return typeof line === 'object' && line !== null && Object.keys(line).join() === 'text'
}
