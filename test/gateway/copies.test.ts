/** Rehearsals of a gateway in a copy of the machine: the servers answer for real, and nothing they do lasts. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { holdsWithin } from '../../src/transport/index.js'
import { type TestUser, testUser, whyNoCopies } from '../copy/disposable-world.js'
import { verifies } from '../verifies.js'
import { CALLS } from './canary-calls.js'

verifies(
  'gateway:copies',
  'gateway:dry-mode-cannot-call',
  'gateway:no-texts-for-agents',
  'gateway:questions-show-changes',
  'gateway:spare-copies',
  'gateway:twins-without-memory',
)

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `a gateway with copies${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it.each(['dry', 'live'])(
      'rehearses a plan with its servers in the mode %s, and no call reaches one that lasts',
      async (mode) => {
        await using user = await desk()

        const { report, disk } = play(user, 'rehearse', mode)

        expect(report).toEqual({
          verdict: 'fail',
          isTimed: true,
          calls: [
            ['desk:read', 'copy', 'result', 'hello'],
            ['desk:write', 'copy', 'result', 'written'],
            ['desk:remove', 'copy', 'result', 'removed'],
            ['desk:read', 'copy', 'tool-error', expect.stringMatching(/^ENOENT/)],
          ],
          files: [
            ['removed', 'a.txt', expect.stringContaining('-hello')],
            ['made', 'b.txt', expect.stringContaining('+copied: hello')],
          ],
          // Its log shows every call, in the copy alone.
          own: ['calls.log'],
          copies: { servers: ['desk'], not_copied: [], network_attempts: {} },
          contacted: [
            ...(mode === 'live' ? [{ server: 'desk', for: 'tools/list' }] : []),
            { server: 'desk', for: 'tools/list', in: 'copy' },
          ],
        })
        expect(disk).toEqual({ 'a.txt': 'hello' })
      },
    )

    it('has the log of a canary show a call in the copy, and nothing on the disk, whatever a client tries', async () => {
      await using user = await desk()
      writeFileSync(`${user.folder}/calls.json`, JSON.stringify(CALLS))

      const { answered, files, disk } = play(user, 'canary', `${user.folder}/calls.json`)

      expect(answered).toBe(CALLS.length)
      expect(files).toEqual([['made', 'canary.log', expect.stringContaining('write_note')]])
      expect(disk).toEqual({ 'a.txt': 'hello' })
    })

    it('tells an agent which files would change, and not what stands in them', async () => {
      await using user = await desk()

      const { told, words, kept } = play(user, 'rehearse', 'dry')

      const changes = [
        { path: 'a.txt', change: 'removed', before: { bytes: 5 } },
        { path: 'b.txt', change: 'made', after: { bytes: 13 } },
      ]
      expect(told).toMatchObject({ effects: { files: changes } })
      expect(words).toContain('In a copy of this machine, where its servers answered, 2 files changed.')
      for (const each of [JSON.stringify(told), words, kept]) expect(each).not.toMatch(/"diff"|@@/)
    })

    it('keeps once what its rehearsals saw tools change, and nothing of what was called', async () => {
      verifies('rehearsal:observed-effects')
      await using user = await desk()

      const { kept } = play(user, 'keeps')

      expect(kept).toEqual([
        ['desk', 'write', 'write', ['{name}']],
        ['desk', 'remove', 'destructive', ['{name}']],
      ])
    })

    it('takes what a server says for no evidence after it has asked for a person', async () => {
      await using user = await desk()

      const { asked, refused, roots } = play(user, 'asks')

      expect(asked).toEqual([
        'desk:ask',
        'unknown',
        expect.any(String),
        null,
        'it asked the client (elicitation/create), and nobody is asked',
      ])
      expect(refused).toBe(0)
      expect(roots).toEqual([
        'desk:roots',
        'copy',
        'result',
        { roots: [{ uri: expect.stringMatching(/^file:/), name: 'desk' }] },
      ])
    })

    it('copies the folders that a client names as its roots', async () => {
      await using user = await desk()
      user.sh('mkdir elsewhere; printf other >elsewhere/o.txt')

      const { calls, files } = play(user, 'roots', `${user.folder}/elsewhere`)

      expect(calls).toEqual([['desk:remove', 'copy', 'result', 'removed']])
      expect((files as readonly string[][]).map(([change, path]) => [change, path])).toEqual([
        ['removed', `${user.folder}/elsewhere/o.txt`],
        ['made', 'calls.log'],
      ])
      expect(user.sh('cat elsewhere/o.txt')).toBe('other')
    })

    it('has a world ready that is as the disk is: nobody waits for servers, and nothing is left of it', async () => {
      await using user = await desk()

      const { disk: _, ...told } = play(user, 'spares')

      expect(told).toEqual({
        first: { wasReady: false, read: 'hello' },
        second: { wasReady: true, read: 'hello' },
        atOnce: { wasReady: false, read: 'edited' },
        madeAnew: { wasReady: true, read: 'edited' },
        afterCall: { wasReady: false, read: 'called' },
        left: 0,
      })
    })

    it('lists tools in a world that is ready for the client, which gets it as the disk is, and starts nothing outside', async () => {
      verifies('gateway:listed-in-copies')
      await using user = await desk()

      expect(play(user, 'listed')).toEqual({
        tools: 13,
        wasReady: true,
        afterEdit: { read: 'edited', isAnew: true },
        contacted: [{ server: 'desk', for: 'tools/list', in: 'copy' }],
        left: 0,
        disk: { 'a.txt': 'edited' },
      })
    })

    it('lists tools outside where a copy may list others', async () => {
      verifies('gateway:listed-in-copies')
      await using user = await desk()

      const { disk: _, ...told } = play(user, 'outside')

      const listed = {
        tools: 13,
        contacted: [
          { server: 'desk', for: 'tools/list' },
          { server: 'desk', for: 'tools/list', in: 'copy' },
        ],
        starts: 'started\n',
      }
      expect(told).toEqual({ asks: listed, dials: listed })
    })

    it('blames no call for what a server did while it stood ready', async () => {
      await using user = await desk()

      const { files, disk } = play(user, 'idle')

      expect(files).toEqual([])
      expect(disk).toEqual({ 'a.txt': 'hello' })
    })

    it('takes a twin for no witness of what its running server, which was called, holds in memory', async () => {
      await using user = await desk()

      const { disk: _, ...told } = play(user, 'memory')

      const remembers =
        'unknown the running server, which has been called, answers otherwise by what it keeps in memory, which a copy has not'
      const said = 'unknown its settings say that it keeps state in memory, which a copy has not'
      expect(told).toEqual({
        uncalled: ['copy', 'copy', 'copy', 'copy'],
        onlyRead: ['copy', 'copy', 'copy', 'copy'],
        // For its files it is still one, while they can be compared.
        called: [remembers, 'copy', remembers, remembers],
        writeFirst: [remembers, remembers],
        // Without the user's word the running one is not asked; a twin that fails may lack what that one was told.
        unsaid: ['copy', 'copy', remembers],
        heardLive: ['add'],
        'said true': [said, said],
        'said false': ['copy', 'copy'],
      })
    })

    it('shows a person who is asked what a call would change, and the agent which files', async () => {
      await using user = await desk()

      const { asked, heard, questions, ended, disk } = play(user, 'question')

      const [write, remove] = (asked as readonly string[]).map((message) =>
        message.split('\n').slice(2).join('\n'),
      )
      expect(write).toBe(
        [
          'Made on a throwaway copy of this machine, it succeeded and changed 2 files:',
          '  changed a.txt, 5 -> 15 bytes',
          '    @@ -1,1 +1,1 @@',
          '    -hello',
          '    \\ No newline at end of file',
          '    +new $OUTPUT[x]',
          '  made calls.log, 6 bytes',
          '    @@ -0,0 +1,1 @@',
          '    +write',
        ].join('\n'),
      )
      expect(remove).toMatch(/^Made on a throwaway copy of this machine, it failed and changed 1 file:/)
      expect(heard).toEqual([
        expect.stringMatching(/it succeeded: changed a\.txt, made calls\.log\.$/),
        expect.stringMatching(/it failed: made calls\.log\.$/),
        expect.not.stringContaining('copy'),
      ])
      expect(questions).toMatchObject([
        {
          outcome: 'result',
          files: [{ change: 'removed', path: 'a.txt', diff: expect.stringContaining('-hello') }, {}],
        },
      ])
      expect(ended).toBe('completed')
      expect(disk).toEqual({ 'calls.log': 'remove\n' })
    })

    it('leaves no process when it is killed while a world stands ready', async () => {
      await using user = await desk()
      const [command, args] = user.node('gateway.mjs', 'killed', `${user.folder}/desk`)
      const child = spawn(command, args, { cwd: user.folder, stdio: ['pipe', 'pipe', 'inherit'] })
      const [said] = (await once(child.stdout, 'data')) as [Buffer]
      const servers = () => user.sh(`ps -eo args | grep -c '[d]esk.mjs ${user.folder}' || true`).trim()
      const before = servers()

      child.kill('SIGKILL')

      expect(String(said)).toBe('1 stand ready\n')
      expect(Number(before)).toBeGreaterThan(0)
      expect(await holdsWithin(() => servers() === '0', 120_000, systemClock, 50)).toBe(true)
    })

    it('refuses a rehearsal where every server must be copied and one is not', async () => {
      await using user = await desk()

      const { refused, without } = play(user, 'always')

      expect(refused).toEqual([
        'COPY_REFUSED',
        'Cannot rehearse "desk" in a copy: its settings say "copy: false"',
      ])
      expect(without).toEqual({ servers: [], source: 'unknown' })
    })
  },
)

async function desk(): Promise<TestUser> {
  const user = await testUser()
  user.sh('mkdir desk; printf hello >desk/a.txt')
  return user
}

/** What the script printed of a scenario. */
function play(
  user: TestUser,
  scenario: string,
  ...words: readonly string[]
): Readonly<Record<string, unknown>> {
  const command = user.node('gateway.mjs', scenario, `${user.folder}/desk`, ...words)
  return JSON.parse(execFileSync(...command, { encoding: 'utf8', cwd: user.folder, timeout: 120_000 }))
}
