/** What a program reads back of what it wrote itself: known without a copy, and never for more than it is. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Stub, stub } from '../../src/call/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../src/dryrun/index.js'
import { footprintSource } from '../../src/effects/index.js'
import { connectEntry } from '../../src/launch/index.js'
import type { Tool } from '../../src/protocol/index.js'
import { createRegistry, type ServerTools } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { verifies } from '../verifies.js'
import { entryOf, files, memory, type TrialServer } from './held-against-reality.js'
import { oneGuest } from './one-guest.js'
import { NOW, type RecordedCall, recordedCalls } from './recorded-world.js'

verifies('rehearsal:reads-what-was-written')

const TICKET: Tool = {
  name: 'open',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  annotations: { readOnlyHint: false, destructiveHint: false },
}
let servers: readonly ServerTools[]

beforeAll(async () => {
  servers = [
    { server: 'fs', tools: await toolsOf(files), reach: { kind: 'local', roots: ['/d'] } },
    { server: 'memory', tools: await toolsOf(memory), reach: { kind: 'local', roots: ['/memory'] } },
    { server: 'tickets', tools: [TICKET], reach: { kind: 'remote', origin: 'https://t.test' } },
  ]
})

const WRITTEN = `await mcp.fs.write_file({ path: '/d/a', content: 'one' })
  const { content } = await mcp.fs.read_text_file({ path: '/d/a' })`

describe('a file that was written', () => {
  test('is read as it was written, which the program wrote itself', async () => {
    const report = await rehearsed(
      `${WRITTEN}; if (content !== 'one') throw new Error(content); return content`,
    )

    expect(report).toMatchObject({
      verdict: 'pass',
      simulated_result: 'one',
      assumptions: [{ call: 1, text: 'fs:write_file succeeds' }],
    })
    expect(report.calls[1]).toMatchObject({ source: 'overlay', invented: false, outcome: 'result' })
  })

  test('fails a program that expects something else', async () => {
    const report = await rehearsed(`${WRITTEN}; if (content !== 'two') throw new Error(content)`)

    expect(report).toMatchObject({ verdict: 'fail', ended: 'threw' })
  })

  test('is not there any more once it was moved', async () => {
    const report = await rehearsed(`${WRITTEN}
      await mcp.fs.move_file({ source: '/d/a', destination: '/d/b' })
      await mcp.fs.read_text_file({ path: '/d/a' })`)

    expect(report.verdict).toBe('fail')
    expect(report.calls[3]).toMatchObject({ source: 'overlay', outcome: 'tool-error' })
  })

  test('is one that was recorded, edited', async () => {
    const program = (port: number) => `
      await mcp.fs.edit_file({ path: '/d/conf', edits: [{ oldText: '80', newText: '81' }] })
      const { content } = await mcp.fs.read_text_file({ path: '/d/conf' })
      if (content !== 'port=${port}') throw new Error(content)`

    expect(await rehearsed(program(81), [recordedText('/d/conf', 'port=80')])).toMatchObject({
      verdict: 'pass',
    })
    expect(await rehearsed(program(80), [recordedText('/d/conf', 'port=80')])).toMatchObject({
      verdict: 'fail',
    })
    expect(await rehearsed(program(81))).toMatchObject({ verdict: 'uncertain' })
  })

  test('says nothing for certain without variants, since nobody knows that the write succeeds', async () => {
    expect(await rehearsed(`${WRITTEN}; return content`, [], { budget: 0 })).toMatchObject({
      verdict: 'uncertain',
    })
  })

  test('is unknown where another server that sees it may have written, too', async () => {
    const other = { ...servers[1], server: 'other', reach: { kind: 'local', roots: ['/d'] } } as ServerTools
    const report = await rehearsed(
      `await mcp.fs.write_file({ path: '/d/a', content: 'one' })
       await mcp.other.create_entities({ entities: [] })
       return (await mcp.fs.read_text_file({ path: '/d/a' })).content`,
      [],
      { others: [other] },
    )

    expect(report.verdict).toBe('uncertain')
    expect(report.calls[2]?.doubt).toBe('other:create_entities (call 2) may have changed it')
  })

  test('is unknown after two writes side by side', async () => {
    const report = await rehearsed(`
      await Promise.all(['x', 'y'].map((content) => mcp.fs.write_file({ path: '/d/a', content })))
      return (await mcp.fs.read_text_file({ path: '/d/a' })).content`)

    expect(report.verdict).toBe('uncertain')
    expect(report.calls[2]?.doubt).toContain('in another order')
  })

  test('is read through a handler as it was before a write that is assumed to succeed', async () => {
    const report = await rehearsed(
      `try { await mcp.fs.write_file({ path: '/d/a', content: 'new' }) } catch {}
       const { content } = await mcp.fs.read_text_file({ path: '/d/a' })
       return content`,
      [recordedText('/d/a', 'old')],
    )

    expect(report).toMatchObject({ verdict: 'pass', assumptions: [{ call: 1 }], simulated_result: 'new' })
  })
})

describe('a file that was not written', () => {
  const program = (text: string) => `
    await mcp.fs.write_file({ path: '/d/a', content: 'one' })
    const { content } = await mcp.fs.read_text_file({ path: '/d/b' })
    if (content !== '${text}') throw new Error(content)
    return content`

  test('is as it was recorded, as long as no path is a link', async () => {
    const report = await rehearsed(program('two'), [recordedText('/d/b', 'two')])

    expect(report.verdict).toBe('pass')
    expect(report.assumptions).toEqual([
      expect.objectContaining({
        call: 1,
        text: 'fs:write_file succeeds, and no path that was written to is a link to another one',
      }),
    ])
  })

  test('proves nothing wrong', async () => {
    expect((await rehearsed(program('one'), [recordedText('/d/b', 'two')])).verdict).toBe('uncertain')
  })
})

describe('while a write fails', () => {
  const read = "(await mcp.fs.read_text_file({ path: '/d/a' })).content"
  const program = (first: string) => `
    ${first}
    try { await mcp.fs.write_file({ path: '/d/a', content: 'new' }) } catch {}
    if (${read} === 'old') await mcp.fs.move_file({ source: '/d/b', destination: '/d/c' })
    else await mcp.fs.move_file({ source: '/d/b', destination: '/d/d' })`

  test('what is read afterwards is as it was before, and as it was written where only the answer is lost', async () => {
    const faults = await faultsOf(program(`if (${read} !== 'old') throw new Error()`), 2)

    const prevented = {
      ...{ end: 'handled', not_made: [2, 4] },
      instead: [{ tool: 'fs:move_file', arguments: { source: '/d/b', destination: '/d/c' } }],
      assumes: ['fs:move_file in line 4 succeeds, with an answer that nobody gave'],
    }
    expect(faults).toMatchObject({
      ...{ tool_error: prevented, timeout_before: prevented },
      timeout_after: { end: 'survived', done: [2, 4], instead: [], assumes: [] },
    })
  })

  test('nobody says what is read afterwards that was not read before', async () => {
    const faults = await faultsOf(program(''), 1)

    const told = 'fs:read_text_file in line 4 succeeds, with an answer that nobody gave'
    expect(faults.tool_error?.assumes).toContainEqual(told)
    expect(faults.timeout_before?.assumes).toContainEqual(told)
    expect(faults.timeout_after).toMatchObject({ end: 'survived', assumes: [] })
  })

  test('what was made again is read as in the rehearsal', async () => {
    const write = "await mcp.fs.write_file({ path: '/d/a', content: 'new' })"
    const faults = await faultsOf(
      `try { ${write} } catch { ${write} }
      if (${read} === 'new') await mcp.fs.move_file({ source: '/d/b', destination: '/d/c' })`,
      1,
    )

    expect(faults.tool_error).toMatchObject({ end: 'survived', done: [1, 3], assumes: [] })
  })

  async function faultsOf(text: string, call: number) {
    const { faults } = await rehearsed(text, [recordedText('/d/a', 'old')], { faults: true })
    const trials = (faults?.trials ?? []).filter((each) => each.call === call)
    return Object.fromEntries(trials.map((each) => [each.fault, each]))
  }
})

describe('a folder', () => {
  const recorded = [recordedList('/d', '[FILE] b\n[DIR] c')]
  const listed = (end: string) => `
    await mcp.fs.write_file({ path: '/d/a', content: 'one' })
    const lines = (await mcp.fs.list_directory({ path: '/d' })).content.split('\\n')
    ${end}`

  test('lists what was written into it', async () => {
    const program = listed(`if (!lines.includes('[FILE] a')) throw new Error('no'); return lines.length`)

    expect(await rehearsed(program, recorded)).toMatchObject({ verdict: 'pass', simulated_result: 3 })
  })

  test('lists it somewhere', async () => {
    const report = await rehearsed(listed(`return lines[0]`), recorded)

    expect(report.verdict).toBe('uncertain')
    expect(report.calls[1]).toMatchObject({ source: 'overlay', invented: true, influence: 'decides' })
  })

  test.each([
    'lines.sort().join()',
    'lines.toSorted().join()',
    'lines.sort((x, y) => (x < y ? 1 : -1)).join()',
    "lines.some((line) => line === '[FILE] a')",
    "lines.every((line) => line.startsWith('['))",
  ])('may be asked what its order does not matter to: %s', async (asked) => {
    const report = await rehearsed(listed(`return ${asked}`), recorded)

    expect(report.verdict).toBe('pass')
  })
})

describe('what was said not to be there', () => {
  const absent = (tool: string, act: string): RecordedCall => ({
    ...{ server: 'fs', tool, arguments: { path: '/d/out' }, isError: true },
    says: `ENOENT: no such file or directory, ${act} '/d/out'`,
  })
  const ensured = (asked: string, expected: string) => `
    const isThere = await mcp.fs.${asked}({ path: '/d/out' }).then(() => true, () => false)
    if (!isThere) await mcp.fs.create_directory({ path: '/d/out' })
    await mcp.fs.write_file({ path: '/d/out/a.md', content: 'one' })
    const { content } = await mcp.fs.list_directory({ path: '/d/out' })
    if (content !== '${expected}') throw new Error(content)`

  test.each([
    ['list_directory', 'scandir'],
    ['get_file_info', 'stat'],
  ])('to %s is an empty folder once it is made', async (tool, act) => {
    const recorded = [absent(tool, act)]

    expect(await rehearsed(ensured(tool, '[FILE] a.md'), recorded)).toMatchObject({ verdict: 'pass' })
    // It may be a link that leads nowhere.
    expect(await rehearsed(ensured(tool, ''), recorded)).toMatchObject({ verdict: 'uncertain' })
  })

  test('is unknown where another error was said', async () => {
    const denied = {
      ...absent('list_directory', 'scandir'),
      says: "EACCES: permission denied, scandir '/d/out'",
    }

    expect(await rehearsed(ensured('list_directory', '[FILE] a.md'), [denied])).toMatchObject({
      verdict: 'uncertain',
    })
  })
})

describe('whether something is there', () => {
  const WRITE = `await mcp.fs.write_file({ path: '/d/a', content: 'one' })`
  const THERE = `await mcp.fs.get_file_info({ path: '/d/a' }).then(() => true, () => false)`

  test('is known of what was written, and nothing else of it', async () => {
    const asked = (end: string) => rehearsed(`${WRITE}; ${end}`)

    expect(await asked(`if (!(${THERE})) throw new Error('gone')`)).toMatchObject({ verdict: 'pass' })
    expect(
      await asked(`const { content } = await mcp.fs.get_file_info({ path: '/d/a' })
        if (content.includes('2026')) throw new Error('new')`),
    ).toMatchObject({ verdict: 'uncertain' })
  })

  test('is known of what was moved away', async () => {
    const moved = `${WRITE}; await mcp.fs.move_file({ source: '/d/a', destination: '/d/b' })`

    expect(await rehearsed(`${moved}; if (${THERE}) throw new Error('there')`)).toMatchObject({
      verdict: 'pass',
    })
  })
})

describe('what was read of many files at once', () => {
  const tree = JSON.stringify(
    [{ name: 'b', type: 'directory', children: [{ name: 'c.md', type: 'file' }] }],
    null,
    2,
  )
  const asked = (tool: string, args: string, recording: RecordedCall, end: string) =>
    rehearsed(
      `await mcp.fs.write_file({ path: '/d/b/a.md', content: 'one' })
      const { content } = await mcp.fs.${tool}(${args})
      ${end}`,
      [recording],
    )

  test('is read with what was written since', async () => {
    const both = { paths: ['/d/b/c.md', '/d/b/a.md'] }
    const said = '/d/b/c.md:\n# C\n\n---\n/d/b/a.md:\nold\n'
    const report = await asked(
      'read_multiple_files',
      JSON.stringify(both),
      ofFiles('read_multiple_files', both, said),
      `if (!content.endsWith('/d/b/a.md:\\none\\n')) throw new Error(content); return content.length`,
    )

    expect(report).toMatchObject({ verdict: 'pass', simulated_result: said.length })
  })

  test('is a tree with what was made, somewhere in its folder', async () => {
    const inTree = (end: string) =>
      asked('directory_tree', `{ path: '/d' }`, ofFiles('directory_tree', { path: '/d' }, tree), end)
    const names = `const names = JSON.parse(content)[0].children.map(({ name }) => name)`

    expect(await inTree(`${names}; return names.sort()`)).toMatchObject({
      verdict: 'pass',
      simulated_result: ['a.md', 'c.md'],
    })
    expect((await inTree(`${names}; return names[0]`)).verdict).toBe('uncertain')
  })

  test('is found among what was found before, by simple patterns', async () => {
    const inSearch = (pattern: string) => {
      const args = { path: '/d', pattern }
      const end = `return content.split('\\n').length`
      return asked('search_files', JSON.stringify(args), ofFiles('search_files', args, '/d/b/c.md'), end)
    }

    expect(await inSearch('**/*.md')).toMatchObject({ verdict: 'pass', simulated_result: 2 })
    expect(await inSearch('**/c*')).toMatchObject({ verdict: 'pass', simulated_result: 1 })
    expect((await inSearch('**/{a,c}.md')).verdict).toBe('uncertain')
  })
})

