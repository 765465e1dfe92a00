/** The option `copy` of the test kit, in a real run of vitest by a user who has it installed. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { installTestKit, type TestUser, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:test-kit', 'copy:network-told')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `tests of servers in copies${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('have each a copy of their own, and leave nothing behind', async () => {
      await using user = await testUser()
      user.sh('mkdir notes; echo one >notes/a.txt; echo b >notes/b.txt')

      const { said, code } = vitest(user, {
        'own.test.js': `
          const test = mcpTest({ command: [...FILES, 'notes'], copy: true })
          for (const round of [1, 2])
            test('round ' + round, async ({ mcp }) => {
              await expect(mcp.callTool('read_text_file', { path: 'a.txt' })).toSucceed().toContainText('one')
              await expect(mcp.callTool('write_file', { path: 'a.txt', content: 'two' })).toSucceed()
              await expect(mcp.callTool('create_directory', { path: 'sub' })).toSucceed()
              await expect(mcp.callTool('move_file', { source: 'b.txt', destination: 'sub/b.txt' })).toSucceed()

              const changes = await mcp.copy.changes()
              expect(changes).toHaveChanged({
                made: ['notes/sub'],
                changed: ['notes/a.txt'],
                renamed: { 'notes/b.txt': 'notes/sub/b.txt' },
              })
              expect(changes[0].diff).toBe('@@ -1,1 +1,1 @@\\n-one\\n+two\\n\\\\ No newline at end of file')
              await expect(mcp.copy.changes()).toHaveChanged({})
              expect(mcp.copy.networkAttempts()).toBe(0)
            })
          test('more clients share it', async ({ mcp, startClient }) => {
            const other = await startClient()
            await mcp.callTool('write_file', { path: 'c.txt', content: 'c' })
            await expect(other.callTool('read_text_file', { path: 'c.txt' })).toSucceed().toContainText('c')
            expect(other.copy).toBe(mcp.copy)
          })`,
        'project.test.js': `
          const test = mcpTest({
            command: [...MEMORY],
            env: (project) => ({ MEMORY_FILE_PATH: project.path('memory.jsonl') }),
            project: { files: { 'memory.jsonl': '' } },
            copy: true,
          })
          test('works in its project', async ({ mcp, project }) => {
            const entities = [{ name: 'a', entityType: 'b', observations: [] }]
            await expect(mcp.callTool('create_entities', { entities })).toSucceed()
            await expect(mcp.copy.changes()).toHaveChanged({ changed: ['memory.jsonl'] })
            expect(await project.read('memory.jsonl')).toBe('')
          })`,
        'client.test.js': `
          import { test } from 'vitest'
          test('one client in the copy of another', async () => {
            const memory = { command: MEMORY, env: { MEMORY_FILE_PATH: process.cwd() + '/notes/memory.jsonl' } }
            const files = await MockMCPClient.start({ command: [...FILES, 'notes'], copy: { roots: ['notes'] } })
            const other = await MockMCPClient.start({ ...memory, copy: files.copy })
            await other.callTool('create_entities', { entities: [{ name: 'a', entityType: 'b', observations: [] }] })
            await other.stop()
            await expect(files.callTool('list_directory', { path: '.' })).toSucceed().toContainText('memory.jsonl')
            await files.stop()
          })
          describeServer({ name: 'files', command: [...FILES, 'notes'], copy: true }, {}, (test) => {
            test('writes', async ({ mcp }) => {
              await expect(mcp.callTool('write_file', { path: 'd.txt', content: 'd' })).toSucceed()
              await expect(mcp.copy.changes()).toHaveChanged({ made: ['notes/d.txt'] })
            })
          })`,
      })

      expect(said).not.toMatch(/FAIL|No server ever opened/)
      expect(code).toBe(0)
      expect(user.sh('cat notes/*; ls notes; ls -A $TMPDIR | grep understudy- || true')).toBe(
        'one\nb\na.txt\nb.txt\n',
      )
    })

    it('fail with what was refused and what to do, and tell at once that a server tried to reach out', async () => {
      await using user = await testUser()
      const reaches = JSON.stringify([user.nodePath, user.file('test/fixtures/servers/reaches-out.mjs'), '.'])

      const { said, code } = vitest(user, {
        'refused.test.js': `
          mcpTest({ command: ['docker', 'run', '-i', 'notes'], copy: true })('a container', async ({ mcp }) => {})
          mcpTest({ command: [...FILES, '.'] })('no copy', async ({ mcp }) => { await mcp.copy.changes() })
          mcpTest({ command: [...FILES, '.'], copy: true, record: { to: 'a.jsonl' } })('recorded', async ({ mcp }) => {})
          mcpTest({ command: ${reaches}, copy: true })('reaches out', async ({ mcp }) => {
            await mcp.callTool('ask')
            expect(mcp.copy.networkAttempts()).toBe(1)
          })`,
        'ways.test.js': `
          describeServer({ name: 'two ways', command: FILES, http: { url: 'http://127.0.0.1:9' }, copy: true }, {}, () => {})`,
      })

      expect(said).toContain('Cannot start "docker" in a copy of this machine: it is a container of "docker"')
      expect(said).toContain('it runs on this machine itself')
      expect(said).toContain('Hint: start the client, or make the tests, with copy: true')
      expect(said).toContain('Cannot start the client: copy and record are given')
      expect(said).toContain('A server in a copy tried to reach out')
      expect(said).toContain('Cannot describe "two ways": over http it runs outside of the copy')
      expect(said).toMatch(/Tests {2}3 failed \| 1 passed/)
      expect(code).toBe(1)
    })

    it('fail with the act that was refused where no copy can be made', async () => {
      await using user = await testUser()

      const { said, code } = vitest(
        user,
        {
          'refused.test.js': `
            mcpTest({ command: [...FILES, '.'], copy: true })('nowhere', async ({ mcp }) => {})`,
        },
        // There is no copy of a copy.
        `${user.understudy} copy --`,
      )

      expect(said).toMatch(/Cannot make a copy of this machine: "cgroups" of "namespaces" was refused/)
      expect(said).toContain('Hint: ')
      expect(code).toBe(1)
    })
  },
)

interface VitestRun {
  readonly said: string
  readonly code: number
}

/** In the user's folder, where the package and vitest are installed. */
function vitest(user: TestUser, files: Readonly<Record<string, string>>, within = ''): VitestRun {
  const server = (name: string, file: string): string =>
    JSON.stringify([user.nodePath, user.file(`node_modules/@modelcontextprotocol/${name}/dist/${file}`)])
  const head = `
    import { expect } from 'vitest'
    import { MockMCPClient } from 'mcp-understudy/testing'
    import { describeServer, mcpTest } from 'mcp-understudy/vitest'
    const FILES = ${server('server-filesystem', 'index.js')}
    const MEMORY = ${server('server-memory', 'index.js')}`
  const written = Object.entries(files).map(([name, text]) => saved(name, head + text))
  installTestKit(user)
  const said = user.sh(
    [
      ...written,
      `code=0; NO_COLOR=1 ${within} ${user.nodePath} node_modules/vitest/vitest.mjs run 2>&1 || code=$?; echo "code $code"`,
    ].join('\n'),
  )
  return { said, code: Number(/code (\d+)\n$/.exec(said)?.[1]) }
}

function saved(name: string, text: string): string {
  return `cat >${name} <<'END_OF_FILE'\n${text}\nEND_OF_FILE`
}
