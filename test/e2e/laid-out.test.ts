/** What commands show fits the terminal that they run in, and what they tell to do next can be pasted. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createProject } from './project.js'

const ECHO = fixture('echo')
const CONFIG = JSON.stringify({
  mcpServers: { echo: { command: ECHO.command, args: ECHO.args }, other: ECHO },
})

test.each([60, 120])('a report and a list fit a terminal of %i columns', async (columns) => {
  verifies('ours:text-fits')
  using project = createProject({ stdoutIsTty: true, columns, env: { NO_COLOR: '1' } })
  project.write('.mcp.json', CONFIG)
  project.write('plan.js', `await mcp.echo.nothing({ path: '${'a-folder/'.repeat(20)}' })`)

  const report = await project.understudy('dry-run', 'plan.js', '--config', '.mcp.json', '--copy', 'never')
  const tools = await project.understudy('tools', '--config', '.mcp.json')

  for (const { stdout } of [report, tools])
    expect(stdout.split('\n').filter((line) => line.length > columns)).toEqual([])
  expect(report.stdout).toMatch(/^FAIL[\s\S]*\nNext\n {2}- /)
})

test('the command that is told to record an answer records it, as it stands there', async () => {
  verifies('ours:next-is-whole')
  using project = createProject()
  project.write('my config.json', CONFIG)
  project.write('policy.yaml', 'rules: [{ tools: "echo:*", effect: read }]')
  project.write('plan.js', "return await mcp.echo.echo({ message: 'it\\'s \"me\"' })")
  const rehearse = () =>
    project.understudy(
      'dry-run',
      'plan.js',
      '--config',
      'my config.json',
      '--copy',
      'never',
      '--policy',
      'policy.yaml',
    )

  const before = await rehearse()
  const [command = ''] = /understudy call (?:.* \\\n)*.*/.exec(before.stdout) ?? []
  const recorded = await project.understudy(...wordsOf(command))
  const after = await rehearse()

  expect([command, recorded]).toMatchObject([command, { exit: 0, stderr: '' }])
  expect(before.stdout).not.toContain('recording,')
  expect(after.stdout).toContain('recording,')
})

test.skipIf(process.platform === 'win32')('a folder of recordings that is a link is told', async () => {
  using project = createProject()
  mkdirSync(`${project.folder}/elsewhere`)
  const call = () =>
    project.understudy('call', 'echo', 'message=hi', '--store', '--', ECHO.command, ...(ECHO.args ?? []))
  symlinkSync('elsewhere', `${project.folder}/.understudy`)

  const linked = await call()

  expect(linked).toMatchObject({
    exit: 0,
    stderr: expect.stringMatching(/^Note: \.understudy is a link: recordings are in .*elsewhere$/m),
  })
})

/** As a shell reads them; the first is the command. */
function wordsOf(command: string): readonly string[] {
  const { stdout } = spawnSync('sh', ['-c', `understudy() { printf '%s\\0' "$@"; }\n${command}`], {
    encoding: 'utf8',
  })
  return stdout.split('\0').slice(0, -1)
}
