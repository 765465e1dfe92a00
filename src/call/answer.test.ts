import { expect, it } from 'vitest'
import { isInvented, type Source } from './answer.js'

it('isInvented tells what no server and no user ever said', () => {
  const sources: Source[] = [
    'live',
    'copy',
    'stub',
    'overlay',
    'recording',
    'nearest',
    'schema',
    'learned',
    'unknown',
  ]

  expect(sources.filter((source) => isInvented({ source }))).toEqual([
    'nearest',
    'schema',
    'learned',
    'unknown',
  ])
})
