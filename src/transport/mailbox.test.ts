import { expect, it } from 'vitest'
import { createMailbox } from './mailbox.js'

it('a mailbox keeps the first lines of standard error for whoever comes later, and everything from then on', () => {
  const mailbox = createMailbox()
  const lines: string[] = []

  for (let i = 0; i < 5000; i++) mailbox.stderr(`early ${i}`)
  mailbox.open({
    message: () => undefined,
    noise: () => undefined,
    stderr: (line) => lines.push(line),
    closed: () => undefined,
  })
  for (let i = 0; i < 2000; i++) mailbox.stderr(`late ${i}`)

  expect([lines.length, lines[999], lines[1000]]).toEqual([3000, 'early 999', 'late 0'])
})
