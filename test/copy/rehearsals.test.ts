/** Rehearsals whose server answers from a copy, as a person runs them: real answers, a report of what would change, a disk as before. */
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { codeBlocks, NEEDS_COPIES } from '../docs/code-blocks.js'
import { readReport } from '../e2e/project.js'
import { verifies } from '../verifies.js'
import { type TestUser, testUser, whyNoCopies } from './disposable-world.js'

const reason = whyNoCopies()
const LISTING = 'find notes -printf "%p %i %m %T@ %s\\n" | sort; cat notes/*'

describe.skipIf(reason !== undefined)(
  `rehearsals on a copy${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('pass with what would change, and change nothing', async () => {
      verifies('rehearsal:copies-answer', 'rehearsal:file-effects', 'copy:disk')
      await using user = await notes('a.md:hello old.md:gone')
      write(
        user,
        'plan.js',
        `const text = await mcp.notes.read({ name: 'a.md' })
         await mcp.notes.write({ name: 'b.md', text: text + '!' })
         await mcp.notes.remove({ name: 'old.md' })
         return mcp.notes.read({ name: 'b.md' })`,
      )
      const before = user.sh(LISTING)

      const text = user.sh(dryRun(user, '--out report.json --out report.md --out report.html'))
      const report = readReport(user.sh('cat report.json'))

      expect(report).toMatchObject({
        verdict: 'pass',
        simulated_result: 'hello!',
        copies: { servers: ['notes'], not_copied: [], network_attempts: {} },
        contacted: [{ server: 'notes', for: 'tools/list', in: 'copy' }],
      })
      expect(report.calls.map(({ source }) => source)).toEqual(['copy', 'copy', 'copy', 'copy'])
      expect(report.effects?.files.map(({ change, path, call, diff }) => [change, path, call, diff])).toEqual(
        [
          ['removed', 'notes/old.md', 3, '@@ -1,1 +0,0 @@\n-gone\n\\ No newline at end of file'],
          [
            'changed',
            'notes/index',
            3,
            '@@ -1,1 +1,1 @@\n-.\n\\ No newline at end of file\n+..\n\\ No newline at end of file',
          ],
          ['made', 'notes/b.md', 2, '@@ -0,0 +1,1 @@\n+hello!\n\\ No newline at end of file'],
          ['made', 'notes/index', 2, '@@ -0,0 +1,1 @@\n+.\n\\ No newline at end of file'],
        ],
      )
      expect(text).toContain('  On a copy of this machine; outside it nothing was changed.\n')
      expect(text).toContain(
        'Would change 3 files\n  removed  notes/old.md, 4 B (call 3, notes:remove)\n    -gone\n',
      )
      expect(user.sh('cat report.md')).toContain('- **removed** `notes/old.md`')
      expect(user.sh('cat report.html')).toContain('notes/old.md')
      expect(user.sh(LISTING)).toBe(before)
    })

    it('keep what tools were seen to change, and know it later without a copy', async () => {
      verifies('rehearsal:observed-effects')
      await using user = await notes('a.md:hello')
      user.sh(`${user.understudy} call read name=a.md --name notes --store seen.jsonl -- ${server(user)}`)
      write(
        user,
        'plan.js',
        `await mcp.notes.write({ name: 'b.md', text: 'new' })
         await mcp.notes.write({ name: 'a.md', text: 'other' })`,
      )

      user.sh(dryRun(user, '--store seen.jsonl'))
      const kept = user.sh('cat seen.jsonl')
      user.sh(`${dryRun(user, '--store seen.jsonl --copy never --out report.json')} || true`)
      const [effect] = readReport(user.sh('cat report.json')).side_effects

      expect(kept).not.toContain('other')
      expect(effect).toMatchObject({
        effect: 'destructive',
        evidence: 'observed',
        certain: false,
        reversible: 'no',
        text: 'may overwrite or delete b.md through notes:write, as seen on copies: notes/index, {name}',
      })
    })

    it('print what the guide shows', async () => {
      const guide = 'docs/guides/rehearse-on-a-copy.md'
      const blocks = codeBlocks(guide, readFileSync(join(PROJECT_ROOT, guide), 'utf8'))
      const plan = blocks.find(({ file }) => file === 'tidy.ts')?.text ?? ''
      const [command = '', picture = ''] = blocks
        .filter(({ notRun }) => notRun === NEEDS_COPIES)
        .map(({ text }) => text)
      await using user = await testUser()
      user.sh('mkdir notes')
      write(user, 'notes/todo.md', '- buy milk\n- call Mara\n')
      write(user, 'tidy.ts', plan)

      const told = user.sh(
        command
          .replace('understudy', user.understudy)
          .replace('npx @modelcontextprotocol/server-filesystem', filesystemServer(user)),
      )

      expect(told).toContain(picture)
    })

    it('are the same, byte for byte, whichever of two answers came first', async () => {
      verifies('rehearsal:copies-same-again')
      await using user = await notes('a.md:a')
      write(
        user,
        'plan.js',
        `await Promise.all(['a.md', 'b.md'].map((name) => mcp.notes.write({ name, text: name })))`,
      )
      const told = (first: string): unknown => {
        const { timing: _, ...report } = readReport(
          user.sh(dryRun(user, '--now 2026-01-01T00:00:00Z --format json', `env FIRST=${first}`)),
        )
        return report
      }

      const report = told('a.md')

      expect(report).toMatchObject({
        effects: {
          files: [
            { path: 'notes/a.md', change: 'changed', call: 1, shared_with: [2] },
            { path: 'notes/b.md', change: 'made', call: 1, shared_with: [2] },
            { path: 'notes/index', change: 'made', call: 1, shared_with: [2], after: { bytes: 2 } },
          ],
        },
      })
      expect(JSON.stringify(told('b.md'))).toBe(JSON.stringify(report))
    })

    it('tell a log from what calls changed, and show nothing that is private', async () => {
      verifies('rehearsal:private-files')
      await using user = await notes('.env:PIN=1234 a.md:a')
      const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB'
      write(
        user,
        'plan.js',
        `await mcp.notes.read({ name: 'a.md' })
         await mcp.notes.remove({ name: '.env' })
         await mcp.notes.write({ name: 'a.md', text: 'the token is ${token}' })`,
      )

      const formats = ['json', 'txt', 'html', 'md', 'xml'].map((each) => `--out r.${each}`).join(' ')
      const text = user.sh(dryRun(user, formats, 'env LOG=1'))
      const report = readReport(user.sh('cat r.json'))

      expect(report.effects?.own).toEqual(['notes/server.log'])
      expect(report.effects?.files.map(({ path, diff }) => [path, diff === undefined])).toEqual([
        ['notes/.env', true],
        ['notes/a.md', false],
        ['notes/index', false],
        ['notes/index', false],
      ])
      expect(text + user.sh('cat r.*')).not.toMatch(/PIN|1234|ghp_/)
    })

    it('go by the tools that a server lists where there is a network', async () => {
      await using user = await testUser()
      const outside = createServer((socket) => socket.end())
      await new Promise<void>((listening) => outside.listen(0, '127.0.0.1', listening))
      const { port } = outside.address() as AddressInfo
      write(user, 'plan.js', 'await mcp.lists.basic({})\nreturn mcp.lists.extra({})')
      const server = user.file('test/fixtures/servers/lists-from-network.mjs')

      // The kernel takes the connection, though this process waits.
      const report = readReport(
        user.sh(
          `${user.understudy} dry-run plan.js --format json --out told.txt --name lists -e ASKED=${port} -- ${user.nodePath} ${server}`,
        ),
      )
      outside.close()

      expect(report).toMatchObject({
        verdict: 'uncertain',
        validation: { missing_tools: [] },
        calls: [
          { tool: 'lists:basic', source: 'copy' },
          { tool: 'lists:extra', source: 'unknown', not_from_copy: 'it lists no such tool there' },
        ],
        contacted: [
          { server: 'lists', for: 'tools/list', in: 'copy' },
          { server: 'lists', for: 'tools/list' },
        ],
      })
      // Started outside it may have written something there.
      expect(user.sh('cat told.txt').replace(/\s+/g, ' ')).toContain(
        'outside it no tool was called, and 1 server was asked for tools. ',
      )
    })

    it('say which server was not copied, and which answer was no evidence', async () => {
      verifies('rehearsal:copies-told')
      await using user = await notes('a.md:a')
      // Only servers that the plan names are told.
      write(user, 'plan.js', `const later = 'away'\nawait mcp.notes.reach({ name: 'x' })`)
      const [command, ...args] = server(user).split(' ')
      write(
        user,
        'mcp.json',
        JSON.stringify({
          mcpServers: { notes: { command, args }, away: { type: 'http', url: 'http://127.0.0.1:9/mcp' } },
        }),
      )

      const text = user.sh(`${user.understudy} dry-run plan.js --config mcp.json --out r.json 2>&1`)
      const report = readReport(user.sh('cat r.json'))

      expect(report.verdict).toBe('uncertain')
      expect(report.copies).toMatchObject({
        servers: ['notes'],
        not_copied: [{ server: 'away', why: 'it is reached by a URL' }],
      })
      expect(report.calls).toMatchObject([
        {
          source: 'unknown',
          not_from_copy: expect.stringMatching(/^something in the copy tried to reach the network/),
        },
      ])
      expect(text).toContain('  away was not copied: it is reached by a URL\n')
      expect(text).toContain(
        '\n  call 1, notes:reach: its answer is no evidence, for something in the copy\n',
      )
      expect(text.replace(/\s+/g, ' ')).toContain('in a file for --settings: notes: { network: ignored } ')
    })
  },
)

/** A user with a folder of notes: `name:text`, by blanks. */
async function notes(files: string): Promise<TestUser> {
  const user = await testUser()
  user.sh('mkdir notes')
  for (const file of files.split(' ')) {
    const [name = '', text = ''] = file.split(':')
    write(user, `notes/${name}`, text)
  }
  return user
}

function write(user: TestUser, path: string, text: string): void {
  user.sh(`printf %s '${text.replaceAll("'", `'\\''`)}' > ${path}`)
}

function dryRun(user: TestUser, options: string, before = ''): string {
  return `${user.understudy} dry-run plan.js --name notes ${options} -- ${before} ${server(user)}`
}

function filesystemServer(user: TestUser): string {
  return `${user.nodePath} ${user.official('server-filesystem')}`
}

/** The test server, where the user can read it. */
function server(user: TestUser): string {
  const script = user.node('notes-server.mjs')[1].find((word) => word.endsWith('notes-server.mjs'))
  return `${user.nodePath} ${script} ${user.folder}/notes`
}
