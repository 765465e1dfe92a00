/** What rehearsals of a gateway ask for real: what its settings allow, in every mode, and nothing else. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GatewayOptions } from '../../src/gateway/gateway-options.js'
import { createGateway, type Gateway } from '../../src/gateway/index.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('rehearsal:asks-what-is-allowed', 'settings:strangers')

const ALLOWED = {
  live_reads: ['get_issue'],
  previews: { transition: 'dryRun' },
}
const PLAN = `const issue = await mcp.tracker.get_issue({ id: 7 })
await mcp.tracker.transition({ id: 7, to: 'closed' })
return issue.state
`

test.each(['dry', 'live'] as const)(
  'a gateway in the mode %s asks nobody for real by itself',
  async (mode) => {
    await using world = await createWorld({}, { mode })

    const report = await world.gateway.executeCode(PLAN, { dry_run: true })

    expect(report.contacted.map((each) => each.for)).toEqual(['tools/list'])
    expect(world.received()).toEqual([])
  },
)

test.each(['dry', 'live'] as const)('a gateway in the mode %s asks what its settings allow', async (mode) => {
  await using world = await createWorld({ tracker: ALLOWED }, { mode })

  const report = await world.gateway.executeCode(PLAN, { dry_run: true })

  expect(report).toMatchObject({ verdict: 'pass', simulated_result: 'open' })
  expect(report.calls.map(({ source }) => source)).toEqual(['live', 'preview'])
  expect(world.received()).toEqual([
    { name: 'get_issue', arguments: { id: 7 } },
    { name: 'transition', arguments: { id: 7, to: 'closed', dryRun: true } },
  ])
})

test('settings that are not trusted allow nothing, and that is a warning', async () => {
  await using world = await createWorld({ tracker: ALLOWED }, { mode: 'dry', trustsSettings: false })

  await world.gateway.executeCode(PLAN, { dry_run: true })

  expect(world.received()).toEqual([])
  expect(world.warnings).toEqual([
    expect.stringContaining('says of live_reads of "tracker", previews of "tracker" does not count'),
  ])
})

test('a function is asked about the text of the settings, as it was read', async () => {
  const texts: string[] = []
  await using world = await createWorld(
    { tracker: ALLOWED },
    {
      mode: 'dry',
      trustsSettings: (text) => {
        texts.push(text)
        return Promise.resolve(true)
      },
    },
  )

  const { calls } = await world.gateway.executeCode(PLAN, { dry_run: true })

  expect(texts).toEqual([JSON.stringify({ servers: { tracker: ALLOWED } })])
  expect(calls[0]?.source).toBe('live')
})

test('a single call of a dry gateway asks nobody, whatever its settings allow', async () => {
  await using world = await createWorld({ tracker: ALLOWED }, { mode: 'dry' })

  await world.gateway.callTool('tracker:get_issue', { id: 7 })

  expect(world.received()).toEqual([])
})

test('a stand-in answers each rehearsal in a world of its own, which is gone afterwards', async () => {
  await using world = await createWorld((folder) => ({
    tracker: {
      rehearse: {
        with: {
          ...fixture('tracker'),
          env: { TRACKER_LOG: 'stand-in.log', TRACKER_DATA: 'world.json' },
          cwd: folder,
        },
        before: `echo '{"7":{"id":7,"state":"open"}}' >world.json`,
        after: 'rm world.json',
      },
    },
  }))
  const rehearsal = () => world.gateway.executeCode(PLAN, { dry_run: true })

  const reports = [await rehearsal(), await rehearsal()]

  expect(reports.map(({ verdict, simulated_result }) => [verdict, simulated_result])).toEqual([
    ['pass', 'open'],
    ['pass', 'open'],
  ])
  expect(world.received()).toEqual([])
  expect(world.has('world.json')).toBe(false)
})

interface World extends AsyncDisposable {
  readonly gateway: Gateway
  readonly warnings: readonly string[]
  /** What the real tracker was asked. */
  received(): readonly unknown[]
  has(file: string): boolean
}

type Servers = Readonly<Record<string, unknown>>

async function createWorld(
  servers: Servers | ((folder: string) => Servers),
  options: Pick<GatewayOptions, 'mode' | 'trustsSettings'> = {},
): Promise<World> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-gateway-contacts-')))
  const settings = join(folder, 'settings.json')
  writeFileSync(
    settings,
    JSON.stringify({ servers: typeof servers === 'function' ? servers(folder) : servers }),
  )
  const log = join(folder, 'calls.log')
  writeFileSync(log, '')
  const warnings: string[] = []
  const gateway = await createGateway({
    ...{ ...options, settings, cwd: folder, copy: 'never' },
    config: { mcpServers: { tracker: { ...fixture('tracker'), env: { TRACKER_LOG: log } } } },
    onWarning: (message) => warnings.push(message),
  })
  return {
    gateway,
    warnings,
    received: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    has: (file) => {
      try {
        readFileSync(join(folder, file))
        return true
      } catch {
        return false
      }
    },
    async [Symbol.asyncDispose]() {
      await gateway.close()
      rmSync(folder, { recursive: true })
    },
  }
}
