/** The matchers behind vitest's own `expect`: chains, promises, `.not`, `soft`. What they look at is tested beside them. */
import { describe, expect, it, vi } from 'vitest'
import { MCPResponse } from '../../../src/testing/index.js'
import '../../../src/testing/vitest/index.js'

const good = answer({ content: [{ type: 'text', text: 'Sunny in Rome' }] })
const bad = answer({ content: [{ type: 'text', text: 'no such city' }], isError: true })

describe('a chain of matchers', () => {
  it('holds when each of them does', () => {
    expect(good).toSucceed().toContainText('sunny', /Rome/).toHaveBlock('text')
  })
  it('fails with the first that does not', () => {
    expect(() => expect(good).toSucceed().toContainText('rainy').toFail()).toThrow(/"rainy"/)
  })
  it('takes "not" for the next matcher alone', () => {
    expect(good).not.toFail().toContainText('sunny')
    expect(() => expect(good).not.toFail().toContainText('rainy')).toThrow(/"rainy"/)
  })
  it('goes on with matchers of vitest itself', () => {
    expect(good).toSucceed().toHaveProperty('content', 'Sunny in Rome')
  })
  it('works with an expect of the test itself', ({ expect: own }) => {
    own(good).toSucceed().toContainText('sunny')
  })
  it('has room for a message of the test', () => {
    expect(() => expect(good, 'the forecast').toSucceed().toFail()).toThrow(/^the forecast: Expected/)
  })
})

describe('a chain on a promise', () => {
  it('holds when each matcher does, and resolves with the answer', async () => {
    expect(await expect(Promise.resolve(good)).toSucceed().toContainText('sunny')).toBe(good)
  })
  it('fails with the first that does not', async () => {
    const chain = expect(Promise.resolve(good)).toSucceed().toContainText('rainy').toFail()

    await expect(chain).rejects.toThrow(/"rainy"/)
  })
  it('takes "not" for the next matcher alone', async () => {
    await expect(Promise.resolve(good)).not.toFail().toContainText('sunny')
    await expect(Promise.resolve(good)).toSucceed().not.toContainText('rainy').toContainText('sunny')
    await expect(expect(Promise.resolve(good)).not.toFail().toContainText('rainy')).rejects.toThrow(/"rainy"/)
  })
  it('rejects as the promise did', async () => {
    const gone = expect(Promise.reject(new Error('the server is gone')))
      .toSucceed()
      .toContainText('sunny')

    await expect(gone).rejects.toThrow('the server is gone')
  })
  it('works behind "resolves"', async () => {
    await expect(Promise.resolve(good)).resolves.toSucceed()
    await expect(Promise.resolve(good)).resolves.not.toFail()
    await expect(expect(Promise.resolve(bad)).resolves.toSucceed()).rejects.toThrow(/no such city/)
  })
  it('works with poll', async () => {
    const answers = [bad, bad]

    await expect.poll(() => answers.shift() ?? good, { interval: 1 }).toSucceed()
  })
  it('points at the line of the matcher that failed', async () => {
    const failure: unknown = await expect(Promise.resolve(good))
      .toSucceed()
      .toFail()
      .catch((error: unknown) => error)

    expect(failure).toHaveProperty(
      'stack',
      expect.stringMatching(/^Error: .*[\s\S]*?matchers\.test\.ts:\d+:\d+/),
    )
    expect(failure).not.toHaveProperty('stack', expect.stringContaining('chain.ts'))
  })
})

it('a matcher compares within values', () => {
  expect({ first: good, second: bad }).toEqual({ first: expect.toSucceed(), second: expect.toFail() })
})

it('an assertion that proves nothing is told at the end of its file, once a place', async ({
  task,
  onTestFinished,
}) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  const { TestRunner } = await import('vitest')
  const { afterAll } = TestRunner.getSuiteHooks(task.file)
  const before = afterAll.length

  for (const _ of [1, 2]) expect(good).toContainText(/^/)
  expect(good).toContainText(/sunny/i)
  const added = afterAll.splice(0, afterAll.length - before)
  for (const tell of added) await tell(task.file)

  expect(added).toHaveLength(1)
  expect(written).toHaveBeenCalledTimes(1)
  expect(written.mock.calls.join('')).toMatch(
    /One assertion proves nothing\n {2}test\/testing\/vitest\/matchers\.test\.ts:\d+:\d+ .*\n.*toContainText\(\/\^\/\)[\s\S]*every text blanked/,
  )
})

function answer(result: { content: { type: string; text: string }[]; isError?: boolean }): MCPResponse {
  return MCPResponse.fromJsonRpc({ jsonrpc: '2.0', id: 1, result })
}
