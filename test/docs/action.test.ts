/** action.yml, its steps run as GitHub runs them, against an API of pull requests on this machine. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { createProject, type Project } from '../e2e/project.js'
import { verifies } from '../verifies.js'

verifies('kit:ci-reports')

const action: Action = parse(readFileSync(join(PROJECT_ROOT, 'action.yml'), 'utf8'))
const TOOLS = {
  server: 'notes',
  tools: [
    {
      name: 'read_note',
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', required: ['id'] },
    },
  ],
}

let project: Project
let comments: Comment[] = []
/** Given instead of what would be done, once a comment is to be written. */
let refusal: number | undefined

const api = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://api')
  const body = (await request.toArray()).join('')
  const answer = (status: number, value: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  if (request.headers.authorization !== 'Bearer a-token') answer(401, {})
  else if (request.method === 'GET' && pathname === '/repos/me/plans/issues/7/comments') {
    const page = Number(searchParams.get('page'))
    answer(200, comments.slice((page - 1) * 100, page * 100))
  } else if (refusal !== undefined) answer(refusal, {})
  else if (request.method === 'POST' && pathname === '/repos/me/plans/issues/7/comments') {
    comments.push({ ...JSON.parse(body), id: comments.length, user: { login: 'github-actions[bot]' } })
    answer(201, {})
  } else if (request.method === 'PATCH') {
    const id = Number(pathname.split('/').at(-1))
    comments = comments.map((each) => (each.id === id ? { ...each, ...JSON.parse(body) } : each))
    answer(200, {})
  } else answer(404, {})
})

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  api.close()
})
beforeEach(async () => {
  comments = []
  refusal = undefined
  project = createProject()
  await mkdir(join(project.folder, 'plans/node_modules'), { recursive: true })
  await mkdir(join(project.folder, 'node_modules'))
  symlinkSync(PROJECT_ROOT, join(project.folder, 'node_modules/mcp-understudy'))
  project.write('tools.json', JSON.stringify(TOOLS))
  project.write('stubs.yaml', '- tool: notes:read_note\n  result: water the plants\n')
  project.write('plans/good.ts', "return await mcp.notes.read_note({ id: 'today' })\n")
  project.write('plans/node_modules/other.ts', 'return 1\n')
  project.write('event.json', '{"pull_request":{"number":7}}')
  return () => project[Symbol.dispose]()
})

test('a plan without anything wrong passes, and one comment is kept up to date', async () => {
  const first = await runAction()
  project.write('plans/second.ts', "return await mcp.notes.read_note({ id: 'second' })\n")
  const second = await runAction()

  expect([first.exits, second.exits]).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(second.outputs.verdict).toBe('pass')
  expect(comments).toHaveLength(1)
  expect(comments[0]?.body).toContain('good.ts')
  expect(comments[0]?.body).toContain('second.ts')
  expect(comments[0]?.body).not.toContain('other.ts')
})

test('a plan that breaks a schema fails the step, is annotated, and is told in the comment', async () => {
  project.write('plans/broken.ts', "return await mcp.notes.read_note({ name: 'today' })\n")

  const run = await runAction({ plans: 'plans/broken.ts' })

  expect(run.exits).toEqual([1, 0])
  expect(run.outputs.verdict).toBe('fail')
  expect(run.said).toMatch(/^::error .*plans\/broken\.ts/m)
  expect(comments[0]?.body).toContain('broken.ts')
})

test('a comment of somebody else is not changed, whatever it says', async () => {
  await runComment()
  const [{ body = '' } = {}] = comments
  comments = Array.from({ length: 150 }, (_, id) => ({ body, id, user: { login: 'somebody' } }))

  await runComment()
  await runComment()

  expect(body).toContain('a report')
  expect(comments).toHaveLength(151)
  expect(comments.slice(0, 150).every((each) => each.body === body)).toBe(true)
})

test('reports that have no room are counted', async () => {
  const run = await runComment(
    {},
    Array.from({ length: 5 }, (_, n) => `report ${n} ${'x'.repeat(20_000)}`),
  )

  expect(run.exits).toEqual([0])
  expect(comments[0]?.body).toContain('report 2 x')
  expect(comments[0]?.body).toMatch(
    /\n2 of 5 reports have no room here\. More stands on \[the page of the run\]/,
  )
  expect(comments[0]?.body.length).toBeLessThan(65_536)
})

test('what may not be written is told, and fails nothing', async () => {
  refusal = 403

  const run = await runComment()

  expect(run.exits).toEqual([0])
  expect(run.said).toContain(
    '::notice::No comment was written, GitHub answered 403 Forbidden: the job needs `pull-requests: write`',
  )
})