describe('what is invented', () => {
  test('is read back as what it is in each variant', async () => {
    const program = (end: string) => `
      const { id } = await mcp.tickets.open({})
      await mcp.fs.write_file({ path: '/d/id', content: id })
      const { content } = await mcp.fs.read_text_file({ path: '/d/id' })
      ${end}`

    const passedOn = await rehearsed(program(`await mcp.fs.write_file({ path: '/d/copy', content })`))
    const decides = await rehearsed(program(`if (content.startsWith('x')) await mcp.tickets.open({})`))

    expect(passedOn.verdict).toBe('pass')
    expect(passedOn.calls[0]?.influence).toBe('passed_on')
    expect(decides.verdict).toBe('uncertain')
  })
})

describe('an entity that was made', () => {
  const made = (end: string) => `
    await mcp.memory.create_entities({ entities: [{ name: 'Rome', entityType: 'city', observations: [] }] })
    const { entities, relations } = await mcp.memory.open_nodes({ names: ['Rome'] })
    ${end}`
  const nobody = [recorded('open_nodes', { names: ['Rome'] }, { entities: [], relations: [] })]

  test('is opened as it was made', async () => {
    expect(await rehearsed(made('return entities[0].entityType'), nobody)).toMatchObject({
      verdict: 'pass',
      simulated_result: 'city',
    })
    expect(await rehearsed(made('return entities[1].entityType'), nobody)).toMatchObject({ verdict: 'fail' })
  })

  test('may have relations all the same', async () => {
    const report = await rehearsed(made('return relations.length === 0'), nobody)

    expect(report.verdict).toBe('uncertain')
  })

  test('may have been there before: then it is not made again', async () => {
    const program = (end: string) => `
      const { entities } = await mcp.memory.create_entities({ entities: [{ name: 'Rome', entityType: 'city', observations: [] }] })
      ${end}`

    expect(await rehearsed(program('return entities'))).toMatchObject({
      verdict: 'pass',
      calls: [{ source: 'overlay', invented: true }],
    })
    expect((await rehearsed(program('return entities[0].name'))).verdict).toBe('uncertain')
    expect((await rehearsed(program('return entities[0].name'), nobody)).verdict).toBe('pass')
  })

  test('is nothing that is known where nobody knows whether it was there before', async () => {
    expect((await rehearsed(made('return entities[0].entityType'))).verdict).toBe('uncertain')
  })
})

