import { expect, test } from 'vitest'
import { foldCommand } from './fold-command.js'

test('foldCommand breaks a command between its words, with a backslash behind each line but the last, and an option beside its value', () => {
  const command = "understudy call files:read 'path=a b.md' head:=5 --config .mcp.json --store"

  expect(foldCommand(command, 40, 4)).toEqual([
    '    understudy call files:read \\',
    "      'path=a b.md' head:=5 \\",
    '      --config .mcp.json --store',
  ])
})

test('foldCommand keeps a word whole that is longer than a line, quotes in it included', () => {
  expect(foldCommand("a 'it'\\''s a very long word' b", 12, 0)).toEqual([
    'a \\',
    "  'it'\\''s a very long word' \\",
    '  b',
  ])
})
