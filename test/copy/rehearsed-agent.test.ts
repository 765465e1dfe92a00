/** An agent that does its whole task in a copied world, through the real gateway and with real servers, and what a person can do with it. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { holdsWithin } from '../../src/transport/index.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { codeBlocks, NEEDS_COPIES } from '../docs/code-blocks.js'
import { verifies } from '../verifies.js'
import { installTestKit, type TestUser, testUser, whyNoCopies } from './disposable-world.js'

const reason = whyNoCopies()
const LISTING = 'find work -path work/.git -prune -o -printf "%p %m %s\\n" | sort; cat work/*.md'

describe.skipIf(reason !== undefined)(
  `an agent behind a dry gateway${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    describe('whose whole task was made in a copy', () => {
      let user: TestUser
      let before = ''
      let played: ReturnType<typeof play>
      let id = ''
      beforeAll(async () => {
        user = await work()
        before = user.sh(LISTING)
        played = play(user, 'rehearse')
        id = (played.told as { rehearsal: string }).rehearsal
      })
      afterAll(() => user[Symbol.asyncDispose]())
      const answer = (word: string): string =>
        user.sh(
          `printf '${word}\\n' | script -qec "${user.understudy} rehearsals apply ${id}" /dev/null; echo "exit $?"`,
        )
      const list = (what: string) => JSON.parse(user.sh(`${user.understudy} ${what} list --format json`))

      it('left the disk as it is, and a page for a person', () => {
        verifies('gateway:client-rehearsals', 'gateway:finished-rehearsals')
        const { said, told, words, instructions } = played
        const shown = user.sh(
          `${user.understudy} rehearsals show ${id}; ${user.understudy} rehearsals show ${id} --format html`,
        )
        const [page = '', html = ''] = shown.split('<!DOCTYPE html>')

        expect(user.sh(LISTING)).toBe(before)
        expect(instructions).toContain('nothing lasts until a person applies it')
        expect(said).toHaveLength(13)
        expect(told).toMatchObject({ calls: 13, refused: 0, appliable: true, files: expect.any(Array) })
        expect(words).not.toContain('oat milk')
        expect(page).toContain('-- buy milk\n    +- buy oat milk')
        expect(html).toContain('<span class="new">+- buy oat milk')
      })

      it('is not done where the world has moved before the yes, nor after any other word', () => {
        user.sh('cp -p work/todo.md kept; printf -- "- call Mara\\n" >>work/todo.md')
        const moved = answer('y')
        const untouched = user.sh('ls work; cat work/todo.md; cp -p kept work/todo.md')
        const no = answer('n')

        expect(moved).toMatch(/todo\.md.*exit 4/s)
        expect(untouched).toBe('old.md\ntodo.md\n- buy milk\n- call Mara\n')
        expect(no).toMatch(/the answer was no.*exit 4/s)
        expect(user.sh(LISTING)).toBe(before)
        expect(list('runs')).toEqual([])
        expect(list('rehearsals')).toMatchObject([{ state: 'waiting' }])
      })

      it('is done at a terminal after a yes, once, although its files were read meanwhile, and taken back', () => {
        verifies('gateway:rehearsals-applied', 'undo:bytes')
        user.sh('touch -a work/todo.md work/old.md work')
        const yes = answer('y')
        const done = user.sh('ls work')
        const again = answer('y')
        const undone = user.sh(`${user.understudy} runs undo ${list('runs')[0].id} --yes`)

        expect(yes).toMatch(/Do it for real\? \[y\/N\].*exit 0/s)
        expect(done).toBe('done\nmemory.jsonl\nplan.md\ntodo.md\n')
        expect(again).toMatch(/that was done before.*exit 4/s)
        expect(undone).toContain('places put back')
        expect(user.sh(LISTING)).toBe(before)
      })
    })

    it('is done for real after one yes, to the end that a live task has, with its ids', async () => {
      verifies('gateway:rehearsals-applied')
      const servers = ['files', 'tickets']
      await using user = await work(servers)
      await using other = await work(servers)

      const { id, asked, words, news } = play(user, 'apply')
      play(other, 'live')

      expect(asked).toHaveLength(1)
      expect(words).toContain('It was applied: it is done for real.')
      expect(endOf(user)).toBe(endOf(other))
      const now = /tk_[0-9a-f]{12}/.exec(user.sh('cat work/tickets.json'))?.[0] ?? ''
      expect(now).not.toBe(id)
      expect(user.sh(`cat work/log.md work/${now}.md`)).toBe(
        `See ${now}, or ${now.slice(0, 9)} for short\nThe week\n`,
      )
      expect((news as readonly string[]).at(-1)).toContain(`\`${String(id)}\` is \`${now}\``)
      expect(JSON.parse(user.sh(`${user.understudy} rehearsals list --format json`))).toMatchObject([
        {},
        { state: 'done' },
      ])
    })

    it('does what the guide shows, and applies nothing where nobody can be asked', async () => {
      const guide = 'docs/guides/rehearse-an-agent.md'
      const blocks = codeBlocks(guide, readFileSync(join(PROJECT_ROOT, guide), 'utf8'))
      const script = blocks.find(({ file }) => file === 'agent.mjs')?.text ?? ''
      const [command = '', heard = '', show = '', page = ''] = blocks
        .filter(({ notRun }) => notRun === NEEDS_COPIES)
        .map(({ text }) => text.trim())
      await using user = await testUser()
      installTestKit(user)
      user.sh('mkdir notes; printf -- "- buy milk\\n- call Mara\\n" >notes/todo.md')
      const files = { command: user.nodePath, args: [user.official('server-filesystem'), 'notes'] }
      write(user, '.mcp.json', JSON.stringify({ mcpServers: { files } }))
      write(
        user,
        'agent.mjs',
        script.replace("'npx', 'understudy'", JSON.stringify(user.understudy.split(' ')).slice(1, -1)),
      )

      const said = user.sh(command.replace('node ', `${user.nodePath} `))
      const { rehearsal } = JSON.parse(said)
      const shown = user.sh(show.replace('understudy', user.understudy).replace('ID', rehearsal))
      const refused = user.sh(`${user.understudy} rehearsals apply ${rehearsal} 2>&1; echo "exit $?"`)

      expect(said).toContain(heard)
      expect(shown).toContain(page)
      expect(refused).toMatch(/nobody can be asked here.*exit 4/s)
      expect(user.sh('ls notes')).toBe('todo.md\n')
    })

    it('leaves no process and loses no call when its gateway is killed, and these are a plan', async () => {
      await using user = await work(['files'])

      play(user, 'killed')
      const servers = () =>
        user.sh(`ps -eo args | grep -c '[s]erver-filesystem.*${user.folder}' || true`).trim()
      const [listed] = JSON.parse(user.sh(`${user.understudy} rehearsals list --format json`))

      expect(await holdsWithin(() => servers() === '0', 120_000, systemClock, 50)).toBe(true)
      expect(listed).toMatchObject({ kind: 'rehearsal', state: 'running', title: 'raw' })
      const report = JSON.parse(user.sh(`${user.understudy} rehearsals show ${listed.id} --format json`))
      expect(report).toMatchObject({ state: 'waiting', files: [{ change: 'made' }, {}, {}] })
      expect(report.calls).toHaveLength(3)
      const again = user.sh(
        `${user.understudy} rehearsals show ${listed.id} --out plan.json >page; ${user.understudy} dry-run plan.json --config .mcp.json --format json`,
      )
      expect(JSON.parse(user.sh('cat plan.json')).tasks).toHaveLength(3)
      expect(JSON.parse(again).calls.map(({ tool, arguments: args }: RehearsedCall) => [tool, args])).toEqual(
        report.calls.map(({ tool, arguments: args }: RehearsedCall) => [tool, args]),
      )
      const discarded = user.sh(
        `${user.understudy} rehearsals discard ${listed.id} 2>&1; ${user.understudy} rehearsals show ${listed.id} 2>&1; echo "exit $?"`,
      )
      expect(discarded).toMatch(/is discarded: nothing of it lasts.*it was discarded.*exit 2/s)
      expect(user.sh('cat work/todo.md')).toBe('- buy milk\n')
    })
  },
)

interface RehearsedCall {
  readonly tool: string
  readonly arguments: unknown
}

/** Of the servers only those that a test needs: they take long to start. */
async function work(needed: readonly string[] = ['files', 'memory']): Promise<TestUser> {
  const user = await testUser()
  user.sh(
    [
      'mkdir work; printf -- "- buy milk\\n" >work/todo.md; printf old >work/old.md',
      'git init -q -b main work; git config --global user.name A; git config --global user.email a@b.c',
      'git -C work add .; git -C work commit -q -m first',
      needed.includes('tickets') ? `echo '{"last": 40, "tickets": []}' >work/tickets.json` : '',
    ].join('\n'),
  )
  const node = (file: string, args: readonly string[], env = {}) => ({
    command: user.nodePath,
    args: [file, ...args],
    env,
  })
  const servers = {
    files: node(user.official('server-filesystem'), [`${user.folder}/work`]),
    memory: node(user.official('server-memory'), [], {
      MEMORY_FILE_PATH: `${user.folder}/work/memory.jsonl`,
    }),
    tickets: node(user.file('test/fixtures/servers/numbered-tickets.mjs'), [`${user.folder}/work`]),
  }
  const mcpServers = Object.fromEntries(Object.entries(servers).filter(([name]) => needed.includes(name)))
  writeFileSync(`${user.folder}/.mcp.json`, JSON.stringify({ mcpServers }))
  return user
}

function write(user: TestUser, name: string, text: string): void {
  writeFileSync(`${user.folder}/${name}`, text)
}

/** Its files, without the ids and times that each world has of its own. */
function endOf(user: TestUser): string {
  const files =
    'find work -path work/.git -prune -o -type f -printf "%p %m %s\\n" | sort; cat work/*.md work/*.json'
  return user
    .sh(`{ ${files}; } | sed -E 's/[0-9a-f]{6,40}/ID/g; s/"20[0-9T:.Z-]+"/AT/g'`)
    .replaceAll(user.folder, '')
}

function play(user: TestUser, scenario: string): Readonly<Record<string, unknown>> {
  const command = user.node('agent.mjs', scenario, user.folder)
  return JSON.parse(
    execFileSync(...command, {
      ...{ encoding: 'utf8', cwd: user.folder, timeout: 120_000 },
      env: { PATH: process.env.PATH, HOME: user.folder },
    }),
  )
}
