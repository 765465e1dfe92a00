/** Settings that lie in the folder one stands in may be a stranger's: what starts, contacts or loosens something waits for a yes. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsFile, settingsTrust } from '../../src/cli/settings.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('settings:strangers')

const FILE = 'understudy.config.yaml'
const LIVE = 'servers:\n  tracker: { live_reads: [get_issue] }\n'

test('what settings of the folder allow counts for nothing where nobody can be asked, and that is told', async () => {
  using person = createPerson()
  const { project } = person
  project.write(FILE, 'servers:\n  tracker: { live_reads: [get_issue], network: ignored, concurrency: 1 }\n')

  const report = await project.dryRun(...PLAN)

  expect(report.validation.findings).toContainEqual({
    ...{ code: 'SETTINGS_NOT_IN_FORCE', severity: 'note', certain: true },
    message: `What ${FILE} says of network of "tracker", live_reads of "tracker" does not count, since nobody named the file: --settings ${FILE} does`,
  })
  expect(existsSync(join(project.folder, 'calls.log'))).toBe(false)
})

test('a yes at the terminal is asked for once, kept for its owner alone, and counts without a terminal', async () => {
  using person = createPerson()
  const { project } = person
  project.write(FILE, LIVE)
  person.answers.push('y', 'y')

  const asked = await project.dryRun(...PLAN)
  const alone = await project.dryRun(...PLAN)

  expect(
    person.questions[0],
  ).toBe(`Settings were found in ${join(project.folder, FILE)}. They may be a stranger's, and they say:
  tracker:get_issue is asked for real while something is rehearsed
Shall that count, for this file as it is now? [y/N] `)
  expect(person.questions).toHaveLength(2)
  expect([asked, alone].map(({ calls }) => calls[0]?.source)).toEqual(['live', 'live'])
  const [kept = ''] = readdirSync(join(project.folder, STATE))
  expect(statSync(join(project.folder, STATE, kept)).mode & 0o777).toBe(0o600)
})

test('a no is kept, too', async () => {
  using person = createPerson()
  person.project.write(FILE, LIVE)
  person.answers.push('', 'y')

  await person.project.dryRun(...PLAN)
  const again = await person.project.dryRun(...PLAN)

  expect(person.questions).toHaveLength(1)
  expect(again.calls[0]?.source).not.toBe('live')
})

test('a yes is for the text as it was: a file that is replaced is asked about again', async () => {
  using person = createPerson()
  const { project } = person
  project.write(FILE, LIVE)
  person.answers.push('y', 'y')
  await project.dryRun(...PLAN)
  project.write(FILE, `${LIVE}# one line more\n`)

  const alone = await project.dryRun(...PLAN)

  expect(alone.calls[0]?.source).not.toBe('live')
})

test('a yes is for the place, and where a link leads', async () => {
  using person = createPerson()
  const { project } = person
  for (const folder of ['one', 'other']) {
    mkdirSync(join(project.folder, folder))
    writeFileSync(join(project.folder, folder, 'settings.yaml'), LIVE)
  }
  symlinkSync('one/settings.yaml', join(project.folder, FILE))
  person.answers.push('y', 'y')
  await project.dryRun(...PLAN)
  rmSync(join(project.folder, FILE))
  symlinkSync('other/settings.yaml', join(project.folder, FILE))

  const alone = await project.dryRun(...PLAN)

  expect(person.questions[0]).toContain(join(project.folder, 'one', 'settings.yaml'))
  expect(alone.calls[0]?.source).not.toBe('live')
})

test('settings of a folder above are not found', async () => {
  using person = createPerson()
  const { project } = person
  project.write(FILE, LIVE)
  const below = join(project.folder, 'below')
  mkdirSync(below)

  expect(settingsFile(undefined, { cwd: below })).toBe(undefined)
  expect(settingsFile(undefined, { cwd: project.folder })).toBe(FILE)
})

test('commands of a stranger do not run before a yes, and the question hides secrets and cannot draw on the screen', async () => {
  using person = createPerson()
  const { project } = person
  const entry = `{ command: node, args: [server.js], env: { API_TOKEN: hunter2hunter2 } }`
  project.write(
    FILE,
    `servers:\n  tracker: { rehearse: { with: ${entry}, before: "touch ran; echo hunter2hunter2 \\e[2K\\rnothing", after: "touch ran" } }\n`,
  )
  person.answers.push('n')

  await project.dryRun(...PLAN)
  await project.dryRun(...PLAN)

  expect(existsSync(join(project.folder, 'ran'))).toBe(false)
  expect(person.questions).toHaveLength(1)
  expect(person.questions[0]).toContain('tracker: runs touch ran; echo ')
  expect(person.questions[0]).toContain('starts or asks "node" "server.js" with API_TOKEN')
  expect(person.questions[0]).not.toMatch(/hunter2|\u001b|\r/)
})

test('commands without a report tell on standard error what does not count', async () => {
  using person = createPerson()
  const { project } = person
  project.write(FILE, 'servers:\n  tracker: { effects: { transition: read } }\n')

  const { stderr } = await project.understudy('call', 'tracker:get_issue', 'id:=7', '--config', '.mcp.json')

  expect(stderr).toContain(`Note: What ${FILE} says of effects of "tracker" does not count`)
})

test('gateways and real runs ask nobody: a yes of before counts, for that text, and a file that is named', async () => {
  using person = createPerson()
  const { project } = person
  project.write(FILE, LIVE)
  const io = { cwd: project.folder, env: { XDG_STATE_HOME: join(project.folder, '.state') } }
  const trusts = async (text: string, chosen?: string): Promise<boolean> => {
    const trust = settingsTrust(chosen, FILE, io)
    return typeof trust === 'boolean' ? trust : await trust(text)
  }

  const before = await trusts(LIVE)
  person.answers.push('y')
  await project.dryRun(...PLAN)

  expect([before, await trusts(LIVE), await trusts(`${LIVE}#`), await trusts(`${LIVE}#`, FILE)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

const STATE = '.state/understudy/settings'
const PLAN = ['plan.ts', '--config', '.mcp.json', '--copy', 'never', '--now', '2026-01-01']

interface Person extends Disposable {
  readonly project: Project
  readonly questions: readonly string[]
  /** What is answered next; there is no terminal while this is empty. */
  readonly answers: string[]
}

function createPerson(): Person {
  const questions: string[] = []
  const answers: string[] = []
  const ask = (question: string): Promise<string> => {
    questions.push(question)
    return Promise.resolve(answers.shift() ?? '')
  }
  const project = createProject({
    get ask() {
      return answers.length === 0 ? undefined : ask
    },
  })
  const env = { TRACKER_LOG: join(project.folder, 'calls.log') }
  project.write('.mcp.json', JSON.stringify({ mcpServers: { tracker: { ...fixture('tracker'), env } } }))
  project.write('plan.ts', 'return await mcp.tracker.get_issue({ id: 7 })\n')
  return { project, questions, answers, [Symbol.dispose]: () => project[Symbol.dispose]() }
}
