/** What a real run changed is no evidence for the next rehearsal, and what it cannot have changed still is. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { GatewayOptions } from '../../src/gateway/gateway-options.js'
import { createGateway, type Gateway } from '../../src/gateway/index.js'
import { openMemoryStore } from '../../src/recording/index.js'
import { officialServer } from '../fixtures/official-servers.js'
import { verifies } from '../verifies.js'

verifies('rehearsal:knowledge-ends-at-writes', 'replay:freshness')

describe('a rehearsal after a real run', () => {
  test('draws on what was recorded, says that it may be old, and is uncertain where one world was written to', async () => {
    await using project = await projectWithServers({ ours: 'notes', same: 'notes', apart: 'apart' })
    const { gateway, read } = project
    for (const server of ['ours', 'same', 'apart']) await gateway.executeCode(read(server))
    const before = await verdicts(project)

    await gateway.executeCode(
      `await mcp.ours.write_file({ path: ${JSON.stringify(join(project.path, 'notes', 'b.txt'))}, content: 'b' })`,
    )
    const after = await verdicts(project)

    expect(before).toEqual({ ours: 'pass', same: 'pass', apart: 'pass' })
    expect(after).toEqual({ ours: 'uncertain', same: 'uncertain', apart: 'pass' })
  })

  test('answers by stale recordings, and leaves them out where that is asked for', async () => {
    await using project = await projectWithServers({ ours: 'notes' })
    const { gateway, read } = project
    await gateway.executeCode(read('ours'))
    await gateway.executeCode(
      `await mcp.ours.create_directory({ path: ${JSON.stringify(join(project.path, 'notes', 'new'))} })`,
    )

    const served = await gateway.executeCode(read('ours'), { dry_run: true })
    const left = await gateway.executeCode(read('ours'), { dry_run: true, stale: false })

    expect(served.calls).toMatchObject([{ source: 'recording', stale: true, value: { content: 'a' } }])
    expect(left.calls).toMatchObject([{ source: 'schema', stale: false }])
    expect([served.verdict, left.verdict]).toEqual(['uncertain', 'pass'])
    // What it reads is handed on, whatever it is.
    expect(left.assumptions).toMatchObject([{ text: 'ours:read_text_file succeeds' }])
  })
})

test.each([
  [true, 'pass'],
  [false, 'uncertain'],
])('settings that are trusted (%s) say what a call of a real run does', async (trustsSettings, verdict) => {
  await using project = await projectWithServers({ ours: 'notes' }, { trustsSettings })
  const { gateway, read, path } = project
  await gateway.executeCode(read('ours'))

  await gateway.executeCode(
    `await mcp.ours.create_directory({ path: ${JSON.stringify(join(path, 'notes', 'new'))} })`,
  )

  expect(await verdicts(project)).toEqual({ ours: verdict })
})

interface Project extends AsyncDisposable {
  readonly path: string
  readonly gateway: Gateway
  readonly servers: readonly string[]
  /** A program that reads a note by that server. */
  read(server: string): string
}

/** Each server has its folder, with a note in it. */
async function projectWithServers(
  folders: Readonly<Record<string, string>>,
  options: Pick<GatewayOptions, 'trustsSettings'> = {},
): Promise<Project> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'understudy-worlds-')))
  for (const folder of new Set(Object.values(folders))) {
    await mkdir(join(path, folder))
    await writeFile(join(path, folder, 'a.txt'), 'a')
  }
  const store = openMemoryStore()
  const mcpServers = Object.fromEntries(
    Object.entries(folders).map(([name, folder]) => [
      name,
      { command: process.execPath, args: [SERVER, join(path, folder)] },
    ]),
  )
  const settings = join(path, 'settings.yaml')
  const calledRead = 'servers: { ours: { effects: { create_directory: read } } }'
  await writeFile(settings, options.trustsSettings === undefined ? 'servers: {}' : calledRead)
  const gateway = await createGateway({ config: { mcpServers }, copy: 'never', store, settings, ...options })
  return {
    path,
    gateway,
    servers: Object.keys(folders),
    read: (server) =>
      `return await mcp.${server}.read_text_file({ path: ${JSON.stringify(join(path, folders[server] ?? '', 'a.txt'))} })`,
    async [Symbol.asyncDispose]() {
      await gateway.close()
      await store[Symbol.asyncDispose]()
      await rm(path, { recursive: true, force: true })
    },
  }
}

async function verdicts({ gateway, servers, read }: Project): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const server of servers) {
    const { verdict } = await gateway.executeCode(read(server), { dry_run: true })
    found[server] = verdict
  }
  return found
}

const SERVER = officialServer('server-filesystem')
