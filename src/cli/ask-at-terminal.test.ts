import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askAtTerminal } from './ask-at-terminal.js'

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const { signal, ...rest } = new AbortController()
  return { input, output, signal, ...rest, shown: () => String(output.read() ?? '') }
}

describe('askAtTerminal', () => {
  it('asks, and resolves with the line that is written', async () => {
    const { input, output, signal, shown } = terminal()

    const answer = askAtTerminal('Name: ', { isHidden: false, input, output, signal })
    input.write('Ann\r')

    expect(await answer).toBe('Ann')
    expect(shown()).toContain('Name: ')
  })

  it('shows nothing of a hidden answer', async () => {
    const { input, output, signal, shown } = terminal()

    const answer = askAtTerminal('Key: ', { isHidden: true, input, output, signal })
    input.write('tul')
    input.write('ip\r')

    expect(await answer).toBe('tulip')
    expect(shown()).toBe('Key: \n')
  })

  it('rejects when the terminal is closed before an answer', async () => {
    const { input, output, signal } = terminal()

    const answer = askAtTerminal('Key: ', { isHidden: true, input, output, signal })
    input.end()

    await expect(answer).rejects.toThrow('Cannot go on: the question had no answer')
  })

  it('rejects with the reason of the signal', async () => {
    const { input, output } = terminal()
    const over = new AbortController()

    const answer = askAtTerminal('Key: ', { isHidden: false, input, output, signal: over.signal })
    over.abort(new Error('enough'))

    await expect(answer).rejects.toThrow('enough')
  })
})
