/** Servers of the modern era whose results are not what they should be. */
import { type Misbehaviour, said } from './misbehaviour.js'

const echo = { server: 'modern-echo', expected: said('hello') }

export const MODERN: readonly Misbehaviour[] = [
  {
    points: ['modern results'],
    server: 'unknown-result-type',
    what: 'uses no result of a type that nobody knows',
    start: { era: 'modern' },
    expected: { thrown: 'RESPONSE_INVALID' },
    frames: [{ id: 2, result: { resultType: 'surprise' } }],
    deadlineMs: 5000,
    control: echo,
  },
  {
    points: ['modern results'],
    server: 'asks-for-ever',
    what: 'stops answering the same question',
    start: { era: 'modern', roots: ['file:///data'] },
    expected: { thrown: 'RESPONSE_INVALID' },
    frames: [
      { result: { resultType: 'input_required', inputRequests: { roots: { method: 'roots/list' } } } },
    ],
    deadlineMs: 5000,
    control: echo,
  },
]
