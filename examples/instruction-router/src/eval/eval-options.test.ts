import { describe, expect, it } from 'vitest'
import { parseEvalOptions } from './eval-options.js'

describe('parseEvalOptions', () => {
  it('measures our own prompts by default', () => {
    expect(parseEvalOptions([])).toEqual({
      updateBaseline: false,
      format: 'text',
      seed: 1,
      resamples: 1000,
      help: false,
    })
  })
  it('reads every option', () => {
    const argv =
      '--instructions i --prompts p --baseline b --update-baseline --format json --flaws test --seed 7 --resamples 50'

    expect(parseEvalOptions(argv.split(' '))).toEqual({
      instructions: 'i',
      prompts: 'p',
      baseline: 'b',
      updateBaseline: true,
      format: 'json',
      flaws: 'test',
      seed: 7,
      resamples: 50,
      help: false,
    })
  })
  it.each([
    ['--instructions i', 'Cannot measure with one of --instructions and --prompts: each needs the other'],
    ['--prompts p', 'Cannot measure with one of --instructions and --prompts: each needs the other'],
    ['--instructions i --prompts p --update-baseline', 'Cannot update a baseline without its name'],
    ['--format xml', 'Cannot use --format "xml": it must be "text" or "json"'],
    ['--flaws some', 'Cannot use --flaws "some": it must be "tuning", "test" or "all"'],
    ['--seed -1', 'argument is ambiguous'],
    ['--seed=-1', 'Cannot use --seed "-1": it must be a whole number from 0 to 4294967295'],
    ['--resamples 0', 'Cannot use --resamples "0": it must be a whole number from 1 to 100000'],
    ['--resamples 1e3', 'Cannot use --resamples "1e3": it must be a whole number from 1 to 100000'],
    ['--nonsense', "Unknown option '--nonsense'"],
    ['surplus', "Unexpected argument 'surplus'"],
  ])('refuses %s', (argv, message) => {
    expect(() => parseEvalOptions(argv.split(' '))).toThrow(message)
  })
})
