/** The official servers and the official SDKs: every tool is listed, called and held against what it declares. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../src/base/index.js'
import { type MockMCPClient, readRefusal } from '../../../src/testing/index.js'
import { type OfficialServer, officialServer } from '../../fixtures/official-servers.js'
import { fixture } from '../../fixtures/start-server.js'
import { verifies } from '../../verifies.js'
import { exercise, problems } from './exercise.js'
import { gitArguments, makeRepository } from './git-repository.js'
import { startClient } from './start-client.js'

verifies('client:no-agent-needed', 'client:same-protocol', 'client:call-by-name', 'client:command-option')

describe('client of an official server', () => {
  it('calls every tool of server-filesystem', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'note.txt')
    await writeFile(file, 'hello')
    await using started = await startClient({ command: official('server-filesystem', folder.path) })

    const done = await exercise(started.client, {
      read_text_file: { path: file },
      read_file: { path: file },
      read_media_file: { path: file },
      read_multiple_files: { paths: [file] },
      edit_file: { path: file, edits: [{ oldText: 'hello', newText: 'good bye' }] },
      write_file: { path: join(folder.path, 'new.txt'), content: 'new' },
      create_directory: { path: join(folder.path, 'sub') },
      list_directory: { path: folder.path },
      list_directory_with_sizes: { path: folder.path },
      directory_tree: { path: folder.path },
      move_file: { source: join(folder.path, 'new.txt'), destination: join(folder.path, 'moved.txt') },
      search_files: { path: folder.path, pattern: '*.txt' },
      get_file_info: { path: file },
    })

    expect(done).toHaveLength(14)
    expect(problems(done)).toEqual({})
  })

  it('calls every tool of server-memory', async () => {
    await using folder = await temporaryFolder()
    const entity = { name: 'a', entityType: 'note', observations: ['b'] }
    const env = { MEMORY_FILE_PATH: join(folder.path, 'memory.jsonl') }
    await using started = await startClient({ command: official('server-memory'), env })

    const done = await exercise(started.client, {
      create_entities: { entities: [entity] },
      add_observations: { observations: [{ entityName: 'a', contents: ['c'] }] },
    })

    expect(await readAllResources(started.client)).toBe(1)
    expect(done).toHaveLength(9)
    expect(problems(done)).toEqual({})
  })

  it('calls every tool of server-everything, one of them as a task', async () => {
    await using started = await startClient({
      command: official('server-everything', 'stdio'),
      // Its timers keep it alive after the end of its input.
      stdio: { graceMs: 200 },
      roots: ['.'],
      onSampling: { role: 'assistant', model: 'none', content: { type: 'text', text: 'sampled' } },
      onElicitation: { action: 'decline' },
    })

    const done = await exercise(started.client, {
      'gzip-file-as-resource': { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' },
      'trigger-long-running-operation': { duration: 0.1, steps: 2 },
    })
    const task = await started.client.startTask('simulate-research-query', { topic: 'tests' })
    // At once: it completes after four seconds, and a busy machine takes longer for what follows.
    const cancelled = await task.cancel()

    expect(await readAllResources(started.client)).toBeGreaterThanOrEqual(7)
    expect(done.length).toBeGreaterThanOrEqual(16)
    expect(problems(done)).toEqual({
      'simulate-research-query': [expect.stringContaining('requires task augmentation')],
    })
    expect(cancelled).toMatchObject({ taskId: task.taskId, status: 'cancelled' })
    expect(
      done.find(({ tool }) => tool === 'trigger-sampling-request')?.response.circumstances.asked,
    ).toEqual([{ method: 'sampling/createMessage', params: expect.anything() }])
  })

  it('calls every tool of the git server on a repository', async () => {
    await using folder = await temporaryFolder()
    const { work } = await makeRepository(folder.path)
    const command = server('@cyanheads/git-mcp-server')
    const env = {
      LOGS_DIR: join(folder.path, 'logs'),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_SIGN_COMMITS: 'false',
    }
    await using started = await startClient({ command, workingDir: work, env })

    const done = await exercise(started.client, gitArguments(folder.path))

    expect(await readAllResources(started.client)).toBe(1)
    expect(done).toHaveLength(28)
    expect(problems(done)).toEqual({})
  })
})

/** What the tools of both SDK servers answer to a good call, by name. */
const SDK_ANSWERS = {
  add: { kind: 'result', content: [{ type: 'text', text: '3' }], structured: { sum: 3 } },
  fail: { kind: 'tool-error', content: [{ type: 'text', text: 'the disk is full' }] },
  greet: { kind: 'result', content: [{ type: 'text', text: 'Hello, Ada' }] },
  show: {
    kind: 'result',
    content: [
      { type: 'text', text: 'a logo' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ],
  },
}

describe('client of a server on the official SDK', () => {
  it.each([
    ['sdk-v1', 'legacy', '2025-11-25'],
    ['sdk-v2', 'legacy', '2025-11-25'],
    ['sdk-v2', 'modern', '2026-07-28'],
    ['sdk-v2', 'auto', '2026-07-28'],
    ['sdk-v1', 'auto', '2025-11-25'],
  ] as const)('calls every tool of %s, in era %s', async (name, era, revision) => {
    const { command, args = [] } = fixture(name)
    const onElicitation = { action: 'accept', content: { name: 'Ada' } }
    // Time stands still: in the era auto a server that is slow to start would be taken for an old one.
    const clock = manualClock()
    await using started = await startClient({ command: [command, ...args], era, onElicitation, clock })
    const { client } = started

    const done = await exercise(client, { add: { a: 1, b: 2 }, show: { caption: 'a logo' }, greet: {} })

    const unknown = await client.callTool('no_such_tool')

    expect(client.revision).toBe(revision)
    expect(readRefusal(unknown)).toEqual({ form: 'rpc-error', reason: 'unknown-tool' })
    const outcomes = Object.fromEntries(done.map(({ tool, response }) => [tool, response.outcome]))
    expect(outcomes).toMatchObject(SDK_ANSWERS)
    expect(problems(done)).toEqual({ fail: ['the disk is full'] })
    expect(done.find(({ tool }) => tool === 'greet')?.response.circumstances.asked).toMatchObject([
      { method: 'elicitation/create', params: { message: 'What is your name?' } },
    ])
  })
})

function official(name: OfficialServer, ...args: readonly string[]): readonly string[] {
  return [process.execPath, officialServer(name), ...args]
}

function server(packageName: string, ...args: readonly string[]): readonly string[] {
  const file = new URL(`../../../node_modules/${packageName}/dist/index.js`, import.meta.url)
  return [process.execPath, fileURLToPath(file), ...args]
}

/** How many there are. */
async function readAllResources(client: MockMCPClient): Promise<number> {
  const resources = await client.listResources()
  for (const { uri } of resources) expect(await client.readResource(uri)).not.toEqual([])
  return resources.length
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'official-')))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
