/** `understudy call --copy`, as a person runs it. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { type TestUser, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:call', 'copy:network-told')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `understudy call --copy${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('shows the answer, and on standard error what would have changed, as a diff', async () => {
      await using user = await testUser()
      user.sh('mkdir notes; printf "one\\ntwo\\n" >notes/a.txt')
      const edits = '[{"oldText":"two","newText":"three"}]'

      const run = called(user, `edit_file path=a.txt 'edits:=${edits}' -- ${files(user)} notes`)

      expect(run.stdout).toContain('+three')
      expect(run).toMatchObject({
        stderr: [
          'It would have made 1 change:',
          '  changed  notes/a.txt',
          '    @@ -1,2 +1,2 @@',
          '     one',
          '    -two',
          '    +three',
          '',
        ].join('\n'),
        code: 0,
      })
      expect(user.sh('cat notes/a.txt')).toBe('one\ntwo\n')
    })

    it('tells in JSON what would have changed, in a member of its own', async () => {
      await using user = await testUser()
      user.sh('mkdir notes; echo secret >notes/.env; chmod 600 notes/.env')
      const write = `write_file path=.env content=new --format json -- ${files(user)} notes`

      const { stdout, code } = called(user, write)

      const { kind, source, effects, network_attempts } = JSON.parse(stdout)
      expect({ kind, source, effects, network_attempts, code }).toEqual({
        kind: 'result',
        source: 'copy',
        effects: {
          files: [
            {
              path: 'notes/.env',
              change: 'changed',
              before: { mode: '0600', bytes: 7 },
              after: { mode: '0600', bytes: 3 },
            },
          ],
          late: [],
        },
        network_attempts: 0,
        code: 0,
      })
      expect(user.sh('cat notes/.env')).toBe('secret\n')
    })

    it('tells of a tool that says no, too', async () => {
      await using user = await testUser()
      user.sh('mkdir notes')

      const { stdout, stderr, code } = called(user, `read_text_file path=none -- ${files(user)} notes`)

      expect(stdout).toMatch(/^Tool error: ENOENT/)
      expect([stderr, code]).toEqual(['It would have changed nothing\n', 1])
    })

    it('tells at once that a server tried to reach out, and apart what it does when it ends', async () => {
      await using user = await testUser()
      user.sh('mkdir notes')
      const server = `node ${user.file('test/fixtures/servers/reaches-out.mjs')} notes notes/late.txt`

      const asked = called(user, `ask --format json -- ${server}`)
      const late = called(user, `late -- ${server}`)

      expect(asked.stderr).toMatch(/^Note: it tried to reach out[^\n]*\n$/)
      expect(JSON.parse(asked.stdout)).toMatchObject({ network_attempts: 1 })
      expect(late.stderr).toBe(
        [
          'It would have changed nothing',
          'After the answer:',
          'It would have made 1 change:',
          '  made     notes/late.txt',
          '    @@ -0,0 +1,1 @@',
          '    +late',
          '',
        ].join('\n'),
      )
      expect(user.sh('ls notes')).toBe('')
    })

    it.each([
      ['docker run -i notes', 'it is a container of "docker"'],
      ['npx -y mcp-remote http://notes.example', '"mcp-remote" leads to another machine'],
    ])('refuses what cannot be copied, with the reason: %s', async (server, why) => {
      await using user = await testUser()

      const { stderr, code } = called(user, `list -- ${server}`)

      expect(stderr).toMatch(/^Error: Cannot start "server" in a copy of this machine: /)
      expect(stderr).toContain(why)
      expect(code).toBe(3)
    })

    it('refuses a server whose settings say no, and to record what a copy answers', async () => {
      await using user = await testUser()
      user.sh(`echo '{"servers":{"server":{"copy":false}}}' >understudy.config.json`)

      const refused = called(user, 'list -- node server.js')
      const recorded = called(user, 'list --store -- node server.js')

      expect(refused.stderr).toContain('its settings say "copy: false"')
      expect(recorded.stderr).toContain('Cannot record what a copy answers')
      expect([refused.code, recorded.code]).toEqual([3, 2])
    })
  },
)

function files(user: TestUser): string {
  return `node ${user.official('server-filesystem')}`
}

function called(user: TestUser, words: string): { stdout: string; stderr: string; code: number } {
  const all = user.sh(
    `${user.understudy} call --copy ${words} >out 2>err; code=$?; node -e '
      const read = (path) => require("node:fs").readFileSync(path, "utf8")
      process.stdout.write(JSON.stringify({ stdout: read("out"), stderr: read("err"), code: '$code' }))'; rm out err`,
  )
  return JSON.parse(all)
}
