/** `understudy runs`: a person looks at what a killed gateway left behind, says what there is to say, and goes on. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { verifies } from '../verifies.js'
import { createScene, type Scene } from './owners.js'

verifies('journal:never-twice')

const MAIN = fileURLToPath(new URL('../../dist/joined/cli/main.js', import.meta.url))
const PROGRAM = "await mcp.a.append({ line: 'one' })\nreturn await mcp.a.append({ line: 'two' })"

function runs({ folder }: Scene, ...args: readonly string[]) {
  const all = ['runs', ...args, '--journal', 'runs.db', '--journal-key', 'key']
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...all], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { stdout, stderr, status }
}

test('a call in doubt is shown with what may settle it, settled by a person, and never sent by itself', async () => {
  await using scene = await createScene()
  const { id = '' } = await scene.run({
    verb: 'run',
    plan: PROGRAM,
    point: { name: 'before outcome', nth: 2 },
  })

  const listed = runs(scene, 'list')
  const first = runs(scene, 'resume', id, '--config', '.mcp.json')
  const shown = runs(scene, 'show', id)
  const settled = runs(
    scene,
    'resume',
    id,
    '--config',
    '.mcp.json',
    '--happened',
    '2',
    '--answer',
    '"it is there"',
  )

  expect(listed).toMatchObject({ status: 0, stdout: expect.stringMatching(new RegExp(`^${id} +running `)) })
  expect([first.status, first.stdout]).toEqual([4, shown.stdout])
  expect(shown.stdout).toMatch(/doubt/)
  expect(shown.stdout).toMatch(/call 1 {2}done .*a:append.*\n {6}"appended one"/)
  expect(shown.stdout).toMatch(/call 2 {2}in doubt .*a:append.*"line":"two"/)
  expect(shown.stdout).toContain(`understudy runs resume ${id} --happened 2 or --never-happened 2`)
  expect(settled).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('completed, 2 calls\n"it is there"'),
  })
  expect(scene.lines()).toEqual(['one', 'two'])
  // What it came to was shown: no raw answer is kept.
  expect(runs(scene, 'show', id).stdout).not.toContain('appended one')
})

test('a question is approved by a person, who sees what is approved, and a run that is given up is over', async () => {
  await using scene = await createScene()
  const policy = { rules: [{ tools: 'a:append', decision: 'ask' }] }
  const point = { name: 'while waiting', nth: 1 } as const
  const { id = '' } = await scene.run({ verb: 'run', plan: PROGRAM, policy, point })
  const other = await scene.run({ verb: 'run', plan: PROGRAM, policy, point })

  const approved = runs(scene, 'approve', id)
  const again = runs(scene, 'approve', other.id ?? '')
  const abandoned = runs(scene, 'abandon', other.id ?? '')
  const resumed = runs(scene, 'resume', id, '--config', '.mcp.json')

  expect(approved).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('It asks: {"tool":"a:append"'),
  })
  expect(approved.stdout).toMatch(/approved by .*, on the command line/)
  expect([again.status, abandoned.status]).toEqual([0, 0])
  expect(runs(scene, 'resume', other.id ?? '', '--config', '.mcp.json')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('it is over (abandoned)'),
  })
  // Without a policy nothing more is asked.
  expect(resumed).toMatchObject({ status: 0, stdout: expect.stringContaining('completed') })
  expect(scene.lines()).toEqual(['one', 'two'])
})

test.each([
  [['show'], 'Cannot show a run without its name'],
  [['show', 'nobody'], 'Cannot find the run "nobody"'],
  [['approve', 'nobody'], 'Cannot find the run "nobody"'],
  [['resume', 'x'], 'Cannot resume a run without --config'],
  [['list', '--happened', '1'], 'Cannot use --happened with runs list'],
])('runs %j is refused: %s', async (args, found) => {
  await using scene = await createScene()

  expect(runs(scene, ...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(found) })
})
