/** The command: its help, its variables, its errors, and how it ends. */
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { MockMCPClient, startHttpServer } from 'mcp-understudy/testing'
import { describe, expect, it } from 'vitest'
import { createFolder, instructionText } from './folders.js'
import { COMMAND, SAMPLES } from './samples.js'

describe('the command', () => {
  it('shows its help and its version', () => {
    expect(run(['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('PONGOGO_KNOWLEDGE_PATH'),
    })
    expect(run(['--version'])).toMatchObject({ status: 0, stdout: '0.1.0\n' })
  })
  it('is quiet when nobody reads its help to the end', () => {
    const { stderr } = spawnSync('sh', ['-c', `${COMMAND.join(' ')} --help | true`], { encoding: 'utf8' })

    expect(stderr).toBe('')
  })
  it.each([
    [['--what'], {}, "Unknown option '--what'"],
    [['serve'], {}, "Unexpected argument 'serve'"],
    [['--http', 'abc'], {}, 'Cannot listen on port "abc"'],
    [['--http', '70000'], {}, 'Cannot listen on port "70000"'],
    [
      [],
      { PONGOGO_LOG_LEVEL: 'loud' },
      'PONGOGO_LOG_LEVEL: it is "loud", not one of DEBUG, INFO, WARNING, ERROR',
    ],
    [[], { PONGOGO_TEST_MODE: 'maybe' }, 'PONGOGO_TEST_MODE: it is "maybe", not one of 0, 1'],
  ])('refuses %j with %j', (args, env, message) => {
    const { status, stderr, stdout } = run(args, env)

    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
  })
  it('ends when its input does, and tells a folder that is not there', () => {
    const { status, stdout, stderr } = run([], { PONGOGO_KNOWLEDGE_PATH: '/no/such/folder' })

    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    expect(stderr).toBe('ERROR Cannot read the folder of instructions "/no/such/folder": ENOENT\n')
  })
  it('tells each broken file in a line, and more the more it is asked to log', async () => {
    await using folder = await createFolder({
      'a/broken.instructions.md': 'x',
      'a/fine.instructions.md': instructionText('Fine'),
    })
    const lines = (level: string) =>
      run([], { PONGOGO_KNOWLEDGE_PATH: folder.path, PONGOGO_LOG_LEVEL: level })
        .stderr.split('\n')
        .slice(0, -1)
    const broken =
      'WARNING a/broken.instructions.md: it does not begin with front matter between two lines "---"; the file is left out'

    expect(lines('error')).toEqual([])
    expect(lines('')).toEqual([broken])
    expect(lines('INFO')).toEqual([`INFO 1 instructions in ${folder.path}`, broken])
  })
  it('finds its instructions in the project, tells paths from there, and nothing of the machine in test mode', async () => {
    await using folder = await createFolder({
      '.pongogo/instructions/a/fine.instructions.md': instructionText('Fine'),
    })
    const ask = async (env: Readonly<Record<string, string>>) => {
      const client = await MockMCPClient.start({ command: COMMAND, env })
      const health = await client.callTool('get_health_status', {})
      const routed = await client.callTool('get_instructions', { topic: 'fine' })
      await client.stop()
      return { health, routed }
    }
    const inProject = await ask({ PONGOGO_PROJECT_ROOT: folder.path })
    const inTest = await ask({
      PONGOGO_PROJECT_ROOT: folder.path,
      PONGOGO_TEST_MODE: '1',
      PONGOGO_KNOWLEDGE_PATH: SAMPLES,
    })

    expect(inProject.routed.structured).toMatchObject({
      instructions: [{ file_path: '.pongogo/instructions/a/fine.instructions.md' }],
    })
    expect(inProject.health.structured).toMatchObject({
      settings: { PONGOGO_TEST_MODE: '0', PONGOGO_PROJECT_ROOT: folder.path },
    })
    expect(inTest.health.structured).toEqual({
      status: 'healthy',
      instruction_count: 5,
      problems: [],
      settings: {
        PONGOGO_KNOWLEDGE_PATH: 'sample-instructions',
        PONGOGO_PROJECT_ROOT: basename(folder.path),
        PONGOGO_TEST_MODE: '1',
        PONGOGO_LOG_LEVEL: 'WARNING',
      },
    })
  })
  it('serves /mcp over HTTP to this machine alone, and ends on SIGTERM', async () => {
    const server = await startHttpServer({
      command: (port) => [...COMMAND, '--http', String(port)],
      env: () => ({ PONGOGO_KNOWLEDGE_PATH: SAMPLES }),
      readyTimeoutMs: 30_000,
      graceMs: 10_000,
    })
    const elsewhere = await fetch(server.url.replace('/mcp', '/other'))
    const foreign = await fetch(server.url, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: '{}',
    })
    const taken = run(['--http', new URL(server.url).port])
    await server[Symbol.asyncDispose]()

    expect([elsewhere.status, foreign.status]).toEqual([404, 403])
    expect(taken).toMatchObject({ status: 2, stderr: expect.stringContaining('EADDRINUSE') })
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
  })
})

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [node = 'node', ...command] = COMMAND
  const { PATH } = process.env
  return spawnSync(node, [...command, ...args], {
    encoding: 'utf8',
    input: '',
    timeout: 120_000,
    env: { PATH, ...env },
  })
}
