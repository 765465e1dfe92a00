/** `understudy tools --copy`, as a person runs it. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:tools')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `understudy tools --copy${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('lists what servers list on the machine itself, which see nothing of it', async () => {
      await using user = await testUser()
      const server = `node ${user.file('test/fixtures/servers/notes-its-start.mjs')} notes`
      user.sh('mkdir notes')

      const copied = user.sh(`${user.understudy} tools --copy --format json -- ${server}; ls notes`)
      const bare = user.sh(`${user.understudy} tools --format json -- ${server}; ls notes`)

      expect(bare).toMatch(/started\.txt\n$/)
      expect(`${copied}started.txt\n`).toBe(bare)
    })

    it('asks all servers of a config in one copy, and tells which cannot be copied', async () => {
      await using user = await testUser()
      const servers = {
        notes: { command: 'node', args: [user.file('test/fixtures/servers/notes-its-start.mjs'), '.'] },
        far: { url: 'http://127.0.0.1:9/mcp' },
      }
      user.sh(`echo '${JSON.stringify({ mcpServers: servers })}' >.mcp.json`)

      const told = user.sh(`${user.understudy} tools --copy --config .mcp.json 2>&1; echo "code $?"; ls`)

      expect(told).toContain('Server "far" could not be asked: it is reached by a URL\n')
      expect(told).toMatch(/^1 tools?,/m)
      expect(told).toMatch(/code 3\n$/)
    })

    it('refuses the only server with the reason where it cannot be copied', async () => {
      await using user = await testUser()

      const told = user.sh(`${user.understudy} tools --copy -- docker run -i notes 2>&1; echo "code $?"`)

      expect(told).toMatch(
        /^Error: Cannot ask "server" for its tools in a copy: it is a container of "docker"\n {2}Hint: [^\n]+\ncode 3\n$/,
      )
    })
  },
)
