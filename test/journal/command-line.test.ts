/** `understudy runs`: a person looks at what a killed gateway left behind, says what there is to say, and goes on. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../src/journal/index.js'
import { MAIN } from '../fixtures/command-line.js'
import { verifies } from '../verifies.js'
import { createScene, type Scene } from './owners.js'

verifies('journal:never-twice', 'journal:bound')

const PROGRAM = "await mcp.a.append({ line: 'one' })\nreturn await mcp.a.append({ line: 'two' })"

function runs(scene: Scene, ...args: readonly string[]) {
  const { stdout, stderr, status } = understudy(
    scene,
    ...['runs', ...args, '--journal', 'runs.db', '--journal-key', 'key'],
  )
  return { stdout, stderr, status }
}

function understudy({ folder }: Scene, ...args: readonly string[]) {
  return spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, encoding: 'utf8', input: '' })
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

test('understudy run that was killed goes on, bound as before, and spends its receipt no second time', async () => {
  await using scene = await createScene()
  const write = (name: string, value: unknown) =>
    writeFileSync(join(scene.folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  const config = JSON.parse(readFileSync(join(scene.folder, '.mcp.json'), 'utf8'))
  // A receipt holds by which names its servers are given variables, and not their values.
  for (const [file, line] of [
    ['.mcp.json', ''],
    ['deadly.json', 'two'],
  ] as const) {
    for (const server of Object.values<{ env: object }>(config.mcpServers))
      server.env = { ...server.env, KILL_AFTER: line }
    write(file, config)
  }
  write('plan.ts', PROGRAM)
  const plan = ['plan.ts', '--copy', 'never', '--no-store', '--journal', 'runs.db', '--journal-key', 'key']
  const rehearsed = understudy(
    scene,
    'dry-run',
    ...plan.filter((each) => each !== '--no-store'),
    '--config',
    '.mcp.json',
    '--receipt',
    'r.json',
  )

  const killed = understudy(scene, 'run', ...plan, '--config', 'deadly.json', '--receipt', 'r.json')
  const [, id = ''] = /^Run ([0-9a-f]{16})$/m.exec(killed.stderr) ?? []
  const again = understudy(scene, 'run', ...plan, '--config', '.mcp.json', '--receipt', 'r.json')
  const doubt = runs(scene, 'resume', id, '--config', '.mcp.json')
  const settled = ['--happened', '2', '--answer', '"it is there"']
  const done = runs(scene, 'resume', id, '--config', '.mcp.json', ...settled)

  expect([rehearsed.status, killed.status, killed.signal]).toEqual([0, null, 'SIGKILL'])
  expect(again).toMatchObject({ status: 4, stderr: expect.stringContaining(`by the run ${id} (running)`) })
  expect([doubt.status, doubt.stdout]).toEqual([
    4,
    expect.stringMatching(/call 2 {2}in doubt .*"line":"two"/),
  ])
  expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining('completed, 2 calls') })
  expect(scene.lines()).toEqual(['one', 'two'])
})

test('a journal that was copied is another one, where no receipt of the first is spent', async () => {
  await using scene = await createScene()
  const original = await scene.journal()
  await original[Symbol.asyncDispose]()
  for (const ending of ['', '-wal', '-shm'])
    if (existsSync(join(scene.folder, `runs.db${ending}`)))
      copyFileSync(join(scene.folder, `runs.db${ending}`), join(scene.folder, `copied.db${ending}`))

  await using copied = await openJournal({
    ...{ name: 'copied.db', keyFile: 'key' },
    ...{ env: {}, cwd: scene.folder },
  })

  expect([copied.id === original.id, copied.receiptKey === original.receiptKey]).toEqual([false, true])
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
