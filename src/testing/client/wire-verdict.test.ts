import { expect, it } from 'vitest'
import { wireVerdict } from './wire-verdict.js'

const violation = (side: 'client' | 'server', text: string) => ({ side, text, frame: { id: 1 } })

it('wireVerdict tells what the server did wrong, and beside it what this side did', () => {
  const violations = [violation('server', 'it answers twice'), violation('client', 'an id was used before')]

  expect(wireVerdict('node server.js', violations)).toMatchObject({
    name: 'SessionError',
    code: 'PROTOCOL_VIOLATED',
    message: [
      'Cannot accept "node server.js": it broke the protocol once',
      '  it answers twice',
      '    in {"id":1}',
      '  This side broke it too:',
      '  an id was used before',
      '    in {"id":1}',
    ].join('\n'),
    data: { violations },
  })
})

it('wireVerdict has nothing against a server when only this side did wrong', () => {
  expect(wireVerdict('x', [violation('client', 'on purpose')])).toBeUndefined()
  expect(wireVerdict('x', [])).toBeUndefined()
})

it('wireVerdict shows five and counts the others', () => {
  const violations = Array.from({ length: 7 }, (_, n) => violation('server', `wrong ${n}`))

  const { message = '' } = wireVerdict('x', violations) ?? {}

  expect(message).toContain('7 times')
  expect(message).toContain('wrong 4')
  expect(message).not.toContain('wrong 5')
  expect(message).toContain('… 2 more')
})

it('wireVerdict counts those of the server that were not kept', () => {
  const violations = Array.from({ length: 7 }, (_, n) => violation('server', `wrong ${n}`))

  const { message = '' } = wireVerdict('x', violations, { client: 3, server: 993 }) ?? {}

  expect(message).toContain('it broke the protocol 1,000 times')
  expect(message).toContain('… 995 more')
})
