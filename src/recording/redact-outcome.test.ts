import { describe, expect, it } from 'vitest'
import type { Outcome } from '../call/index.js'
import { redactOutcome } from './redact-outcome.js'
import { createRedactor } from './redactor.js'

const redactor = createRedactor({ secrets: ['hunter2', 'resource', '123456'] })
const mark = redactor.text('hunter2')

describe('an outcome that is redacted', () => {
  it('loses its secrets wherever a result may hold them, and keeps the types of its blocks', () => {
    const outcome: Outcome = {
      kind: 'tool-error',
      content: [
        { type: 'text', text: 'pw hunter2', annotations: { note: 'hunter2' } },
        {
          type: 'resource',
          resource: { uri: 'x://hunter2', blob: Buffer.from('pw hunter2').toString('base64') },
        },
      ],
      structured: { 'my hunter2': ['hunter2'] },
      meta: { 'x/y': 'hunter2' },
    }

    expect(redactOutcome(outcome, redactor)).toEqual({
      kind: 'tool-error',
      content: [
        { type: 'text', text: `pw ${mark}`, annotations: { note: mark } },
        {
          type: 'resource',
          [redactor.text('resource')]: {
            uri: `x://${mark}`,
            blob: Buffer.from(`pw ${mark}`).toString('base64'),
          },
        },
      ],
      structured: { [`my ${mark}`]: [mark] },
      meta: { 'x/y': mark },
    })
  })

  it('loses the secrets of an error, and keeps its code', () => {
    const outcome: Outcome = { kind: 'rpc-error', code: 123456, message: 'no hunter2', data: { pin: 123456 } }

    expect(redactOutcome(outcome, redactor)).toEqual({
      kind: 'rpc-error',
      code: 123456,
      message: `no ${mark}`,
      data: { pin: redactor.text('123456') },
    })
  })
})
