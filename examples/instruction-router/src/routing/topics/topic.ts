/** Topics of work: what instructions for them are likely to be called, and by what people tell of them. */
import { stemOf, stemsOf } from '../words.js'
import { beginningsOf, type Cue, parseCue, standsAt } from './cue.js'
import { plainTextOf } from './plain-form.js'
import { createVocabulary } from './vocabulary.js'

export interface Topic {
  /** What instructions for it are likely to be called, as stems, and how surely. */
  readonly names: readonly { readonly stems: readonly string[]; readonly weight: number }[]
}

export interface TopicTable {
  readonly topics: readonly Topic[]
  /** Every word that tells of some topic, in its plain form. */
  readonly words: ReadonlySet<string>
  /** The topics that words in their plain forms tell of, and how clearly: about 1 for a turn of phrase. */
  topicsIn(words: readonly string[]): ReadonlyMap<Topic, number>
}

/** The tables and their form are described in `index.ts`. */
export interface TopicSources {
  readonly tables: readonly string[]
  /** Classes of words that cues refer to, alternatives by slashes. */
  readonly classes: ReadonlyMap<string, string>
  /** Words that are heard where a topic is talked about, by the first name of the topic. */
  readonly words: ReadonlyMap<string, string>
}

export function readTopics({ tables, classes, words: heard }: TopicSources): TopicTable {
  const texts = new Map<Topic, string[]>()
  const byBeginning = new Map<string, { topic: Topic; cue: Cue }[]>()
  for (const [, cues = '', names = ''] of tables.flatMap((table) => [...table.matchAll(ENTRY)])) {
    const topic = { names: readNames(names) }
    const [name = ''] = names.trim().split(' ')
    texts.set(topic, contentOf([heard.get(name), cues.replace(/\{\w+\}/g, ' '), names].join(' ')))
    for (const cue of readCues(cues, classes))
      for (const word of beginningsOf(cue))
        byBeginning.set(word, [...(byBeginning.get(word) ?? []), { topic, cue }])
  }
  const vocabulary = createVocabulary(texts)

  return {
    topics: [...texts.keys()],
    words: new Set([...texts.values()].flat()),
    topicsIn(words) {
      const found = new Map([...cuesIn(words)].map(([topic, cues]) => [topic, clarity([...cues])]))
      const near = vocabulary.nearTo(words)
      const least = Math.max(LEAST_NEAR, NEAR_BEST * Math.max(0, ...near.values()))
      for (const [topic, nearness] of near)
        if (nearness >= least) found.set(topic, (found.get(topic) ?? 0) + Math.min(1, VOCABULARY * nearness))
      return found
    },
  }

  function cuesIn(words: readonly string[]): ReadonlyMap<Topic, ReadonlySet<Cue>> {
    const found = new Map<Topic, Set<Cue>>()
    for (const [at, word] of words.entries())
      for (const { topic, cue } of byBeginning.get(word) ?? [])
        if (!found.get(topic)?.has(cue) && standsAt(cue, words, at))
          found.set(topic, (found.get(topic) ?? new Set()).add(cue))
    return found
  }
}

/** Cues, and behind a colon of its own the names. */
const ENTRY = /(\S.*?)\s:\s([^\n]+)\n/gs
const ALSO_CALLED = 0.35
const ONE_WORD = 0.5
const MORE = 0.35
/** What the words of a topic tell, where no turn of phrase does, and from where on that is worth anything. */
const VOCABULARY = 0.8
const LEAST_NEAR = 0.5
const NEAR_BEST = 0.7

function readCues(text: string, classes: ReadonlyMap<string, string>): Cue[] {
  return text
    .split(',')
    .filter((each) => each.trim() !== '')
    .map((each) => parseCue(each, classes))
}

/** The usual names, and behind a bar those that also occur. */
function readNames(text: string): Topic['names'] {
  return text.split('|').flatMap((part, n) =>
    part
      .trim()
      .split(' ')
      .map((name) => ({ stems: [...new Set(stemsOf(name))], weight: n === 0 ? 1 : ALSO_CALLED }))
      .filter(({ stems }) => stems.length > 0),
  )
}

function contentOf(text: string): string[] {
  return plainTextOf(text).filter((word) => stemOf(word) !== undefined)
}

/** The clearest cue counts whole; each further one adds less. */
function clarity(cues: readonly Cue[]): number {
  return cues
    .map(({ length }) => (length > 1 ? 1 : ONE_WORD))
    .sort((a, b) => b - a)
    .reduce((sum, each, n) => sum + each * MORE ** n, 0)
}
