import { expect, it } from 'vitest'
import { type Reach, shareWorld } from './world.js'

const local = (...roots: string[]): Reach => ({ kind: 'local', roots })
const remote = (origin: string): Reach => ({ kind: 'remote', origin })

it.each<[string, Reach | undefined, Reach | undefined, boolean]>([
  ['nothing known of either', undefined, undefined, true],
  ['nothing known of one', undefined, local('/a'), true],
  ['one folder', local('/a'), local('/a'), true],
  ['a folder in another', local('/a'), local('/a/b'), true],
  ['folders that begin alike', local('/a'), local('/ab'), false],
  ['one of several', local('/x', '/a'), local('/y', '/a/b'), true],
  ['the whole disk', local('/'), local('/a'), true],
  ['spellings that may be one', local('/Data'), local('/data'), true],
  ['an address and this machine', remote('https://a.test'), undefined, false],
  ['two addresses', remote('https://a.test'), remote('https://b.test'), false],
  ['one address', remote('https://a.test'), remote('https://a.test'), true],
])('%s', (_, one, other, expected) => {
  expect([shareWorld(one, other), shareWorld(other, one)]).toEqual([expected, expected])
})
