import { describe, expect, it } from 'vitest'
import { blameForAttempts } from './blame-for-attempts.js'

describe('an attempt to reach the network', () => {
  it('belongs to every call that is under way, and to the later ones of their servers', () => {
    let count = 0
    const blame = blameForAttempts(() => count)
    const one = blame.begin('web')
    const other = blame.begin('files')

    count++

    expect(one.soFar()).toEqual({ networkAttempts: 1, earlierAttempts: 0 })
    expect(other.soFar()).toEqual({ networkAttempts: 1, earlierAttempts: 0 })
    one.end()
    other.end()
    expect(blame.begin('web').soFar()).toEqual({ networkAttempts: 0, earlierAttempts: 1 })
    expect(blame.begin('git').soFar()).toEqual({ networkAttempts: 0, earlierAttempts: 0 })
  })

  it('that nobody was called for belongs to the servers that were called before, and to no other one', () => {
    let count = 0
    const blame = blameForAttempts(() => count)
    blame.begin('web').end()

    count += 2

    expect(blame.begin('files').soFar()).toEqual({ networkAttempts: 0, earlierAttempts: 0 })
    expect(blame.begin('web').soFar()).toEqual({ networkAttempts: 0, earlierAttempts: 2 })
  })

  it('before the first call belongs to nobody', () => {
    let count = 0
    const blame = blameForAttempts(() => count)

    count++

    expect(blame.begin('web').soFar()).toEqual({ networkAttempts: 0, earlierAttempts: 0 })
  })
})
