import { describe, expect, it } from 'vitest'
import { SessionError, TransportError, UsageError } from '../../base/index.js'
import { createErrorRedaction } from './error-redaction.js'

const SECRET = 'tok_4f9Kq2LmZx81TvBn'
const { failure, sentence } = createErrorRedaction({
  name: 'demo',
  launch: { kind: 'stdio', command: 'demo', args: [], env: { API_TOKEN: SECRET } },
})

describe('error redaction', () => {
  it.each([
    new TransportError('CONNECTION_CLOSED', 'Cannot call "x"', { evidence: ['Last line: "bye"'] }),
    new Error('no secret here'),
    'no error at all',
  ])('leaves alone what holds no secret: %s', (innocent) => {
    expect(failure(innocent)).toBe(innocent)
  })
  it.each([
    new TransportError('CONNECTION_CLOSED', `Cannot use ${SECRET}`),
    new SessionError('HANDSHAKE_FAILED', 'Cannot connect', { evidence: [`It said ${SECRET}`, 'and more'] }),
    new UsageError('USAGE', 'Cannot use it', { hint: `leave ${SECRET} out`, data: { given: [SECRET] } }),
  ])('takes the secret out of every part, and keeps the rest: %s', (indiscreet) => {
    const told = failure(indiscreet)

    expect(told).toBeInstanceOf(indiscreet.constructor)
    expect(told).toMatchObject({ code: indiscreet.code, name: indiscreet.name })
    expect(JSON.stringify([told, (told as Error).message, (told as Error).stack])).not.toContain(SECRET)
    expect((told as Error).message.split('\n').length).toBe(indiscreet.message.split('\n').length)
  })
  it('goes down to what caused it, also where that is an error of nobody', () => {
    const cause = new Error(`deep: ${SECRET}`)
    const told = failure(new SessionError('RPC_ERROR', 'Cannot call "x"', { cause, data: { code: -1 } }))

    expect(told).toMatchObject({ code: 'RPC_ERROR', data: { code: -1 } })
    expect(String((told as Error).cause)).toMatch(/^Error: deep: \S+$/)
    expect(String((told as Error).cause)).not.toContain(SECRET)
  })
  it('tells of a gateway that did not start behind itself', () => {
    const stderr = [
      'Error: Cannot serve a gateway: it stands behind a gateway of the same servers',
      '  Hint: …',
    ]
    const ended = new SessionError('HANDSHAKE_FAILED', 'Cannot connect: it exited', { data: { stderr } })

    expect(sentence(ended)).toBe(
      'Cannot connect: it exited, since it stands behind a gateway of the same servers',
    )
  })
  it('makes one sentence of a failure, safe to print', () => {
    expect(sentence(new Error(`It is ${SECRET}\u001b[2J\nand evidence`))).toMatch(/^It is [^\n]*\\x1b\[2J$/)
    expect(sentence(new Error(SECRET))).not.toContain(SECRET)
  })
})
