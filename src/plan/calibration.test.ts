import { describe, expect, test } from 'vitest'
import { type ComparedCall, calibrate, howItWent, readWent, writeWent } from './calibration.js'

const COPIED: ComparedCall = {
  ...{ tool: 'notes:write', source: 'copy' },
  same: { outcome: true, shape: true, value: false },
}
const GUESSED: ComparedCall = { tool: 'mail:send', source: 'schema', same: { outcome: true } }
const WRONG: ComparedCall = { ...GUESSED, same: { outcome: false, shape: false } }

describe('calibration', () => {
  test('a run went as said when it completed and each of its calls ended as said', () => {
    expect(howItWent('pass', true, [COPIED, GUESSED]).as_said).toBe(true)
    expect(howItWent('pass', false, [COPIED]).as_said).toBe(false)
    expect(howItWent('pass', true, [COPIED, WRONG]).as_said).toBe(false)
  })

  test('adds calls up by tool and source, and counts only what something was said of', () => {
    expect(howItWent('pass', true, [COPIED, COPIED, GUESSED, WRONG]).calls).toEqual([
      {
        ...{ tool: 'notes:write', source: 'copy', calls: 2 },
        outcome: { as_said: 2, of: 2 },
        shape: { as_said: 2, of: 2 },
        value: { as_said: 0, of: 2 },
      },
      {
        ...{ tool: 'mail:send', source: 'schema', calls: 2 },
        outcome: { as_said: 1, of: 2 },
        shape: { as_said: 0, of: 1 },
        value: { as_said: 0, of: 0 },
      },
    ])
  })

  test('tells runs by verdict, and calls by server and by source', () => {
    const all = [
      howItWent('pass', true, [COPIED]),
      howItWent('pass', true, [WRONG]),
      howItWent('uncertain', true, [GUESSED]),
    ]

    const found = calibrate(all)
    const ofMail = calibrate(all, { server: 'mail' })

    expect(found.runs).toEqual({ pass: { as_said: 1, of: 2 }, uncertain: { as_said: 1, of: 1 } })
    expect(found.servers.mail?.outcome).toEqual({ as_said: 1, of: 2 })
    expect(found.sources.copy?.outcome).toEqual({ as_said: 1, of: 1 })
    expect(ofMail.runs).toEqual({ pass: { as_said: 0, of: 1 }, uncertain: { as_said: 1, of: 1 } })
    expect(Object.keys(ofMail.servers)).toEqual(['mail'])
    expect(calibrate(all, { source: 'copy' }).runs.pass).toEqual({ as_said: 1, of: 1 })
  })

  test('is read as it was written, and not from another release', () => {
    const went = howItWent('pass', true, [COPIED])

    expect(readWent(writeWent(went))).toMatchObject(went)
    expect(readWent('{"format":"understudy.went/2"}')).toBeUndefined()
  })
})
