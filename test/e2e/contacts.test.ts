/** What a rehearsal asks for real: reads and dry runs that the user allows. The tracker writes down every call that it gets. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createProject, type Project, type ProjectOptions } from './project.js'

verifies('rehearsal:asks-what-is-allowed')

const RECORDED = { source: 'recording', stale: false }
const ONE_READ = 'const issue = await mcp.tracker.get_issue({ id: 7 })\nreturn issue.state\n'

describe('tools that the user says only read', () => {
  test('are asked for real, told in the first line, and kept as recordings', async () => {
    using project = createTracker('live_reads: ["get_*"]')
    project.write('plan.ts', ONE_READ)

    const report = await project.dryRun('plan.ts', ...SETTINGS)
    const { stdout } = await project.understudy('dry-run', 'plan.ts', ...SETTINGS)
    const again = await project.dryRun('plan.ts', ...SERVERS)

    expect(report).toMatchObject({
      verdict: 'pass',
      simulated_result: 'open',
      calls: [{ source: 'live', invented: false }],
    })
    expect(report.contacted).toContainEqual(contact('live', 1, 'get_issue'))
    expect(stdout).toContain('Nothing is wrong, and nothing was guessed. 1 read asked for real (tracker).')
    expect(again.calls).toMatchObject([{ source: 'recording', value: { id: 7, state: 'open' } }])
    expect(received(project)).toEqual([READ_7, READ_7])
  })

  test('are asked by --live-reads just so', async () => {
    using project = createTracker('')
    project.write('plan.ts', ONE_READ)

    const report = await project.dryRun('plan.ts', ...SERVERS, '--live-reads', 'tracker:get_issue')

    expect(report.calls).toMatchObject([{ source: 'live' }])
  })

  test('fail a plan that is wrong by what they say', async () => {
    using project = createTracker('live_reads: ["get_issue"]')
    project.write(
      'plan.ts',
      'const { labels } = await mcp.tracker.get_issue({ id: 7 })\nreturn labels.length\n',
    )

    expect(await project.dryRun('plan.ts', ...SETTINGS)).toMatchObject({ verdict: 'fail', ended: 'threw' })
  })

  test('are not asked after a write that nobody can place, and the recording is in doubt', async () => {
    using project = createTracker('live_reads: ["get_issue"]')
    project.write('first.ts', ONE_READ)
    project.write(
      'plan.ts',
      "await mcp.tracker.transition({ id: 8, to: 'open' })\nconst issue = await mcp.tracker.get_issue({ id: 7 })\nreturn issue.state\n",
    )
    await project.dryRun('first.ts', ...SETTINGS)

    const report = await project.dryRun('plan.ts', ...SETTINGS)

    expect(report.verdict).toBe('uncertain')
    expect(report.calls[1]).toMatchObject({
      source: 'recording',
      not_asked: 'tracker:transition (call 1) may have changed it',
      doubt: 'tracker:transition (call 1) may have changed it',
    })
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({ code: 'CONTACT_WITHOUT_ANSWER', line: 2 }),
    )
    expect(received(project)).toEqual([READ_7])
  })

  test('are asked after a write that is placed elsewhere', async () => {
    using project = createTracker(
      'live_reads: [get_issue], effects: { transition: { reads: ["issue/{id}"], writes: ["issue/{id}"] }, get_issue: { reads: ["issue/{id}"] } }',
    )
    project.write(
      'plan.ts',
      "await mcp.tracker.transition({ id: 8, to: 'open' })\nconst issue = await mcp.tracker.get_issue({ id: 7 })\nreturn issue.state\n",
    )

    const report = await project.dryRun('plan.ts', ...SETTINGS)

    expect(report).toMatchObject({ verdict: 'pass', assumptions: [{ text: 'tracker:transition succeeds' }] })
    expect(report.calls[1]).toMatchObject({ source: 'live' })
    expect(received(project)).toEqual([READ_7])
  })

  test('are asked where the statement of the call only reads, and nowhere else', async () => {
    using project = createTracker(
      'live_reads: [search_issues], effects: { search_issues: { statement: /state } }',
    )
    const search = (state: string) => `await mcp.tracker.search_issues({ state: ${JSON.stringify(state)} })\n`
    project.write('reads.ts', search('SELECT 1 FROM issues'))
    project.write('writes.ts', search('WITH gone AS (DELETE FROM issues RETURNING id) SELECT id FROM gone'))

    const read = await project.dryRun('reads.ts', ...SETTINGS)
    const written = await project.dryRun('writes.ts', ...SETTINGS)

    expect(read).toMatchObject({ verdict: 'pass', calls: [{ source: 'live' }], side_effects: [] })
    expect(written).toMatchObject({
      calls: [{ not_asked: 'nobody says that this call only reads' }],
      side_effects: [{ effect: 'destructive', evidence: 'statement', certain: true }],
    })
    expect(received(project)).toHaveLength(1)
  })

  test('answer from their recordings where their statements only read, each beside the other', async () => {
    using project = createTracker('effects: { search_issues: { statement: /state } }')
    for (const state of ['SELECT 1', 'SELECT 2'])
      await project.understudy('call', 'tracker:search_issues', `state=${state}`, '--store', ...RECORDING)
    project.write(
      'plan.ts',
      "const one = await mcp.tracker.search_issues({ state: 'SELECT 1' })\nconst two = await mcp.tracker.search_issues({ state: 'SELECT 2' })\nreturn [one, two]\n",
    )

    const report = await project.dryRun('plan.ts', ...SETTINGS)

    expect(report).toMatchObject({ verdict: 'pass', calls: [RECORDED, RECORDED] })
  })

  test('are in doubt where a write was made beside them', async () => {
    using project = createTracker('live_reads: ["get_issue"]')
    project.write(
      'plan.ts',
      "const read = mcp.tracker.get_issue({ id: 7 })\nawait Promise.all([read, mcp.tracker.transition({ id: 7, to: 'closed' })])\nreturn (await read).state\n",
    )

    const { verdict } = await project.dryRun('plan.ts', ...SETTINGS)

    expect(verdict).toBe('uncertain')
  })

  test('are not asked again in variants', async () => {
    using project = createTracker('live_reads: ["get_issue"]')
    project.write(
      'plan.ts',
      "const issue = await mcp.tracker.get_issue({ id: 7 })\nconst said = await mcp.tracker.transition({ id: issue.id, to: 'closed' })\nreturn [issue.state, said.at]\n",
    )

    const report = await project.dryRun('plan.ts', ...SETTINGS)

    expect(report.exploration?.variants).toBeGreaterThan(0)
    expect(received(project)).toEqual([READ_7])
  })

  test('that a pattern fits and their server calls destructive are not asked, and told', async () => {
    using project = createTracker('live_reads: ["get_*", "count*"]')
    project.write(
      'plan.ts',
      'await mcp.tracker.get_rid_of_issue({ id: 7 })\nawait mcp.tracker.count_issues({})\n',
    )

    const { validation } = await project.dryRun('plan.ts', ...SETTINGS)

    expect(validation.findings.filter(({ code }) => code === 'LIVE_READ_REFUSED')).toHaveLength(2)
    expect(received(project)).toEqual([])
  })

  test('by their whole names are asked although their server says otherwise', async () => {
    using project = createTracker('live_reads: [count_issues]')
    project.write('plan.ts', 'return (await mcp.tracker.count_issues({})).count\n')

    expect(await project.dryRun('plan.ts', ...SETTINGS)).toMatchObject({
      verdict: 'pass',
      simulated_result: 2,
    })
  })

  test('are not asked where the policy says that they write, or wants a person asked', async () => {
    using project = createTracker('live_reads: [search_issues, get_issue]')
    project.write(
      'policy.yaml',
      'rules:\n  - { tools: "tracker:search*", effect: write }\n  - { tools: "tracker:get*", decision: ask }\n',
    )
    project.write(
      'plan.ts',
      "await mcp.tracker.get_issue({ id: 7 })\nawait mcp.tracker.search_issues({ state: 'open' })\n",
    )

    const report = await project.dryRun('plan.ts', ...SETTINGS, '--policy', 'policy.yaml')

    expect(report.calls[0]).toMatchObject({ not_asked: 'the policy wants a person to approve it' })
    expect(received(project)).toEqual([])
  })

  test('are not asked with what nobody knows', async () => {
    using project = createTracker('live_reads: [search_issues, get_issue]')
    project.write(
      'plan.ts',
      "const made = await mcp.tracker.transition({ id: 8, to: 'open' })\nawait mcp.tracker.get_issue({ id: made.next })\n",
    )

    await project.dryRun('plan.ts', ...SETTINGS)

    expect(received(project)).toEqual([])
  })

  test.each(['*', 'tracker:*', 'tracker:**', 'tracker:nothing_like_it', 'other:get_*', 'get_issue'])(
    'cannot be all, none or of no server: %s',
    async (pattern) => {
      using project = createTracker('')
      project.write('plan.ts', ONE_READ)

      const run = await project.understudy('dry-run', 'plan.ts', ...SERVERS, '--live-reads', pattern)

      expect(run).toMatchObject({ exit: 2, stdout: '' })
      expect(run.stderr).toContain(`Cannot ask --live-reads ${JSON.stringify(pattern)} for real`)
      expect(received(project)).toEqual([])
    },
  )

  test('are asked for once at a terminal, with what the plan asks them', async () => {
    const questions: string[] = []
    const ask = async (question: string) => {
      questions.push(question)
      return questions.length === 1 ? 'n' : 'y'
    }
    using project = createTracker('live_reads: [get_issue, search_issues]', { ask })
    project.write('plan.ts', `${ONE_READ}await mcp.tracker.get_issue({ id: 8 })\n`)

    const no = await project.dryRun('plan.ts', ...SETTINGS)
    const refused = received(project)
    const yes = await project.dryRun('plan.ts', ...SETTINGS)

    expect(questions[0]).toBe(`plan.ts may ask these for real while it is rehearsed:
  tracker:get_issue
  tracker:search_issues
It does so here:
  line 1: const issue = await mcp.tracker.get_issue({ id: 7 })
  line 3: await mcp.tracker.get_issue({ id: 8 })
Ask them? [y/N] `)
    expect([no.calls[0]?.source, refused]).toEqual(['unknown', []])
    expect(yes.calls[0]?.source).toBe('live')
    expect(questions).toHaveLength(2)
  })

  test.each([
    [
      'a program, over its lines',
      'plan.ts',
      `await mcp.tracker.get_issue({\n  note: '${'x'.repeat(200)})',\n  id: 666,\n})\n`,
      `  line 1: await mcp.tracker.get_issue({ note: '${'x'.repeat(200)})', id: 666, })\n`,
    ],
    [
      'a program whose lines end as JavaScript alone ends them',
      'plan.ts',
      'const a = 1\u2028await mcp.tracker.get_issue({ id: 666 })\u2028return a\n',
      '  line 2: await mcp.tracker.get_issue({ id: 666 })\n',
    ],
    [
      'a workflow',
      'plan.json',
      JSON.stringify(
        { tasks: [{ id: 'a', tool: 'tracker:get_issue', arguments: { id: 666, note: 'x'.repeat(200) } }] },
        null,
        1,
      ),
      `: tracker:get_issue {"id":666,"note":"${'x'.repeat(200)}"}\n`,
    ],
  ])('are asked for with all that is asked of them by %s', async (_, file, plan, told) => {
    const questions: string[] = []
    const ask = async (question: string) => {
      questions.push(question)
      return 'n'
    }
    using project = createTracker('live_reads: [get_issue]', { ask })
    project.write(file, plan)

    await project.dryRun(file, ...SETTINGS)

    expect(questions).toEqual([expect.stringContaining(told)])
  })

  test('whose contract is another one when they are asked are not asked', async () => {
    using project = createTracker('live_reads: [get_issue]')
    project.write('plan.ts', ONE_READ)
    const config = JSON.parse(project.read('.mcp.json'))
    config.mcpServers.tracker.env.TRACKER_SECOND = join(project.folder, 'second')
    project.write('.mcp.json', JSON.stringify(config))

    const report = await project.dryRun('plan.ts', ...SETTINGS)

    expect(report.calls[0]).toMatchObject({
      source: 'unknown',
      not_asked: 'its contract is another one than it was when tools were listed',
    })
    expect(received(project)).toEqual([])
  })
})

describe('dry runs that tools have', () => {
  const TRANSITION = "await mcp.tracker.transition({ id: 7, to: 'closed' })\n"

  test('are asked with their argument, whatever the plan gives for it', async () => {
    using project = createTracker('previews: { transition: dryRun }')
    project.write('plan.ts', "await mcp.tracker.transition({ id: 7, to: 'closed', dryRun: false })\n")

    const report = await project.dryRun('plan.ts', ...SETTINGS)

    expect(report).toMatchObject({
      verdict: 'pass',
      assumptions: [{ text: 'tracker:transition succeeds, as its own dry run did' }],
      calls: [{ source: 'preview', invented: false, arguments: { dryRun: false } }],
      side_effects: [{ tool: 'tracker:transition' }],
    })
    expect(report.contacted).toContainEqual(contact('preview', 1, 'transition'))
    expect(received(project)).toEqual([
      { name: 'transition', arguments: { id: 7, to: 'closed', dryRun: true } },
    ])
  })

  test('that refuse are a doubt that is named, and no failure', async () => {
    using project = createTracker('previews: { transition: dryRun }')
    project.write('plan.ts', "await mcp.tracker.transition({ id: 8, to: 'closed' })\n")

    const report = await project.dryRun('plan.ts', ...SETTINGS)

    expect(report).toMatchObject({ verdict: 'uncertain', ended: 'threw' })
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({
        code: 'PREVIEW_REFUSED',
        message: 'tracker:transition (call 1) is refused by its own dry run: Issue 8 is closed already',
      }),
    )
  })

  test('are no evidence of what the real call answers', async () => {
    using project = createTracker('previews: { transition: dryRun }')
    project.write(
      'plan.ts',
      `const said = ${TRANSITION}if (said.would !== 'be closed') throw new Error('what?')\n`,
    )

    expect((await project.dryRun('plan.ts', ...SETTINGS)).verdict).toBe('uncertain')
  })

  test('are not asked after another write, which was not made', async () => {
    using project = createTracker('previews: { transition: dryRun }')
    project.write('plan.ts', `${TRANSITION}${TRANSITION}`)

    const report = await project.dryRun('plan.ts', ...SETTINGS)

    expect(report.verdict).not.toBe('fail')
    expect(report.calls.map(({ source }) => source)).toEqual(['preview', 'unknown'])
    expect(received(project)).toHaveLength(1)
  })

  test('come before reads for real: what has one is never asked without', async () => {
    using project = createTracker('live_reads: ["tr*"], previews: { transition: dryRun }')
    project.write('plan.ts', TRANSITION)

    await project.dryRun('plan.ts', ...SETTINGS)

    expect(received(project)).toEqual([
      { name: 'transition', arguments: { id: 7, to: 'closed', dryRun: true } },
    ])
  })

  test.each([
    ['transition: validate_only', 'it takes no argument "validate_only"'],
    ['transition: toString', 'it takes no argument "toString"'],
    ['transition: note', 'its "note" does not take true'],
    ['transitoin: dryRun', 'the server has no such tool'],
  ])('are refused where the tool does not take them: %s', async (said, found) => {
    using project = createTracker(`previews: { ${said} }`)
    project.write('plan.ts', TRANSITION)

    const run = await project.understudy('dry-run', 'plan.ts', ...SETTINGS)

    expect(run).toMatchObject({ exit: 2, stdout: '' })
    expect(run.stderr).toContain(found)
    expect(received(project)).toEqual([])
  })
})

const SERVERS = ['--config', '.mcp.json', '--copy', 'never', '--now', '2026-01-01']
const SETTINGS = [...SERVERS, '--settings', 'my.yaml']
const RECORDING = ['--config', '.mcp.json', '--settings', 'my.yaml']
const READ_7 = { name: 'get_issue', arguments: { id: 7 } }

function contact(kind: string, calls: number, ...tools: string[]) {
  return { server: 'tracker', for: kind, calls, tools }
}

/** The folder's only server is the tracker; `said` is what the settings say of it. */
function createTracker(said: string, options: ProjectOptions = {}): Project {
  const project = createProject(options)
  const env = { TRACKER_LOG: join(project.folder, 'calls.log') }
  project.write('.mcp.json', JSON.stringify({ mcpServers: { tracker: { ...fixture('tracker'), env } } }))
  project.write('my.yaml', `servers:\n  tracker: { ${said} }\n`)
  return project
}

/** What the real one was asked. */
function received({ folder }: Project): readonly unknown[] {
  const log = join(folder, 'calls.log')
  if (!existsSync(log)) return []
  return readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
