/** Reports for CI services, as the command line writes them. */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sarifProblems } from '../report/sarif-schema.js'
import { xmlProblems } from '../report/xml-schema.js'
import { verifies } from '../verifies.js'
import { createProject, type Project, type ProjectOptions } from './project.js'

verifies('kit:ci-reports')

const TOOLS = JSON.stringify({
  server: 'notes',
  tools: [
    {
      name: 'read_note',
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    },
    { name: 'delete_note', annotations: { destructiveHint: true }, inputSchema: { type: 'object' } },
  ],
})
const STUBS = '- { tool: "notes:read_note", result: hello }\n- { tool: "notes:delete_note", result: gone }\n'
const GOOD = "return await mcp.notes.read_note({ id: 'welcome' })\n"
const FAULTY = "await mcp.notes.read_note({ id: [7] })\nawait mcp.notes.red_note({ id: 'a' })\n"
const DELETES = "await mcp.notes.delete_note({ id: 'welcome' })\n"
/** On a CI service these name its own files. */
const NOWHERE = { GITHUB_WORKSPACE: '', GITHUB_STEP_SUMMARY: '' }

describe('--out', () => {
  test('writes a report in each format, by the endings, all at once', async () => {
    using project = createPlan(FAULTY)

    const run = await rehearse(project, ...outs('txt', 'json', 'html', 'xml', 'sarif', 'md'))

    expect(run).toMatchObject({ exit: 1, stderr: '' })
    expect(project.read('report.txt')).toMatch(/^FAIL {2}plan\.ts\n/)
    expect(JSON.parse(project.read('report.json'))).toMatchObject({ verdict: 'fail' })
    expect(project.read('report.html')).toMatch(/^<!DOCTYPE html>/)
    expect(project.read('report.md')).toMatch(/^## ❌ FAIL `plan\.ts`\n/)
    expect(await xmlProblems([project.read('report.xml')], 'junit-10.xsd')).toEqual([[]])
    expect(sarifProblems(project.read('report.sarif'))).toEqual([])
  })

  test('writes for its user alone, and keeps the mode of a file that is there', async () => {
    using project = createPlan(GOOD)
    project.write('report.txt', 'shown to all')

    await rehearse(project, ...outs('txt', 'json'))
    const modes = ['report.txt', 'report.json'].map(
      (name) => statSync(join(project.folder, name)).mode & 0o777,
    )

    expect(modes[0]).toBe(0o666 & ~process.umask())
    expect(modes[1]).toBe(0o600)
  })

  test('of SARIF names the plan from the folder of the checkout, and this release', async () => {
    using project = createProject({ env: NOWHERE })
    mkdirSync(join(project.folder, 'my plans'))
    project.write('tools.json', TOOLS)
    project.write('my plans/plan.ts', FAULTY)

    await project.understudy('dry-run', 'my plans/plan.ts', '--tools', 'tools.json', ...outs('sarif'))
    const [run] = JSON.parse(project.read('report.sarif')).runs

    expect(run.tool.driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+/)
    expect(
      run.results.map((each: { locations: { physicalLocation: unknown }[] }) => each.locations[0]),
    ).toMatchObject(
      [1, 2].map((startLine) => ({
        physicalLocation: { artifactLocation: { uri: 'my%20plans/plan.ts' }, region: { startLine } },
      })),
    )
  })
})

describe('--format', () => {
  test.each([
    ['html', 'html'],
    ['junit', 'xml'],
    ['sarif', 'sarif'],
    ['markdown', 'md'],
  ])('%s prints what --out writes to a file that ends in .%s', async (format, ending) => {
    using project = createPlan(FAULTY)

    const run = await rehearse(project, '--format', format, '--now', '2026-01-01T00:00:00Z', ...outs(ending))

    expect(run).toMatchObject({ exit: 1, stderr: '' })
    expect(run.stdout).toBe(project.read(`report.${ending}`))
  })

  test('github annotates the lines of the plan, and adds to the summary of the step', async () => {
    using project = createPlan(FAULTY, { env: { ...NOWHERE, GITHUB_STEP_SUMMARY: 'summary.md' } })
    project.write('summary.md', 'before\n')

    const run = await rehearse(project, '--format', 'github', ...outs('md', 'txt'))

    expect(run).toMatchObject({ exit: 1, stderr: '' })
    expect(commandsIn(run.stdout)).toEqual([
      '::error file=plan.ts,title=Understudy%3A fail::plan.ts: 2 things provably wrong. It ended early: threw. Nothing was touched.',
      '::error file=plan.ts,line=1,col=33,title=ARGUMENT_INVALID::notes:read_note: "/id" must be a string, found an array',
      '::error file=plan.ts,line=2,col=17,title=TOOL_MISSING::notes:red_note: server "notes" has no such tool; did you mean notes:read_note?',
    ])
    expect(run.stdout.endsWith(project.read('report.txt'))).toBe(true)
    expect(project.read('summary.md')).toBe(`before\n${project.read('report.md')}`)
  })

  test('github names the plan from the folder that GitHub checked out', async () => {
    using parent = createProject()
    mkdirSync(join(parent.folder, 'deep'))
    parent.write('deep/plan.ts', GOOD)
    parent.write('deep/tools.json', TOOLS)
    using project = createPlan(GOOD, { env: { ...NOWHERE, GITHUB_WORKSPACE: parent.folder } })
    const inside = join(parent.folder, 'deep/plan.ts')

    const annotated = async (plan: string) => {
      const run = await project.understudy('dry-run', plan, '--tools', 'tools.json', '--format', 'github')
      return /file=([^,]*)/.exec(run.stdout)?.[1]
    }

    expect([await annotated(inside), await annotated('plan.ts')]).toEqual(['deep/plan.ts', 'plan.ts'])
  })

  test('github says where the summary could not be written, and exits 3', async () => {
    using project = createPlan(GOOD, { env: { ...NOWHERE, GITHUB_STEP_SUMMARY: 'missing/summary.md' } })

    expect(await rehearse(project, '--format', 'github')).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('Cannot write "missing/summary.md": there is no such file or folder'),
    })
  })
})

