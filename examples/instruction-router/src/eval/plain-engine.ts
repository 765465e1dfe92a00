/** What the simplest thing gives: minisearch over four weighted fields, with endings cut off and small words left out. */
import MiniSearch from 'minisearch'
import type { RoutingEngine } from '../engine.js'
import { stemOf, wordsOf } from '../words.js'

export const PLAIN_ENGINE: RoutingEngine = {
  version: 'minisearch',
  description: 'the bar',
  cutOff: 0,
  prepare(instructions) {
    const index = new MiniSearch({
      fields: ['name', 'description', 'triggers', 'body'],
      tokenize: wordsOf,
      processTerm: stemOf,
      searchOptions: { boost: { name: 3, description: 2, triggers: 3 } },
    })
    const documents = instructions.map(({ id, title, description, keywords, sentence, body }, n) => {
      return { id: n, name: `${id} ${title}`, description, triggers: [...keywords, sentence].join(' '), body }
    })
    index.addAll(documents)
    return ({ text }) =>
      index.search(text).flatMap(({ id, score }) => {
        const instruction = instructions[id]
        return instruction === undefined ? [] : [{ instruction, score, breakdown: {} }]
      })
  },
}
