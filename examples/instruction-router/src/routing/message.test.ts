import { expect, it } from 'vitest'
import { readMessage } from './message.js'

it.each<[string, string[], boolean]>([
  ['/pongogo-retro', ['/pongogo-retro'], true],
  ['  /Retro about the import', ['/retro'], true],
  ['please run /retro now', ['/retro'], false],
  ['look at /usr/bin/node', [], false],
  ['https://example.com/retro', [], false],
  ['and/or', [], false],
  ['/etc/../passwd', [], false],
  ['the /status endpoint is slow', [], false],
  ['GET /status answers 404', [], false],
])('readMessage finds the commands of %j', (text, commands, isCommand) => {
  expect(readMessage(text)).toMatchObject({ commands, isCommand })
})

it.each<[string, string, string]>([
  ['not about the release, how do I write a changelog', 'releas', 'changelog'],
  ["don't estimate anything, just plan the import", 'estim', 'plan'],
  ['no retro please, I only want to commit', 'retro', 'commit'],
  ['use a flag instead of a branch', 'branch', 'flag'],
  ['```\ncrash\n```\nreview this', 'crash', 'review'],
])('readMessage lets what is not meant weigh little: %j', (text, less, more) => {
  const { weights } = readMessage(text)

  expect(weights.get(more)).toBe(1)
  expect(weights.get(less)).toBeLessThan(0.5)
})

it.each([
  ['the deploy does not work', 'deploi'],
  ['I cannot commit', 'commit'],
  ['tests are not green', 'test'],
])('readMessage takes a trouble for what it is: %j', (text, stem) => {
  expect(readMessage(text).weights.get(stem)).toBe(1)
})

it('readMessage reads both ends of a very long message', () => {
  const { weights, isCut } = readMessage(`review ${'lorem ipsum '.repeat(100_000)} commit`)

  expect(isCut).toBe(true)
  expect([...weights.keys()]).toEqual(expect.arrayContaining(['review', 'lorem', 'ipsum', 'commit']))
})