describe('an uncertain verdict', () => {
  test.each([
    ['fail', 0, 0],
    ['uncertain', 1, 1],
  ])('with --fail-on %s exits %d and is %d failure of JUnit', async (failOn, exit, failures) => {
    using project = createPlan(
      "const { text } = await mcp.notes.read_note({ id: 'welcome' })\nreturn text.trim()\n",
    )

    const run = await project.understudy(
      ...['dry-run', 'plan.ts', '--tools', 'tools.json', '--fail-on', failOn, '--format', 'junit'],
    )

    expect(run.exit).toBe(exit)
    expect(run.stdout.match(/<failure /g) ?? []).toHaveLength(failures)
    expect(run.stdout).toContain('1 of 1 answer was invented')
  })
})

test('--fail-on destructive fails the call that destroys, and its verdict', async () => {
  using project = createPlan(DELETES)

  const run = await rehearse(project, '--fail-on', 'destructive', '--format', 'github', ...outs('xml'))

  expect(run.exit).toBe(1)
  expect(commandsIn(run.stdout).filter((line) => line.startsWith('::error'))).toHaveLength(2)
  expect(project.read('report.xml').match(/<failure type="[^"]*"/g)).toEqual([
    '<failure type="verdict"',
    '<failure type="side-effect"',
  ])
})

test('what a program prints is no command and no markup in any format', async () => {
  const attack = '\\n::error::pwned\\n##[error]x</script></pre>]]><blink>```\\n@everyone'
  using project = createPlan(`console.log('${attack}')\n${FAULTY}`)

  const github = await rehearse(project, '--format', 'github')
  const junit = await rehearse(project, '--format', 'junit')
  const html = await rehearse(project, '--format', 'html')

  expect(commandsIn(github.stdout)).toHaveLength(3)
  expect([github, junit, html].filter(({ stdout }) => stdout.includes('##[error]'))).toEqual([])
  expect(await xmlProblems([junit.stdout], 'junit-10.xsd')).toEqual([[]])
  expect(html.stdout).not.toMatch(/<blink>|<\/script/)
})

test('a secret that is a word of a format leaves the format whole, and the report', async () => {
  using project = createPlan("console.log('my testcase')\nconsole.log('a physicalLocation')\nreturn 1")
  const { mcpServers } = JSON.parse(project.read('.mcp.json'))
  const env = { ...mcpServers.notes.env, API_KEY: 'testcase', API_TOKEN: 'physicalLocation' }
  project.write('.mcp.json', JSON.stringify({ mcpServers: { notes: { ...mcpServers.notes, env } } }))

  const run = await project.understudy('dry-run', 'plan.ts', '--config', '.mcp.json', ...outs('xml', 'sarif'))

  expect(run).toMatchObject({ exit: 0, stderr: '' })
  expect(await xmlProblems([project.read('report.xml')], 'junit-10.xsd')).toEqual([[]])
  expect(sarifProblems(project.read('report.sarif'))).toEqual([])
  expect(project.read('report.xml')).toMatch(/<testcase .*\n[^<]*<system-out>[^<]*log \| my REDACTED_/)
})

function createPlan(text: string, options: ProjectOptions = {}): Project {
  const project = createProject({ env: NOWHERE, ...options })
  project.write('plan.ts', text)
  project.write('tools.json', TOOLS)
  project.write('stubs.yaml', STUBS)
  return project
}

function rehearse(project: Project, ...args: readonly string[]) {
  return project.understudy('dry-run', 'plan.ts', '--tools', 'tools.json', '--stubs', 'stubs.yaml', ...args)
}

function outs(...endings: readonly string[]): string[] {
  return endings.flatMap((ending) => ['--out', `report.${ending}`])
}

/** What GitHub's runner would take for a command. */
function commandsIn(log: string): string[] {
  return log.split('\n').filter((line) => line.trimStart().startsWith('::') || line.includes('##['))
}

test('--fail-on capability fails a program that reached for the machine, and swallowed that', async () => {
  using project = createPlan("try { await fetch('http://evil.test:8443/') } catch {}\n", {
    ownGuests: true,
  })

  const fine = await rehearse(project, '--format', 'text')
  const run = await rehearse(project, '--fail-on', 'capability', '--format', 'github', ...outs('xml'))

  expect([fine.exit, run.exit]).toEqual([0, 1])
  expect(fine.stdout).toMatch(/^UNCERTAIN .*\n.*it reached for the machine, and was denied/)
  expect(commandsIn(run.stdout).find((line) => line.includes('CAPABILITY_DENIED'))).toMatch(/^::error/)
  expect(new Set(project.read('report.xml').match(/<failure type="[^"]*"/g))).toEqual(
    new Set(['<failure type="verdict"', '<failure type="CAPABILITY_DENIED"']),
  )
})
