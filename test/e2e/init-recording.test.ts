/** `understudy init --cassette`: a first test of a recording, which passes where there is no server. */
import { describe, expect, it } from 'vitest'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { checkFormat, checkTypes, createInstalledProject, runTests } from './first-test-project.js'
import { createProject, type Project } from './project.js'

verifies('kit:init', 'kit:init-recording')

async function record(project: Project, ...call: readonly string[]): Promise<void> {
  const { command, args = [] } = fixture('sdk-v2')
  const options = ['--name', 'sdk', '--store', 'recorded/sdk.jsonl', '--', command, ...args]
  await project.understudy('call', ...call, ...options)
}

describe('a first test of a recording', () => {
  it('passes without the server, in the eras that were recorded, and is laid out and typed as a first test is', async () => {
    using project = createInstalledProject()
    await record(project, 'add', 'a:=1', 'b:=2')
    await record(project, 'add', 'a:=20', 'b:=2')
    await record(project, 'add', 'a=one')
    await record(project, 'add', 'a:=1', 'b:=2', '--era', 'modern')
    await record(project, 'no_such_tool')
    await record(project, 'greet')

    const { exit, stdout, stderr } = await project.understudy(
      ...['init', '--cassette', 'recorded/sdk.jsonl', '--format', 'json'],
    )
    const [tests, types, format] = await Promise.all([
      runTests(project),
      checkTypes(project),
      checkFormat(project),
    ])

    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      server: 'sdk',
      recording: 'recorded/sdk.jsonl',
      eras: [{ era: 'legacy' }, { era: 'modern' }],
      called_tools: expect.arrayContaining([{ tool: 'add', because: 'recorded' }]),
      not_called: ['fail', 'show'],
    })
    expect(tests).toMatchObject({ exit: 0, said: expect.not.stringContaining('proves nothing') })
    expect(tests.said).toContain('sdk · legacy · recording > add answers: {"a":1,"b":2}')
    expect(tests.said).toContain('sdk · modern · recording > add answers: {"a":20,"b":2}')
    expect(tests.said).toContain('sdk · legacy · recording > refuses a tool that it does not have')
    expect(types).toEqual({ exit: 0, said: '' })
    expect(format).toMatchObject({ exit: 0, said: expect.stringContaining('No fixes applied') })
  })

  it.each<[string, readonly string[], RegExp]>([
    ['what would choose tools of a server', ['--tool', 'add'], /Cannot use --tool with --cassette/],
    ['a policy, where nothing is called', ['--policy', 'policy.yaml'], /Cannot use --policy with --cassette/],
  ])('is refused with %s', async (_, options, reason) => {
    using project = createProject()
    project.write('policy.yaml', 'rules: []\n')
    await record(project, 'add', 'a:=1', 'b:=2')

    const { exit, stderr } = await project.understudy('init', '--cassette', 'recorded/sdk.jsonl', ...options)

    expect(exit).toBe(2)
    expect(stderr).toMatch(reason)
  })
})
