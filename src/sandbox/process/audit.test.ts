import { describe, expect, it } from 'vitest'
import { MOST_ATTEMPTS, parseAudit } from './audit.js'

const line = (permission: string, value: string | null) =>
  `${JSON.stringify({ v: 1, datetime: 'x', permission, value })}\n`

describe('parseAudit', () => {
  it('reads each attempt once, in order', () => {
    expect(parseAudit(line('net', 'a.test:1') + line('env', null) + line('net', 'a.test:1'))).toEqual([
      { kind: 'net', target: 'a.test:1', allowed: false },
      { kind: 'env', target: '*', allowed: false },
    ])
  })

  it('leaves out a line that is cut off and whatever is no audit', () => {
    expect(parseAudit(`hello\n[1]\nnull\n{"permission":1}\n${line('read', '/x')}{"v":1,"permi`)).toEqual([
      { kind: 'read', target: '/x', allowed: false },
    ])
  })

  it('keeps no more than its limit', () => {
    const text = Array.from({ length: MOST_ATTEMPTS + 5 }, (_, i) => line('read', `/${i}`)).join('')

    expect(parseAudit(text)).toHaveLength(MOST_ATTEMPTS)
  })
})