describe('a record of which the settings say who writes it', () => {
  const title = { type: 'string' } as const
  const issue = {
    type: 'object',
    properties: { id: { type: 'string' }, title, state: { type: 'string' } },
    required: ['id', 'title', 'state'],
  } as const
  const named = { type: 'object', properties: { id: { type: 'string' }, title } } as const
  const annotations = { readOnlyHint: false, destructiveHint: false }
  const issues: ServerTools = {
    server: 'issues',
    reach: { kind: 'remote', origin: 'https://i.test' },
    tools: [
      { name: 'create', inputSchema: named, outputSchema: issue, annotations },
      { name: 'update', inputSchema: named, annotations },
      { name: 'get', inputSchema: named, outputSchema: issue, annotations: { readOnlyHint: true } },
    ],
  }
  const effects = [
    footprintSource([
      { tools: 'issues:create', footprint: { reads: [], writes: ['issue'] } },
      { tools: 'issues:update', footprint: { reads: [], writes: ['issue/{id}'] } },
      { tools: 'issues:get', footprint: { reads: ['issue/{id}'] } },
    ]),
  ]
  const known: readonly RecordedCall[] = [
    {
      ...{ server: 'issues', tool: 'get', arguments: { id: '7' } },
      says: { id: '7', title: 'old', state: 'open' },
    },
  ]
  const inIssues = (program: string, recordings = known) =>
    rehearsed(program, recordings, { others: [issues], effects })
  const RULE = 'and a record answers with what it was given'

  test('answers with what it was made of, which is taken for granted', async () => {
    const made = `const { id } = await mcp.issues.create({ title: 'new' })
      const issue = await mcp.issues.get({ id })`
    const asGiven = await inIssues(
      `${made}; if (issue.title !== 'new') throw new Error('no'); return issue.title`,
    )
    const otherwise = await inIssues(`${made}; if (issue.title === 'new') throw new Error('no')`)

    expect(asGiven.verdict).toBe('pass')
    expect(asGiven.assumptions?.[0]?.text).toBe(`issues:create succeeds, ${RULE}`)
    expect(otherwise.verdict).toBe('uncertain')
  })

  test('answers with what it was changed to, and what the server makes is invented', async () => {
    const changed = `await mcp.issues.update({ id: '7', title: 'new' })
      const issue = await mcp.issues.get({ id: '7' })`

    expect(await inIssues(`${changed}; return issue.title === 'new'`)).toMatchObject({
      verdict: 'pass',
      simulated_result: true,
    })
    expect((await inIssues(`${changed}; return issue.state === 'open'`)).verdict).toBe('uncertain')
  })

  describe('of which nobody says how it looks', () => {
    const plain: ServerTools = {
      ...issues,
      tools: issues.tools.map(({ outputSchema: _, inputSchema: __, ...tool }) => ({
        ...tool,
        inputSchema: { type: 'object' } as const,
      })),
    }
    const says = { id: '7', title: 'old', version: 3, owner: null, reader: 'lee', closed_at: null }
    const changedThen = (given: string, rest: string) =>
      rehearsed(
        `await mcp.issues.update({ id: '7', ${given} })
        const issue = await mcp.issues.get({ id: '7' })
        ${rest}`,
        [{ server: 'issues', tool: 'get', arguments: { id: '7' }, says }],
        { others: [plain], effects },
      )

    test.each([
      ["owner: 'kim'", "if (issue.owner !== 'kim') throw new Error('no')"],
      ['reader: null', "if (issue.reader !== null) throw new Error('no')"],
      ["title: 'new'", "if (issue.title !== 'new' || issue.reader === undefined) throw new Error('no')"],
      ['version: 3', "await mcp.issues.update({ id: '7', version: issue.version })"],
    ])('takes what it is given also where nothing stood: %s', async (given, rest) => {
      expect(await changedThen(given, rest)).toMatchObject({ verdict: 'pass', ended: 'completed' })
    })

    test.each([
      ['version: 3', "if (issue.version === 3) throw new Error('the same')"],
      ['version: 3', "if (issue.version !== 3) throw new Error('another')"],
      ["owner: 'kim'", "if (issue.owner !== null) throw new Error('owned')"],
      ['reader: null', 'return issue.reader.length'],
      ["title: 'new'", "if (issue.closed_at !== null) throw new Error('closed')"],
      ["title: 'new'", "if (issue.resolution !== undefined) throw new Error('resolved')"],
    ])('is nothing that is certain or passes after %s: %s', async (given, rest) => {
      expect((await changedThen(given, rest)).verdict).toBe('uncertain')
    })

    test('may count on from each version that it was given', async () => {
      const report = await changedThen(
        'version: 3',
        `await mcp.issues.update({ id: '7', version: issue.version })
        if ((await mcp.issues.get({ id: '7' })).version !== issue.version) throw new Error('moved')`,
      )

      expect(report.verdict).toBe('uncertain')
    })
  })

  test('is not changed when another one is made', async () => {
    const report = await inIssues(`await mcp.issues.create({ title: 'new' })
      const { title } = await mcp.issues.get({ id: '7' })
      return title === 'old'`)

    expect(report).toMatchObject({ verdict: 'pass', simulated_result: true })
  })

  test('is unknown once a call named nothing but its id', async () => {
    const report = await inIssues(`await mcp.issues.update({ id: '7' })
      return (await mcp.issues.get({ id: '7' })).title === 'old'`)

    expect(report.verdict).toBe('uncertain')
  })
})

