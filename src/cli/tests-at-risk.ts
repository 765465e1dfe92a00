/** Tests that a change of a contract breaks: found in their text, for the tools and literal arguments that stand there. */
import { AssertionError } from 'node:assert'
import { readdirSync, statSync } from 'node:fs'
import { join, normalize, resolve } from 'node:path'
import { byText, type JsonObject, readUserFile, reasonOf, UsageError } from '../base/index.js'
import { checkArguments } from '../plan/index.js'
import { createTypeStripper, findTestCalls, type TestCall } from '../program/index.js'
import {
  type ContractChange,
  type ContractLock,
  createRegistry,
  type RegisteredTool,
  type ServerTools,
  type ToolRegistry,
  toolsOfLock,
} from '../registry/index.js'
import type { TestAtRisk, TestsAtRisk } from '../report/index.js'
import { createSchemaCompiler, type JudgedIssue } from '../schema/index.js'
import { expectResponse } from '../testing/index.js'

export interface Drifted {
  readonly locked: ContractLock
  readonly live: readonly ServerTools[]
  readonly changes: readonly ContractChange[]
}

/**
 * Looks through files, and through all test files of folders, in the order of their names.
 * @throws UsageError FILE_UNREADABLE
 */
export async function testsAtRisk(
  paths: readonly string[],
  { locked, live, changes }: Drifted,
  cwd: string,
): Promise<TestsAtRisk> {
  const asked = new Set(live.map(({ server }) => server))
  const compiler = createSchemaCompiler()
  const before = createRegistry(
    toolsOfLock(locked).filter(({ server }) => asked.has(server)),
    compiler,
  )
  const after = createRegistry(live, compiler)
  const files = [...new Set(paths.flatMap((path) => testFilesIn(normalize(path), cwd)))]
  const list: TestAtRisk[] = []
  const unread: { file: string; reason: string }[] = []
  await using stripper = createTypeStripper()
  for (const file of files) {
    const source = readUserFile(file, 'the test file', cwd)
    const reading = await findTestCalls(source, { fileName: file, stripper })
    if (reading.kind === 'refused') unread.push({ file, reason: reading.reason })
    else for (const call of reading.calls) list.push(...riskOf(call, file, { before, after, changes }))
  }
  return { files: files.length, list, unread }
}

interface Contracts {
  readonly before: ToolRegistry
  readonly after: ToolRegistry
  readonly changes: readonly ContractChange[]
}

/** At most one a call. Where several servers have a tool of the name, the call may be of each: it breaks where it does for all. */
function riskOf(call: TestCall, file: string, { before, after, changes }: Contracts): TestAtRisk[] {
  const meant = before.tools.filter(
    ({ server, name }) => name === call.tool && (call.server === undefined || call.server === server),
  )
  const risks = meant.flatMap((tool) => {
    const lookup = after.find(tool.server, tool.name)
    const risk = riskWith(call, tool, lookup.kind === 'found' ? lookup.tool : undefined, changes)
    return risk === undefined ? [] : [{ file, server: tool.server, tool: tool.name, ...risk }]
  })
  const [worst] = risks.toSorted(
    (a, b) => Number(a.effect === 'may-break') - Number(b.effect === 'may-break'),
  )
  if (worst === undefined) return []
  return [risks.length < meant.length ? { ...worst, effect: 'may-break' } : worst]
}

type Risk = Pick<TestAtRisk, 'line' | 'column' | 'effect' | 'message'>

function riskWith(
  call: TestCall,
  was: RegisteredTool,
  now: RegisteredTool | undefined,
  changes: readonly ContractChange[],
): Risk | undefined {
  const { line, column } = call
  if (now === undefined) return { line, column, effect: 'breaks', message: 'The tool is gone' }
  if (call.kind === 'contract') return breach(call, was, now)
  const undecided = [...(call.arguments?.holes ?? []), ...(call.arguments?.open ?? [])]
  const issueWith = (tool: RegisteredTool): JudgedIssue | undefined =>
    call.arguments && worstOf(checkArguments(tool, call.arguments.value, undecided).issues)
  const [before, issue] = [issueWith(was), issueWith(now)]
  // What the locked contract refused too is meant to be refused.
  if (before !== undefined && before.leniency === undefined) return undefined
  // What a server took all the same may still be taken.
  if (issue !== undefined && (before === undefined || issue.leniency === undefined))
    return {
      ...(call.arguments?.positionOf(issue.pointer) ?? { line, column }),
      ...(issue.leniency === undefined
        ? { effect: 'breaks', message: `Its arguments are refused now: ${issue.message}` }
        : {
            effect: 'may-break',
            message: `Its arguments may be refused now: ${issue.message}; ${issue.leniency}`,
          }),
    }
  const change = changes.find(
    ({ class: name, server, tool, part }) =>
      name === 'breaking' && part === 'output' && server === was.server && tool === was.name,
  )
  return change && { line, column, effect: 'may-break', message: `Its output: ${change.message}` }
}

/** One that no server forgives, where there is one. */
function worstOf(issues: readonly JudgedIssue[]): JudgedIssue | undefined {
  return issues.find(({ leniency }) => leniency === undefined) ?? issues[0]
}

/** A contract that is written down in the test, and was kept. */
function breach(call: TestCall, was: RegisteredTool, now: RegisteredTool): Risk | undefined {
  const { line, column, arguments: contract } = call
  if (contract === undefined || contract.holes.length + contract.open.length > 0) return undefined
  if (breachOf(was, contract.value) !== undefined) return undefined
  const found = breachOf(now, contract.value)
  return found === undefined ? undefined : { line, column, effect: 'breaks', message: found }
}

/** What the matcher says of it; undefined where it holds. */
function breachOf({ name, definition }: RegisteredTool, contract: JsonObject): string | undefined {
  try {
    expectResponse([definition]).toListTool(name, contract)
    return undefined
  } catch (failure) {
    if (!(failure instanceof AssertionError)) throw failure
    const [, ...details] = failure.message.split(/\n\s*/)
    return `Its contract is not kept: ${details.join('; ')}`
  }
}

/** A file that is named is taken whatever its name; of folders those that could be tests, without what is installed there. */
function testFilesIn(path: string, cwd: string): string[] {
  try {
    if (!statSync(resolve(cwd, path)).isDirectory()) return [path]
    return readdirSync(resolve(cwd, path), { withFileTypes: true })
      .toSorted((a, b) => byText(a.name, b.name))
      .flatMap((entry) => {
        const inner = join(path, entry.name)
        if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : testFilesIn(inner, cwd)
        return entry.isFile() && SCRIPT.test(entry.name) && !entry.name.includes('.d.') ? [inner] : []
      })
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError('FILE_UNREADABLE', `Cannot read the tests "${path}": ${reasonOf(cause)}`, {
      hint: `paths start from ${cwd}`,
    })
  }
}

const SCRIPT = /\.[cm]?[jt]s$/i
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git'])
