/** `understudy init --copy`, as a person runs it. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { installTestKit, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:init')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `understudy init --copy${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('writes a test of tools that write, which passes twice and changes nothing', async () => {
      await using user = await testUser()
      installTestKit(user)
      user.sh(`mkdir notes; echo one >notes/a.txt; echo '${JSON.stringify(TWO_TOOLS)}' >policy.json`)
      const server = user.official('server-memory')

      const told = user.sh(
        `${user.understudy} init --copy --era legacy --policy policy.json --name memory -e MEMORY_FILE_PATH=${user.folder}/notes/memory.jsonl -- ${user.nodePath} ${server} 2>&1`,
      )
      const first = user.sh(`${VITEST(user.nodePath)}; cat tests/memory.mcp.test.ts`)
      const again = user.sh(VITEST(user.nodePath))

      expect(told).toContain('in a copy nothing lasts: create_entities')
      expect(first).toContain('  copy: true,')
      expect(first).toMatch(/test\('create_entities answers/)
      for (const run of [first, again]) expect(run).toMatch(/Tests {2}\d+ passed \(\d+\)[\s\S]*code 0/)
      expect(user.sh('ls notes')).toBe('a.txt\n')
    })

    it('leaves out what the policy denies', async () => {
      await using user = await testUser()
      user.sh(`mkdir notes; echo '{"rules":[{"tools":"server:late","decision":"deny"}]}' >policy.json`)
      const server = user.file('test/fixtures/servers/reaches-out.mjs')

      const told = JSON.parse(
        user.sh(
          `${user.understudy} init --copy --policy policy.json --format json -- ${user.nodePath} ${server} notes 2>/dev/null`,
        ),
      )

      expect(told).toMatchObject({ called_tools: [{ tool: 'ask', because: 'copy' }], not_called: ['late'] })
    })
  },
)

/** Each tool that is tested takes a copy, here and in each run. */
const TWO_TOOLS = {
  rules: [
    { tools: 'memory:create_entities', effect: 'write', decision: 'allow' },
    { tools: 'memory:read_graph', effect: 'read', decision: 'allow' },
    { tools: '*', decision: 'deny' },
  ],
}

const VITEST = (node: string): string =>
  `NO_COLOR=1 ${node} node_modules/vitest/vitest.mjs run 2>&1; echo "code $?"`