describe('a call that failed and changes all or nothing', () => {
  const MOVE_THEN_READ = `await mcp.fs.move_file({ source: '/d/a', destination: '/d/b' }).catch(() => {})
    if ((await mcp.fs.read_text_file({ path: '/d/a' })).content !== 'one') throw new Error('gone')`
  const saysNo = (tool: string): Stub => stub(tool, { toolError: 'no' })

  test('left what was recorded as it was', async () => {
    const recorded = [recordedText('/d/a', 'one')]
    const report = await rehearsed(MOVE_THEN_READ, recorded, { stubs: [saysNo('fs:move_file')] })

    expect(report).toMatchObject({ verdict: 'pass', ended: 'completed' })
    expect(report.calls[1]).toMatchObject({ source: 'overlay', invented: false })
    expect(report.calls[1]?.doubt).toBeUndefined()
  })

  test('proves wrong what expects that it was done', async () => {
    const program = MOVE_THEN_READ.replace("!== 'one'", "=== 'one'")
    const recorded = [recordedText('/d/a', 'one')]
    const report = await rehearsed(program, recorded, { stubs: [saysNo('fs:move_file')] })

    expect(report).toMatchObject({ verdict: 'fail', ended: 'threw' })
  })

  test('is no reason to doubt what was written after it', async () => {
    const report = await rehearsed(
      `await mcp.fs.move_file({ source: '/d/c', destination: '/d/a' }).catch(() => {}); ${WRITTEN}; return content`,
      [],
      { stubs: [saysNo('fs:move_file')] },
    )

    expect(report).toMatchObject({ verdict: 'pass', simulated_result: 'one' })
  })

  test('is one that the overlay itself refuses, too', async () => {
    const report = await rehearsed(
      `await mcp.fs.edit_file({ path: '/d/a', edits: [{ oldText: 'two', newText: 'x' }] }).catch(() => {})
      return (await mcp.fs.read_text_file({ path: '/d/a' })).content`,
      [recordedText('/d/a', 'one')],
    )

    expect(report).toMatchObject({ verdict: 'pass', simulated_result: 'one' })
  })

  test.each([
    {
      why: 'a call that may be done in part',
      said: saysNo('fs:create_directory'),
      call: "create_directory({ path: '/d/a/b' })",
    },
    {
      why: 'a call of which nobody knows how it ended',
      said: stub('fs:move_file', { rpcError: { code: -32603, message: 'no' } }),
      call: "move_file({ source: '/d/a', destination: '/d/b' })",
    },
  ])('is not $why', async ({ said, call }) => {
    const report = await rehearsed(
      `await mcp.fs.${call}.catch(() => {}); return (await mcp.fs.read_text_file({ path: '/d/a' })).content`,
      [recordedText('/d/a', 'one')],
      { stubs: [said] },
    )

    expect(report.verdict).toBe('uncertain')
  })
})

