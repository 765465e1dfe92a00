import { describe, expect, it } from 'vitest'
import { linkedTransports } from './memory.js'
import type { Noise, TransportReceiver } from './transport.js'

const silent: TransportReceiver = {
  message: () => undefined,
  noise: () => undefined,
  stderr: () => undefined,
  closed: () => undefined,
}

describe('linked transports', () => {
  it('carry text that is no message as it stands, to be told as noise', async () => {
    const [near, far] = linkedTransports()
    const noises: Noise[] = []
    far.start({ ...silent, noise: (noise) => noises.push(noise) })

    await near.sendText('{"half":')
    await near.sendText('42')

    await Promise.resolve()
    expect(noises.map(({ place }) => place)).toEqual(['a text in memory', 'a text in memory'])
    expect(noises).toMatchObject([
      { line: '{"half":', reason: 'it is not JSON' },
      { line: '42', reason: 'it is JSON, but no object' },
    ])
  })
})
