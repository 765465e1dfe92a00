/** An agent that does its whole task in a copied world, through the real gateway and with real servers, and what a person can do with it. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { holdsWithin } from '../../src/transport/index.js'
import { verifies } from '../verifies.js'
import { type TestUser, testUser, whyNoCopies } from './disposable-world.js'

const reason = whyNoCopies()
const LISTING = 'find work -path work/.git -prune -o -printf "%p %m %s\\n" | sort; cat work/*.md'

describe.skipIf(reason !== undefined)(
  `an agent behind a dry gateway${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('does its task in a copy, and leaves the disk as it is and a page for a person', async () => {
      verifies('gateway:client-rehearsals', 'gateway:finished-rehearsals')
      await using user = await work()
      const before = user.sh(LISTING)

      const { said, told, words, instructions } = play(user, 'rehearse')
      const page = user.sh(`${user.understudy} rehearsals show ${(told as { rehearsal: string }).rehearsal}`)

      expect(user.sh(LISTING)).toBe(before)
      expect(instructions).toContain('nothing lasts until a person applies it')
      expect(said).toHaveLength(13)
      expect(told).toMatchObject({ calls: 13, refused: 0, appliable: true, files: expect.any(Array) })
      expect(words).not.toContain('oat milk')
      expect(page).toContain('-- buy milk\n    +- buy oat milk')
    })

    it('leaves no process and loses no call when its gateway is killed', async () => {
      await using user = await work(['files'])

      play(user, 'killed')
      const servers = () =>
        user.sh(`ps -eo args | grep -c '[s]erver-filesystem.*${user.folder}' || true`).trim()
      const [listed] = JSON.parse(user.sh(`${user.understudy} rehearsals list --format json`))

      expect(await holdsWithin(() => servers() === '0', 5000, systemClock, 50)).toBe(true)
      expect(listed).toMatchObject({ kind: 'rehearsal', state: 'running', title: 'raw' })
      const report = JSON.parse(user.sh(`${user.understudy} rehearsals show ${listed.id} --format json`))
      expect(report).toMatchObject({ state: 'waiting', files: [{ change: 'made' }, {}, {}] })
      expect(report.calls).toHaveLength(3)
    })
  },
)

/** Of the servers only those that a test needs: they take long to start. */
async function work(needed: readonly string[] = ['files', 'memory']): Promise<TestUser> {
  const user = await testUser()
  user.sh(
    [
      'mkdir work; printf -- "- buy milk\\n" >work/todo.md; printf old >work/old.md',
      'git init -q -b main work; git config --global user.name A; git config --global user.email a@b.c',
      'git -C work add .; git -C work commit -q -m first',
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
    git: node(user.file('node_modules/@cyanheads/git-mcp-server/dist/index.js'), [], {
      ...{ GIT_BASE_DIR: `${user.folder}/work`, MCP_TRANSPORT_TYPE: 'stdio' },
    }),
  }
  const mcpServers = Object.fromEntries(Object.entries(servers).filter(([name]) => needed.includes(name)))
  writeFileSync(`${user.folder}/.mcp.json`, JSON.stringify({ mcpServers }))
  return user
}

function play(
  user: TestUser,
  scenario: string,
  ...words: readonly string[]
): Readonly<Record<string, unknown>> {
  const command = user.node('agent.mjs', scenario, user.folder, ...words)
  return JSON.parse(
    execFileSync(...command, {
      ...{ encoding: 'utf8', cwd: user.folder, timeout: 120_000 },
      env: { PATH: process.env.PATH, HOME: user.folder },
    }),
  )
}
