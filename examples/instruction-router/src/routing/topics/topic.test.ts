import { describe, expect, it } from 'vitest'
import { wordsOf } from '../words.js'
import { plainFormsOf } from './plain-form.js'
import { readTopics } from './topic.js'

const TABLE = `
{app} be (down/not reachable), ring … at (night/NUM am), outage
  : incident outage | downtime

how long (do it/) take, when … ready
  : estimate | effort
`
const table = readTopics({
  tables: [TABLE],
  classes: new Map([['app', 'shop/web site']]),
  words: new Map([['estimate', 'realistic promised march']]),
})

/** The first names of the topics that a text tells of. */
function told(text: string): readonly string[] {
  return [...table.topicsIn(plainFormsOf(wordsOf(text))).keys()].map(({ names }) => names[0]?.stems[0] ?? '')
}

describe('a table of topics', () => {
  it.each([
    ['the shop is down', 'incid'],
    ["I think our web site isn't reachable", 'incid'],
    ['my phone rang twice at 3 am', 'incid'],
    ['how long will it... how long does it take', 'estim'],
    ['how long take', 'estim'],
    ['when will it be ready', 'estim'],
  ])('hears %j, in whatever person and tense', (text, topic) => {
    expect(told(text)).toEqual([topic])
  })
  it.each(['down is the shop', 'when you have read all of it through it is ready', 'how long', ''])(
    'does not hear %j: other words, another order, or too far apart',
    (text) => {
      expect(told(text)).toEqual([])
    },
  )
  it('takes several words of a topic for a hint, and one alone for none', () => {
    expect(told('march was promised')).toEqual(['estim'])
    expect(told('in march we met')).toEqual([])
  })
  it('is surer of two cues than of one, and of a phrase than of a word', () => {
    const clarityOf = (text: string) => [...table.topicsIn(plainFormsOf(wordsOf(text))).values()][0] ?? 0

    const [word, phrase, both] = ['outage', 'the shop is down', 'the shop is down, an outage'].map(clarityOf)
    expect([word, phrase, both].toSorted((a = 0, b = 0) => a - b)).toEqual([word, phrase, both])
    expect(new Set([word, phrase, both]).size).toBe(3)
  })
  it('knows usual names and others', () => {
    expect(table.topics.map(({ names }) => names)).toEqual([
      [
        { stems: ['incid'], weight: 1 },
        { stems: ['outag'], weight: 1 },
        { stems: ['downtim'], weight: 0.35 },
      ],
      [
        { stems: ['estim'], weight: 1 },
        { stems: ['effort'], weight: 0.35 },
      ],
    ])
  })
})
