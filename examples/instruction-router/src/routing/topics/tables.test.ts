/** The tables have the form that they are read by: a cue that is misspelt would never be heard, and nobody would know. */
import { describe, expect, it } from 'vitest'
import { CODE } from './code.js'
import { OPERATIONS } from './operations.js'
import { PRACTICES } from './practices.js'
import { RELEASES } from './releases.js'
import { TEAMWORK } from './teamwork.js'
import { TRUST } from './trust.js'
import { WORDS } from './word-table.js'

const ENTRIES = [OPERATIONS, RELEASES, CODE, TEAMWORK, TRUST, PRACTICES].flatMap((table) =>
  table.trim().split(/\n\s*\n/),
)

describe.each(ENTRIES.map((entry) => [entry.split(/\s:\s/)[1]?.split(' ')[0] ?? '', entry] as const))(
  'the topic %s',
  (name, entry) => {
    const [cues = '', names = '', ...more] = entry.split(/\s:\s/)

    it('has cues, names of both sorts, and words', () => {
      expect(more).toEqual([])
      expect(cues.split(',').filter((cue) => cue.trim() === '').length).toBe(0)
      expect(names).toMatch(/^[a-z0-9_]+(?: [a-z0-9_]+)* \| [a-z0-9_]+(?: [a-z0-9_]+)*$/)
      expect(WORDS.get(name)).toMatch(/^\S+(?: \S+)+$/)
    })
    it('is written in plain cues, alternatives, classes and gaps', () => {
      const odd = cues
        .split(',')
        .filter((cue) => !/^\s*(?:(?:\([^(){}]*\)|\{\w+\}|…|[a-z0-9']+|NUM)\s*)+$/.test(cue))

      expect(odd).toEqual([])
    })
  },
)

it('no words are for a topic that is not there', () => {
  const names = new Set(ENTRIES.map((entry) => entry.split(/\s:\s/)[1]?.split(' ')[0]))

  expect([...WORDS.keys()].filter((name) => !names.has(name))).toEqual([])
})
