/** Calls in the wrong order, of what is gone, and by names that are all but known: what the names in a plan say against it. */
import { afterAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/index.js'
import { type Report, rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { closeOneGuest, oneGuest } from '../one-guest.js'
import { type RecordedCall, recordedCalls } from '../recorded-world.js'

verifies('rehearsal:names-that-speak-against')

afterAll(closeOneGuest)

const TEXT = { type: 'string' }
const TOOLS = [
  ...['read', 'remove', 'edit_page'].map((name) => tool(name, { path: TEXT })),
  ...['read_page', 'list_pages'].map((name) => tool(name, { path: TEXT }, { readOnlyHint: true })),
  tool('write', { path: TEXT, text: TEXT }),
  tool('move', { from: TEXT, to: TEXT }),
  tool('make_directory', { path: TEXT }),
  tool('stage', { paths: { type: 'array', items: TEXT } }),
  tool('branch', { path: TEXT, mode: TEXT, branchName: TEXT }),
  tool('checkout', { path: TEXT, target: TEXT }),
  tool('create_labels', { labels: { type: 'array' } }),
  tool('add_notes', { notes: { type: 'array' } }),
  tool('get', { id: TEXT }),
  tool('set_state', { id: TEXT, state: TEXT }),
  tool('put_on', { issue: TEXT, label: TEXT }),
  tool('remove_label', { issue: TEXT, label: TEXT }),
  tool('get_issue', { issue: TEXT }),
  tool('delete_issue', { issue: TEXT }),
  tool('restore_issue', { issue: TEXT }),
]
const SERVERS = [{ server: 'pages', tools: TOOLS }]

function tool(name: string, properties: JsonObject, annotations: JsonObject = {}) {
  return { name, inputSchema: { type: 'object' as const, properties }, annotations }
}

const RECORDED: readonly RecordedCall[] = [
  recorded('read_page', { path: 'docs/plan.md' }, '# Plan'),
  recorded('list_pages', { path: 'docs' }, 'plan.md\nnotes.md'),
]

function recorded(name: string, args: JsonObject, says: string): RecordedCall {
  return { server: 'pages', tool: name, arguments: args, says }
}

async function rehearsed(program: string, calls: readonly RecordedCall[] = []): Promise<Report> {
  return await rehearse(program, {
    ...{ tools: SERVERS, fileName: 'plan.js', now: '2026-01-02T03:04:05.000Z', sandbox: await oneGuest() },
    store: await recordedCalls(SERVERS, calls),
  })
}

function toldOf({ validation }: Report): readonly string[] {
  return validation.findings.filter(({ code }) => CODES.has(code)).map(({ code, line }) => `${code} ${line}`)
}

const CODES = new Set(['USED_BEFORE_MADE', 'USED_AFTER_GONE', 'NAME_NEARLY_KNOWN', 'MOVED_ONTO_ITSELF'])

describe('told at its line, and no pass', () => {
  test.each<[string, string, string]>([
    [
      'a file before its folder',
      "await mcp.pages.write({ path: 'out/a', text: 'x' })\nawait mcp.pages.make_directory({ path: 'out' })",
      'USED_BEFORE_MADE 1',
    ],
    [
      'a label that is made after it is put on',
      "await mcp.pages.put_on({ issue: 'I-1', label: 'bug' })\nawait mcp.pages.create_labels({ labels: [{ name: 'bug' }] })",
      'USED_BEFORE_MADE 1',
    ],
    [
      'a branch, told by what mode says',
      "await mcp.pages.checkout({ path: '/r', target: 'next' })\nawait mcp.pages.branch({ path: '/r', mode: 'create', branchName: 'next' })",
      'USED_BEFORE_MADE 1',
    ],
    [
      'a read before the only write',
      "const text = await mcp.pages.read({ path: 'a.txt' })\nawait mcp.pages.write({ path: 'a.txt', text: 'made' })\nreturn text",
      'USED_BEFORE_MADE 1',
    ],
    [
      'a file that is staged before it is written',
      "await mcp.pages.stage({ paths: ['a.txt'] })\nawait mcp.pages.write({ path: '/r/a.txt', text: 'x' })",
      'USED_BEFORE_MADE 1',
    ],
    [
      'a read of what was removed',
      "await mcp.pages.remove({ path: 'a.txt' })\nawait mcp.pages.read({ path: 'a.txt' })",
      'USED_AFTER_GONE 2',
    ],
    [
      'a read below what was moved away',
      "await mcp.pages.move({ from: 'old', to: 'new' })\nawait mcp.pages.read({ path: 'old/a.txt' })",
      'USED_AFTER_GONE 2',
    ],
    [
      'a read beside a move',
      "await Promise.all([\n  mcp.pages.move({ from: 'a.txt', to: 'b.txt' }),\n  mcp.pages.read({ path: 'a.txt' }),\n])",
      'USED_AFTER_GONE 3',
    ],
    [
      'an issue after it is deleted',
      "await mcp.pages.delete_issue({ issue: 'I-1' })\nawait mcp.pages.get_issue({ issue: 'I-1' })",
      'USED_AFTER_GONE 2',
    ],
    ['a move onto itself', "await mcp.pages.move({ from: 'a', to: 'a' })", 'MOVED_ONTO_ITSELF 1'],
    [
      'a slip in what was recorded',
      "const text = await mcp.pages.read_page({ path: 'docs/plans.md' })\nreturn text",
      'NAME_NEARLY_KNOWN 1',
    ],
    [
      'a file of a listed folder, in another one',
      "await mcp.pages.list_pages({ path: 'docs' })\nconst text = await mcp.pages.read_page({ path: 'plan.md' })\nreturn text",
      'NAME_NEARLY_KNOWN 2',
    ],
    [
      'a slip in what the plan made itself',
      "await mcp.pages.create_labels({ labels: [{ name: 'urgent' }] })\nawait mcp.pages.put_on({ issue: 'I-1', label: 'urgnet' })",
      'NAME_NEARLY_KNOWN 2',
    ],
  ])('%s', async (_, program, told) => {
    const report = await rehearsed(program, RECORDED)

    expect(toldOf(report)).toEqual([told])
    expect(report.verdict).toBe('uncertain')
    expect(
      report.validation.findings.filter(({ certain, severity }) => certain && severity === 'error'),
    ).toEqual([])
  })
})

describe('nothing is told of', () => {
  test.each<[string, string]>([
    [
      'a folder before its file',
      "await mcp.pages.make_directory({ path: 'out' })\nawait mcp.pages.write({ path: 'out/a', text: 'x' })",
    ],
    [
      'what is moved out of the way before it is made anew',
      "await mcp.pages.move({ from: 'out', to: 'out.old' })\nawait mcp.pages.make_directory({ path: 'out' })",
    ],
    [
      'a read whose answer is written back',
      "const text = await mcp.pages.read({ path: 'a.txt' })\nawait mcp.pages.write({ path: 'a.txt', text: String(text) + '!' })",
    ],
    [
      'a read before and after a write',
      "const was = await mcp.pages.read({ path: 'a.txt' })\nawait mcp.pages.write({ path: 'a.txt', text: 'x' })\nconst is = await mcp.pages.read({ path: 'a.txt' })\nreturn [was, is]",
    ],
    [
      'a read whose failure is caught',
      "try { await mcp.pages.read({ path: 'a.txt' }) } catch {}\nawait mcp.pages.write({ path: 'a.txt', text: 'x' })",
    ],
    [
      'the folder of a repository',
      "await mcp.pages.checkout({ path: '/r', target: 'main' })\nawait mcp.pages.branch({ path: '/r', mode: 'create', branchName: 'next' })",
    ],
    [
      'what is staged again after it was written',
      "await mcp.pages.stage({ paths: ['a.txt'] })\nawait mcp.pages.write({ path: '/r/a.txt', text: 'x' })\nawait mcp.pages.stage({ paths: ['a.txt'] })",
    ],
    [
      'what is written again after it was removed',
      "await mcp.pages.remove({ path: 'a.txt' })\nawait mcp.pages.write({ path: 'a.txt', text: 'x' })\nawait mcp.pages.read({ path: 'a.txt' })",
    ],
    [
      'an issue that a label is taken from',
      "await mcp.pages.remove_label({ issue: 'I-1', label: 'bug' })\nawait mcp.pages.get_issue({ issue: 'I-1' })",
    ],
    [
      'an issue that is restored',
      "await mcp.pages.delete_issue({ issue: 'I-1' })\nawait mcp.pages.restore_issue({ issue: 'I-1' })\nawait mcp.pages.get_issue({ issue: 'I-1' })",
    ],
    [
      'a look whether it is gone',
      "await mcp.pages.remove({ path: 'a.txt' })\ntry { await mcp.pages.read({ path: 'a.txt' }); return false } catch { return true }",
    ],
    [
      'an entity that two notes are added to, and one whose state is set',
      "await mcp.pages.add_notes({ notes: [{ entityName: 'Bob', text: 'a' }] })\nawait mcp.pages.add_notes({ notes: [{ entityName: 'Bob', text: 'b' }] })\nawait mcp.pages.get({ id: 'I-1' })\nawait mcp.pages.set_state({ id: 'I-1', state: 'open' })",
    ],
    ['a neighbour of what was recorded', "return await mcp.pages.read_page({ path: 'docs/plan2.md' })"],
    [
      'a name that an answer has',
      "await mcp.pages.list_pages({ path: 'docs' })\nreturn await mcp.pages.read_page({ path: 'docs/notes.md' })",
    ],
    [
      'a new page whose name is like another one',
      "await mcp.pages.write({ path: 'docs/plans.md', text: 'x' })\nawait mcp.pages.write({ path: 'docs/plan.md', text: 'x' })",
    ],
  ])('%s', async (_, program) => {
    expect(toldOf(await rehearsed(program, RECORDED))).toEqual([])
  })
})

test('a workflow is looked at as a program is', async () => {
  const workflow = `
tasks:
  - { id: save, tool: "pages:write", arguments: { path: new/a.txt, text: x } }
  - { id: folder, tool: "pages:make_directory", depends_on: [save], arguments: { path: new } }
`
  const report = await rehearse(workflow, { tools: SERVERS, fileName: 'plan.yaml' })

  expect(toldOf(report)).toEqual(['USED_BEFORE_MADE 3'])
  expect(report.verdict).toBe('uncertain')
})
