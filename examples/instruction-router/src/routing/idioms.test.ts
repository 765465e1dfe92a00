import { describe, expect, it } from 'vitest'
import { situationsIn } from './idioms.js'
import { wordsOf } from './words.js'

function told(text: string): readonly string[] {
  return [...situationsIn(wordsOf(text))].map(([first = '']) => first)
}

describe('situationsIn', () => {
  it('finds what is told without its name, with words in between and other endings', () => {
    expect(told("it's so slow, the report takes about ten minutes")).toEqual(['slow'])
    expect(told("I'm done with the import")).toEqual(['complet'])
    expect(told('the payment page went down')).toEqual(['incid'])
  })
  it('finds a situation once, however often it is told', () => {
    expect(told('it takes ages, it hangs, it is so slow')).toEqual(['slow'])
  })
  it('finds nothing where the words stand in another order, or too far apart', () => {
    expect(told('down we went')).toEqual([])
    expect(told('it takes him, as you see, some seconds')).toEqual([])
    expect(told('')).toEqual([])
  })
})
