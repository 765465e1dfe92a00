/** `understudy probe --copy`, as a person runs it. */
import { describe, expect, it } from 'vitest'
import type { Probe } from '../../src/report/index.js'
import { verifies } from '../verifies.js'
import { type TestUser, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:probe', 'copy:network-told')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `understudy probe --copy${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('calls every tool, tells what shows itself alone in a fresh copy, and changes nothing', async () => {
      await using user = await testUser()
      user.sh('mkdir notes; echo a >notes/a.txt')

      const { probe, stderr } = probed(user, `--runs 2 -- ${leavesTraces(user)} notes`)

      expect(probe.tools.map(({ tool, chosen_by }) => [tool, chosen_by])).toEqual(
        ['always-wrong', 'wrong-when-written', 'wrong-after-error', 'dies-without-network'].map((tool) => [
          tool,
          'copy',
        ]),
      )
      expect(probe.findings.map(({ tool, kind }) => [tool, kind])).toEqual([
        ['always-wrong', 'output-invalid'],
      ])
      expect(probe.counts.could_not_run).toBe(0)
      const passed = probe.checks.filter(({ input, failed }) => input === 'valid' && failed === 0)
      expect(passed.map(({ tool }) => tool).sort()).toEqual([
        'dies-without-network',
        'wrong-after-error',
        'wrong-when-written',
      ])
      expect(probe.notes.map(({ text }) => text)).toContain(
        'it tried to reach out, and a copy has no network',
      )
      expect(stderr.match(/Note: it tried to reach out/g)).toHaveLength(1)
      expect(user.sh('ls notes; cat notes/a.txt')).toBe('a.txt\na\n')
    })

    it('gives command lines that repeat a finding, in a copy too', async () => {
      await using user = await testUser()
      user.sh('mkdir notes')
      const { probe } = probed(user, `--tool always-wrong --runs 1 -- ${leavesTraces(user)} notes`)
      const [finding] = probe.findings
      const own = (words: string | null | undefined): string =>
        String(words).replace(/^understudy/, user.understudy)

      const again = JSON.parse(
        user.sh(`${own(finding?.repeat).replace(' -- ', ' --format json -- ')} 2>/dev/null || true`),
      )
      const call = user.sh(`${own(finding?.call)} 2>&1`)

      expect(again.findings).toMatchObject([{ kind: 'output-invalid', arguments: finding?.arguments }])
      expect(call).toContain('made     notes/always.txt')
      expect(user.sh('ls notes')).toBe('')
    })

    it('calls only what is chosen where something is, and not what the policy denies', async () => {
      await using user = await testUser()
      user.sh(`mkdir notes; echo '{"rules":[{"tools":"server:wrong-*","decision":"deny"}]}' >policy.json`)

      const { probe } = probed(user, `--policy policy.json --runs 1 -- ${leavesTraces(user)} notes`)

      expect(probe.tools.map(({ tool }) => tool)).toEqual(['always-wrong', 'dies-without-network'])
    })

    it('accuses no official server of a tool that writes', async () => {
      await using user = await testUser()
      user.sh('mkdir notes; echo one >notes/a.txt')
      const server = user.official('server-filesystem')

      const { probe } = probed(
        user,
        `--runs 1 --tool create_directory --value path=a -- node ${server} notes`,
      )

      expect(probe).toMatchObject({ ended: 'completed', findings: [], unavailable: [] })
      expect(probe.counts.passed).toBeGreaterThan(2)
      expect(user.sh('ls notes; cat notes/a.txt')).toBe('a.txt\none\n')
    })
  },
)

function leavesTraces(user: TestUser): string {
  return `node ${user.file('test/fixtures/servers/leaves-traces.mjs')}`
}

function probed(user: TestUser, words: string): { probe: Probe; stderr: string } {
  const stdout = user.sh(`${user.understudy} probe --copy --format json ${words} 2>err || true`)
  return { probe: JSON.parse(stdout), stderr: user.sh('cat err; rm err') }
}
