import { expect, test } from 'vitest'
import { noteNoise } from './noise-note.js'

const LOGGED = 'a line on standard output is no message, it is not JSON: "listening"'

test('a line that a server logs to standard output is told once, with what to do', () => {
  const { note, told } = noting()

  note({ kind: 'noise', message: LOGGED })
  note({ kind: 'noise', message: LOGGED })

  expect(told).toEqual([`Note: notes: ${LOGGED}\n  Hint: what a server logs belongs on standard error\n`])
})

test('a message that was cut off, and whatever else a server does wrong, is no log', () => {
  const { note, told } = noting()

  note({
    kind: 'noise',
    message: 'a line on standard output is no message, the output ended before its line feed: "{"',
  })
  note({ kind: 'unmatched-response', message: 'a response to no request of this client came: {}' })

  expect(told).toEqual([])
})

function noting() {
  const told: string[] = []
  return { note: noteNoise('notes', { stderr: (text) => void told.push(String(text)) }), told }
}
