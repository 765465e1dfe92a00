import { describe, expect, it } from 'vitest'
import { isLivingMember, straysOf } from './process-tree.posix.js'

describe('isLivingMember', () => {
  it.each([
    ['running', '12 (node) R 1 12 12 0 -1', true],
    ['sleeping, with a name that misleads', '13 (a) Z 1 9 (b) S 1 12 12 0 -1', true],
    ['a zombie', '14 (node) Z 1 12 12 0 -1', false],
    ['of another group', '15 (node) S 1 11 12 0 -1', false],
    ['gone', '', false],
  ])('tells of a process that is %s', (_, stat, expected) => {
    expect(isLivingMember(stat, 12)).toBe(expected)
  })
})

describe('straysOf', () => {
  const stat = (pid: number, parent: number, group: number, state = 'S') =>
    `${pid} (a) b) ${state} ${parent} ${group} ${group} 0 -1 4 1 2 3 4 5 6 7 8 20 0 1 0 ${pid}00 9`
  const server = stat(12, 5, 12)

  it('finds whoever left the group, and what that one started, in whatever order they are listed', () => {
    const stats = [stat(20, 21, 20), stat(21, 12, 21), server, stat(22, 13, 22), stat(13, 12, 12)]

    expect(straysOf(12, stats, [])).toEqual([21, 22, 20].map((pid) => ({ pid, startedAt: `${pid}00` })))
  })
  it('leaves alone who is no descendant, whose parent is gone, and who has ended', () => {
    expect(
      straysOf(12, [server, stat(5, 1, 5), stat(6, 5, 6), stat(30, 1, 30), stat(31, 12, 31, 'Z'), ''], []),
    ).toEqual([])
  })
  it('goes on from those that were found before, when the server is gone', () => {
    const known = [{ pid: 21, startedAt: '2100' }]

    expect(straysOf(12, [stat(21, 1, 21), stat(40, 21, 40)], known)).toEqual([
      ...known,
      { pid: 40, startedAt: '4000' },
    ])
  })
})
