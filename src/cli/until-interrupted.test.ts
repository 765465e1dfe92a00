import { expect, it } from 'vitest'
import { untilInterrupted } from './until-interrupted.js'

it('waiting for an interruption is over at once where it came before', async () => {
  await expect(untilInterrupted(AbortSignal.abort())).resolves.toBeUndefined()
})

it('waiting for an interruption is over when it comes', async () => {
  const interruption = new AbortController()
  const over = untilInterrupted(interruption.signal)

  interruption.abort()

  await expect(over).resolves.toBeUndefined()
})