test('without a pull request there is no comment, and none where none is wanted', async () => {
  project.write('event.json', '{"ref":"refs/heads/main"}')
  const pushed = await runComment()
  project.write('event.json', '{"pull_request":{"number":7}}')
  const unwanted = await runComment({ comment: 'false' })

  expect(pushed.exits).toEqual([0])
  expect(unwanted.exits).toEqual([])
  expect(comments).toEqual([])
})

test('plans that are not there, and lines that are no options, are told', async () => {
  const nothing = await runAction({ plans: 'nowhere/*.ts' })
  const noOption = await runAction({ options: 'tools.json' })
  const missing = await runAction({ plans: 'plans/missing.ts' })

  expect(nothing.said).toContain('::error::`plans` names no file')
  expect(noOption.said).toContain('::error::`options` has a line that is no option: tools.json')
  expect([nothing.exits[0], noOption.exits[0], missing.exits[0]]).toEqual([2, 2, 2])
  expect(missing.outputs.verdict).toBe('')
})

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: {
    readonly using: string
    readonly steps: readonly {
      readonly id?: string
      readonly if?: string
      readonly run: string
      readonly env?: Readonly<Record<string, string>>
    }[]
  }
}

interface Comment {
  readonly body: string
  readonly id: number
  readonly user: { readonly login: string }
}

/** The step behind the rehearsal alone, as if that had written these reports. */
async function runComment(given: Readonly<Record<string, string>> = {}, reports = ['a report']) {
  const folder = mkdtempSync(join(project.folder, 'reports-'))
  for (const [n, report] of reports.entries()) writeFileSync(join(folder, `${n}.md`), report)
  return runAction(given, { reports: folder })
}

/** Runs the steps whose condition holds; a step that fails does not keep the next one from being looked at, as on GitHub. */
async function runAction(
  given: Readonly<Record<string, string>> = {},
  rehearsed?: Readonly<Record<string, string>>,
) {
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']),
  )
  const context: Context = {
    inputs: {
      ...inputs,
      plans: 'plans/**/*.ts',
      options: '--tools tools.json\n--stubs stubs.yaml',
      ...given,
    },
    outputs: { ...rehearsed },
  }
  const exits: number[] = []
  let said = ''
  for (const step of action.runs.steps.slice(rehearsed === undefined ? 0 : 1)) {
    if (step.if !== undefined && evaluate(step.if, context) !== true) continue
    const env = Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluate(text, context)])
    const run = await runStep(step.run, Object.fromEntries(env))
    exits.push(run.exit)
    said += run.said
    Object.assign(context.outputs, run.outputs)
  }
  return { exits, said, outputs: context.outputs }
}

interface Context {
  readonly inputs: Readonly<Record<string, string>>
  readonly outputs: Record<string, string>
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/expressions, as far as action.yml goes. */
function evaluate(text: string, { inputs, outputs }: Context): unknown {
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    inputs,
    'steps.rehearse.outputs': outputs,
    github: { token: 'a-token' },
  }
  const [, expression] = /^\$\{\{ (.*) \}\}$/.exec(text) ?? []
  if (expression === undefined) return text
  const known = expression.replace(
    /\b(inputs|steps\.rehearse\.outputs|github)\.([\w-]+)/g,
    (_, group, name) => JSON.stringify(values[group]?.[name] ?? ''),
  )
  const value = new Function('cancelled', `return ${known}`)(() => false)
  return typeof value === 'string' ? String(evaluate(value, { inputs, outputs })) : value
}

function runStep(script: string, env: Readonly<Record<string, string>>) {
  const outputFile = join(project.folder, 'outputs.txt')
  project.write('outputs.txt', '')
  const environment = {
    PATH: process.env.PATH,
    // Without a level, bash takes the pipes of Node for a network, and reads what the system sets up for those who log in.
    SHLVL: '1',
    ...env,
    GITHUB_ACTION_PATH: PROJECT_ROOT,
    GITHUB_API_URL: `http://127.0.0.1:${(api.address() as { port: number }).port}`,
    GITHUB_EVENT_PATH: join(project.folder, 'event.json'),
    GITHUB_JOB: 'rehearse',
    GITHUB_OUTPUT: outputFile,
    GITHUB_REPOSITORY: 'me/plans',
    GITHUB_RUN_ID: '1',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_WORKFLOW: 'plans',
    RUNNER_TEMP: project.folder,
  }
  return new Promise<{ exit: number; said: string; outputs: Record<string, string> }>((resolve) => {
    const child = execFile(
      'bash',
      ['-e', '-c', script],
      { cwd: project.folder, env: environment },
      (_, out, err) => {
        const lines = project.read('outputs.txt').trim().split('\n')
        const outputs = Object.fromEntries(
          lines.map((line) => /^([^=]*)=(.*)$/.exec(line)?.slice(1) ?? ['', '']),
        )
        resolve({ exit: child.exitCode ?? 1, said: out + err, outputs })
      },
    )
  })
}
