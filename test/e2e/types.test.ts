/** `understudy types`, and types in a rehearsal. */
import { expect, test } from 'vitest'
import { createTypeChecker, findCompiler } from '../../src/type-check/index.js'
import { createProject, type Project } from './project.js'

/** Far more than a busy machine takes. */
const PATIENCE_MS = 150_000

const TOOLS = JSON.stringify({
  server: 'files',
  tools: [
    {
      name: 'read_text_file',
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string' }, head: { type: 'integer' } },
        required: ['path'],
      },
      outputSchema: {
        type: 'object',
        properties: { content: { type: 'string' } },
        required: ['content'],
      },
    },
  ],
})

test('types of the servers of a config are written to a file that a program is checked against', async () => {
  using project = createProject()

  const { exit, stdout, stderr } = await project.understudy(
    'types',
    '--config',
    '.mcp.json',
    '--out',
    'mcp.d.ts',
  )

  expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' })
  expect(stderr).toContain('Wrote mcp.d.ts')
  expect(await codesOf("await mcp.notes.read_note({ id: 'welcome' })", project.read('mcp.d.ts'))).toEqual([])
  expect(await codesOf('await mcp.notes.read_note({ id: 1 })', project.read('mcp.d.ts'))).toEqual([2322])
})

test('a server that cannot be asked has any tool, and the exit code tells', async () => {
  using project = withTools()
  project.write(
    'down.json',
    JSON.stringify({ mcpServers: { down: { command: 'understudy-no-such-command' } } }),
  )

  const { exit, stdout, stderr } = await project.understudy(
    'types',
    '--config',
    'down.json',
    '--tools',
    'tools.json',
  )

  expect(exit).toBe(3)
  expect(stderr).toContain('Server "down" could not be asked')
  expect(
    await codesOf("await mcp.down.anything(); await mcp.files.read_text_file({ path: 'a' })", stdout),
  ).toEqual([])
})

test('globals are left out where a project has them', async () => {
  using project = withTools()

  const { stdout } = await project.understudy('types', '--tools', 'tools.json', '--no-globals')

  expect(await codesOf('console.log(1)', stdout)).toEqual([2584])
})

test('params are told as types, as JSON Schema and as Zod', async () => {
  using project = withTools()
  const types = (...args: string[]) =>
    project.understudy('types', '--tools', 'tools.json', '--program', 'plan.ts', ...args)

  const { stdout: declarations } = await types()
  const { stdout: schema } = await types('--format', 'json-schema')
  const { stdout: zod } = await types('--format', 'zod')

  expect(
    await codesOf('const a: string = params.file; const b: number | undefined = params.lines', declarations),
  ).toEqual([])
  expect(
    await codesOf('const a: number = params.file; const b: number = params.lines', declarations),
  ).toEqual([2322, 2322])
  expect(JSON.parse(schema)).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { file: { type: 'string' }, lines: { type: 'integer', default: 10 } },
    required: ['file'],
  })
  expect(zod).toBe(
    "import { z } from 'zod'\n\nexport const params = z.looseObject({\n  file: z.string(),\n  lines: z.number().refine(Number.isInteger).optional(),\n})\n",
  )
})

test('a program that cannot be read has no params', async () => {
  using project = withTools('const = 1')

  const { exit, stderr } = await project.understudy('types', '--tools', 'tools.json', '--program', 'plan.ts')

  expect(exit).toBe(2)
  expect(stderr).toContain('Cannot type the params of "plan.ts": line 1, column 7:')
})

test('a rehearsal tells params that do not fit, once each, and goes on', async () => {
  using project = withTools(
    'const head = params.lines ?? 10\nconst { content } = await mcp.files.read_text_file({ path: params.file })\nreturn content.slice(0, head)',
  )

  const report = await project.dryRun(
    'plan.ts',
    '--tools',
    'tools.json',
    '--params',
    '{"flie":"a","lines":"x"}',
  )

  // What is missing in line 2 is told there as an argument.
  expect(report.validation.findings.filter(({ code }) => code === 'PARAMS_MISMATCH')).toEqual([
    mismatch(
      '--params does not fit what the program does with it: "/lines" must be a number, found a string',
      1,
      14,
    ),
    mismatch('--params has "flie", which the program never reads: did you mean file?'),
  ])
  expect(report.validation.type_errors).toMatchObject([{ line: 2 }])
  expect(report.ended).toBe('threw')
})

function mismatch(message: string, line?: number, column?: number) {
  const place = line === undefined ? {} : { line, column }
  return { code: 'PARAMS_MISMATCH', severity: 'warning', certain: false, message, ...place }
}

function withTools(
  plan = 'const { content } = await mcp.files.read_text_file({ path: params.file, head: params.lines ?? 10 })\nreturn content',
): Project {
  const project = createProject()
  project.write('tools.json', TOOLS)
  project.write('plan.ts', plan)
  return project
}

async function codesOf(program: string, declarations: string): Promise<number[]> {
  const found = findCompiler()
  if (found.kind === 'missing') throw new Error(found.why)
  await using checker = createTypeChecker(found.compiler, { timeoutMs: PATIENCE_MS })
  const check = await checker.check({ kind: 'ts', text: program, declarations })
  if (check.kind === 'unchecked') throw new Error(check.why)
  return check.problems.map(({ code }) => code)
}
