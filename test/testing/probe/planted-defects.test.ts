/** Every planted defect is found, shrunk to the smallest arguments that show it, and no healthy twin is accused. */
import { describe, expect, it } from 'vitest'
import { PLANTED_DEFECTS } from '../../fixtures/servers/planted-defects.data.mjs'
import { verifies } from '../../verifies.js'
import { probeServer } from './probe-server.js'

verifies('kit:probe')

describe.concurrent('probe of a server with planted defects', () => {
  it('finds each, and nothing else, with the smallest arguments', async () => {
    const tools = PLANTED_DEFECTS.map(({ name }) => name)

    const { findings, notes, stray } = await probeServer('planted-defects', { tools })

    const found = findings.map(({ tool, kind, pointer, arguments: minimal }) => ({
      ...{ name: tool, finds: kind, pointer, minimal },
    }))
    const planted = PLANTED_DEFECTS.map(({ name, finds, pointer = '', minimal }) => ({
      ...{ name, finds, pointer, minimal },
    }))
    expect(found).toEqual(planted)
    expect(planted.length).toBeGreaterThan(30)
    expect({ notes, stray }).toEqual({ notes: [], stray: [] })
  })

  it('accuses no twin that is healthy', async () => {
    const tools = PLANTED_DEFECTS.map(({ name }) => `${name}-twin`)

    const { findings, checks, notes, stray } = await probeServer('planted-defects', { tools })

    expect({ findings, notes, stray }).toEqual({ findings: [], notes: [], stray: [] })
    expect(new Set(checks.map(({ tool }) => tool))).toEqual(new Set(tools))
  })

  it('gives the same report for the same seed, and other arguments for another', async () => {
    const tools = ['rejects-maximum', 'takes-a-wrong-type', 'prints-twin']

    const [first, again, other] = [
      await probeServer('planted-defects', { tools, seed: 7, runs: 5 }),
      await probeServer('planted-defects', { tools, seed: 7, runs: 5 }),
      await probeServer('planted-defects', { tools, seed: 8, runs: 5 }),
    ]

    expect(again).toEqual(first)
    expect(other.findings.map(({ tool }) => tool)).toEqual(first.findings.map(({ tool }) => tool))
  })

  it('comes back to a finding by its path, with one call', async () => {
    const tools = ['rejects-maximum']
    const { findings } = await probeServer('planted-defects', { tools, seed: 3 })
    const [path = ''] = findings.map((finding) => finding.path)

    const repeated = await probeServer('planted-defects', { tools, seed: 3, runs: 9, path })

    expect(repeated.findings).toEqual(findings)
    expect(repeated.checks).toMatchObject([{ input: 'valid', passed: 0, failed: 1, couldNotTell: 0 }])
  })
})

describe.concurrent('probe of a server that hangs', () => {
  it('tells a hang when another request is not answered either, and stops there', async () => {
    const { findings, checks } = await probeServer('hangs', { tools: ['dig'], timeoutMs: 1000 })

    expect(findings).toMatchObject([{ kind: 'hang', tool: 'dig', arguments: { depth: 3 } }])
    expect(checks.map(({ input, couldNotRun }) => [input, couldNotRun])).toEqual([
      ['valid', 'the server hangs'],
      ['wrong-type', 'the server hangs'],
      ['missing-member', 'the server hangs'],
      ['out-of-bounds', 'the server hangs'],
    ])
  })

  it('does not tell one when the server lives, however long the call takes', async () => {
    const { findings, checks } = await probeServer('hangs', { tools: ['nap'], timeoutMs: 500 })

    expect(findings).toEqual([])
    expect(checks[0]).toEqual({
      ...{ tool: 'nap', input: 'valid', passed: 0, failed: 0, couldNotTell: 3 },
      couldNotRun: '3 calls took longer than the limit, though the server lived',
    })
  })
})

describe.concurrent('probe of a server that misbehaves outside of calls', () => {
  it('tells noise of the start apart from that of tools', async () => {
    const { findings, stray } = await probeServer('banner-on-stdout', { tools: [] })

    expect(findings).toEqual([])
    expect(stray).toEqual([
      {
        kind: 'stdout-noise',
        message: 'Standard output carries a line that is no message',
        said: 'Fixture server v1.0 listening',
      },
    ])
  })
})