test('a server is known by what it declares, not by names', async () => {
  const [fs, ...others] = servers
  const tools = (fs?.tools ?? []).map((tool) => ({
    ...tool,
    description: `${tool.description} On the moon.`,
  }))
  servers = [{ ...fs, server: 'fs', tools }, ...others]

  expect((await rehearsed(`${WRITTEN}; return content`)).calls[1]?.source).toBe('schema')
})

interface Extra extends Partial<RehearseOptions> {
  readonly others?: readonly ServerTools[]
}

async function rehearsed(
  program: string,
  recordings: readonly RecordedCall[] = [],
  { others = [], ...options }: Extra = {},
): Promise<Report> {
  const all = [...servers, ...others]
  await using store = await recordedCalls(all, recordings)
  return await rehearse(program, {
    tools: createRegistry(all, createSchemaCompiler()),
    ...{ store, sandbox: await oneGuest(), now: NOW, fileName: 'plan.ts' },
    ...options,
  })
}

function recordedText(path: string, content: string): RecordedCall {
  return { server: 'fs', tool: 'read_text_file', arguments: { path }, says: { content } }
}

function recordedList(path: string, content: string): RecordedCall {
  return ofFiles('list_directory', { path }, content)
}

function ofFiles(tool: string, args: RecordedCall['arguments'], content: string): RecordedCall {
  return { server: 'fs', tool, arguments: args, says: { content } }
}

function recorded(tool: string, args: RecordedCall['arguments'], says: RecordedCall['says']): RecordedCall {
  return { server: 'memory', tool, arguments: args, says }
}

async function toolsOf(server: TrialServer): Promise<readonly Tool[]> {
  const session = await connectEntry(
    entryOf('s', server, (text) => text.replaceAll('FOLDER', '/tmp')),
    { clientInfo: { name: 'test', version: '1' } },
  )
  try {
    return await session.listTools()
  } finally {
    await session.close()
  }
}
