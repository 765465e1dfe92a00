/** A service as a program: over standard input and output. */
import { describe, expect, it } from 'vitest'
import { startStdio } from '../../src/transport/index.js'
import { openServed } from '../fixtures/services/open-served.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('server:both-eras')

describe.each(['legacy', 'modern'] as const)('service on standard input and output, era %s', (era) => {
  it('answers many calls at once, asks the client, and ends with its input', async () => {
    const handlers = { 'elicitation/create': () => ({ action: 'accept', content: { name: 'Ann' } }) }
    await using served = await openServed(await startStdio(fixture('served')), { era, handlers })
    const { session } = served

    const messages = Array.from({ length: 200 }, (_, n) => `ž\u2028 ${n}`)
    const answers = await Promise.all(messages.map((message) => session.callTool('echo', { message })))
    const asked = await session.callTool('asks')

    expect(answers.map((answer) => 'content' in answer && answer.content)).toEqual(
      messages.map((message) => [{ type: 'text', text: message }]),
    )
    expect(asked).toMatchObject({ content: [{ text: 'Hello, Ann' }] })
    expect(served.complaints).toEqual([])
  })
})
