/** Faults of programs: what is left half done, what is done twice, and the line that should catch it. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../../src/base/index.js'
import { stub } from '../../../src/call/index.js'
import { parsePolicy } from '../../../src/policy/index.js'
import { renderHtml, renderMarkdown, renderText } from '../../../src/report/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import { verifies } from '../../verifies.js'
import { untimed } from '../untimed.js'
import { faultsOf, rehearseOffice } from './office.js'

verifies('rehearsal:faults')

const LINEAR = `await mcp.office.make({ title: 't' })
await mcp.office.send({ title: 't' })
await mcp.office.drop({ id: '1' })`

const AGAIN = `async function again(ask) {
  for (let tried = 0; ; tried++)
    try { return await ask() } catch (failure) { if (tried === 2) throw failure }
}
`

test('a call that fails between two effects leaves the plan half done, and its line should catch it', async () => {
  const faults = await faultsOf(LINEAR, 2)

  expect(faults.tool_error).toEqual({
    ...{ call: 2, tool: 'office:send', line: 2, column: 18, fault: 'tool_error' },
    ...{ end: 'stopped', ended: 'threw', ended_because: 'ToolError: The call failed' },
    ...{ ended_at: { line: 2, column: 18 }, catch_at: { line: 2, column: 18 } },
    ...{ half_done: true, done: [1], not_made: [2, 3], repeated: [], instead: [], assumes: [] },
  })
  expect(faults.timeout_before).toMatchObject({ half_done: true, done: [1], not_made: [2, 3] })
  expect(faults.timeout_after).toMatchObject({ half_done: true, done: [1, 2], not_made: [3] })
})

test('the first effect that fails leaves nothing half done, and neither does a last one that took effect', async () => {
  expect((await faultsOf(LINEAR, 1)).tool_error).toMatchObject({ end: 'stopped', half_done: false, done: [] })
  expect((await faultsOf(LINEAR, 3)).timeout_after).toMatchObject({
    half_done: false,
    done: [1, 2, 3],
    not_made: [],
  })
})

test('a failed read before all effects leaves nothing', async () => {
  const faults = await faultsOf(`const { items } = await mcp.office.list({})\n${LINEAR}`, 1)

  expect(faults.tool_error).toMatchObject({ end: 'stopped', half_done: false, done: [], not_made: [2, 3, 4] })
})

test('what is caught goes on, with what is not made', async () => {
  const faults = await faultsOf(LINEAR.replace(/^(.*send.*)$/m, 'try { $1 } catch {}'), 2)

  expect(faults.tool_error).toMatchObject({ end: 'handled', ended: 'completed', done: [1, 3], not_made: [2] })
  expect(faults.tool_error).not.toHaveProperty('catch_at')
  expect(faults.timeout_after).toMatchObject({ end: 'survived', done: [1, 2, 3], not_made: [] })
})

describe('who makes a call again', () => {
  const plan = `${AGAIN}await again(() => mcp.office.make({ title: 't' }))
await mcp.office.send({ title: 't' })`

  test('does it twice where the answer was lost after the effect, and only then', async () => {
    const faults = await faultsOf(plan, 1)

    expect(faults.timeout_after).toMatchObject({
      ...{ end: 'survived', done: [1, 2], repeated: [{ call: 1, line: 5 }] },
      assumes: [
        'office:make (call 1) is answered as it was, although its effect is there already',
        expect.any(String),
      ],
    })
    expect(faults.timeout_before).toMatchObject({ end: 'survived', done: [1, 2], repeated: [], assumes: [] })
    expect(faults.tool_error).toMatchObject({ end: 'survived', done: [1, 2], repeated: [], assumes: [] })
  })

  test('is told so, but not where the policy says that twice is once', async () => {
    const policy = parsePolicy({ rules: [{ tools: 'office:make', idempotent: true }] }, 'the policy')
    const codesOf = async (options: object) =>
      (await rehearseOffice(plan, options)).validation.findings.map(({ code, severity }) => [code, severity])

    expect(await codesOf({})).toContainEqual(['FAULT_REPEATS', 'warning'])
    expect((await codesOf({ policy })).map(([code]) => code)).not.toContain('FAULT_REPEATS')
  })

  test('is told in a note where its server says that twice is once', async () => {
    const { validation } = await rehearseOffice(`${AGAIN}await again(() => mcp.office.put({ id: '1' }))`)

    expect(validation.findings).toContainEqual(
      expect.objectContaining({ code: 'FAULT_REPEATS', severity: 'note', line: 5 }),
    )
  })

  test('is told apart from whoever makes equal calls on purpose', async () => {
    const faults = await faultsOf(
      `${AGAIN}for (let i = 0; i < 3; i++) await again(() => mcp.office.send({ title: 't' }))`,
      2,
    )

    expect(faults.timeout_before).toMatchObject({ end: 'survived', done: [1, 2, 3], repeated: [] })
    expect(faults.timeout_after).toMatchObject({ end: 'survived', done: [1, 2, 3], repeated: [{ line: 5 }] })
  })

  test('in a loop over things mixes them not up', async () => {
    const faults = await faultsOf(
      `${AGAIN}for (const id of ['1', '2', '3']) await again(() => mcp.office.drop({ id }))`,
      1,
    )

    expect(faults.tool_error).toMatchObject({ end: 'survived', done: [1, 2, 3], repeated: [], instead: [] })
  })
})

test('a handler that does something else is told with it, and leaves nothing half done', async () => {
  const faults = await faultsOf(
    `await mcp.office.make({ title: 't' })
try { await mcp.office.send({ title: 't' }) } catch { await mcp.office.drop({ id: '1' }) }`,
    2,
  )

  expect(faults.tool_error).toMatchObject({
    ...{ end: 'handled', half_done: false, done: [1], not_made: [2] },
    instead: [{ tool: 'office:drop', arguments: { id: '1' }, line: 2 }],
  })
})

test('an empty answer keeps the schema, and where the program throws is where to catch it', async () => {
  const plan = `const { id } = await mcp.office.make({ title: 't' })
if (id === '') throw new Error('no id')
await mcp.office.send({ id })`
  const faults = await faultsOf(plan, 1)

  expect(faults.empty).toMatchObject({
    ...{ end: 'stopped', half_done: true, done: [1], not_made: [2] },
    ...{ ended_because: 'Error: no id', catch_at: { line: 2 } },
  })
  expect(await faultsOf(LINEAR, 1)).not.toHaveProperty('empty')
})

test('a slow answer is one that a program with a timer may not wait for', async () => {
  const plan = `await Promise.race([
  mcp.office.make({ title: 't' }),
  new Promise((_, no) => setTimeout(() => no(new Error('too slow')), 5000)),
])
await mcp.office.send({ title: 't' })`

  expect((await faultsOf(plan, 1)).slow).toMatchObject({
    end: 'stopped',
    half_done: true,
    done: [1],
    not_made: [2],
  })
  expect(await faultsOf(LINEAR, 1)).not.toHaveProperty('slow')
})

test('the line to catch it in is the call of the function whose own handler throws again', async () => {
  const plan = `const save = async () => {
  try { await mcp.office.send({}) } catch (failure) { throw new Error('not sent', { cause: failure }) }
}
await mcp.office.make({ title: 't' })
await save()`

  expect((await faultsOf(plan, 2)).tool_error).toMatchObject({
    ...{ ended_at: { line: 2 }, catch_at: { line: 5, column: 7 } },
    half_done: true,
  })
})

test('an answer that may hang on what was not done is named', async () => {
  const faults = await faultsOf(
    `try { await mcp.office.make({ title: 't' }) } catch {}
const { items } = await mcp.office.list({})
if (items.length > 0) await mcp.office.send({ title: items[0] })`,
    1,
  )

  expect(faults.tool_error?.assumes).toEqual([
    'office:list (call 2) is answered as it was, whatever became of office:make (call 1)',
    'office:send (call 3) is answered as it was, whatever became of office:make (call 1)',
  ])
  expect(faults.timeout_after?.assumes).toEqual([])
})

test('how far calls beside the failed one are is taken for granted, where an exception ends them', async () => {
  const plan = `await Promise.all(['1', '2'].map(async (id) => {
  await mcp.office.put({ id })
  await mcp.office.send({ id })
}))`

  expect((await faultsOf(plan, 1)).tool_error).toMatchObject({
    ...{ end: 'stopped', half_done: true },
    assumes: expect.arrayContaining(['the calls beside it are as far as here when it fails']),
  })
  expect((await faultsOf(plan.replace('all', 'allSettled'), 1)).tool_error?.assumes).not.toContainEqual(
    expect.stringContaining('beside'),
  )
})

test('errors are those that the server gave in the rehearsal', async () => {
  const full = stub('office:make', { toolError: 'the office is full' }, { arguments: { title: 'last' } })
  const made = stub('office:make', { result: { id: 'm1', note: 'n' } })
  const plan = `await mcp.office.make({ title: 'first' })
try { await mcp.office.make({ title: 'last' }) } catch {}`

  const faults = await faultsOf(plan, 1, { stubs: [full, made] })

  expect(faults.tool_error?.ended_because).toBe('ToolError: the office is full')
  expect(await faultsOf(plan, 2, { stubs: [full, made] })).toEqual({})
})

test('what does not fit the budget is told, and what is lost for good comes first', async () => {
  const { faults } = await rehearseOffice(
    `for (let i = 0; i < 80; i++) await mcp.office.list({ title: String(i) })
await mcp.office.drop({ id: '1' })`,
  )

  expect(faults?.trials.filter(({ tool }) => tool === 'office:drop')).toHaveLength(3)
  const tried = new Set(faults?.trials.map(({ call }) => call))
  expect([tried.has(1), tried.has(80), tried.has(79)]).toEqual([true, true, false])
  expect(faults?.left_out).toEqual([{ tool: 'office:list', line: 1, column: 47, calls: 21, faults: 42 }])
})

test('a handler that calls without end is ended by the number of its calls', async () => {
  const faults = await faultsOf(
    'try { await mcp.office.make({}) } catch { for (;;) await mcp.office.list({}) }',
    1,
  )

  expect(faults.tool_error).toMatchObject({ end: 'stopped', ended: 'call_limit', done: [], not_made: [1] })
})

test('a rehearsal that did not complete has no faults to try', async () => {
  const { faults } = await rehearseOffice('throw new Error()')

  expect(faults).toEqual({ trials: [], left_out: [], none_because: 'the rehearsal did not complete' })
})

test('faults change no verdict, and are told only where somebody asks', async () => {
  const [asked, unasked] = [await rehearseOffice(LINEAR), await rehearseOffice(LINEAR, { faults: false })]

  expect(asked.verdict).toBe(unasked.verdict)
  expect(asked.validation.findings.map(({ code }) => code)).toContain('FAULT_LEAVES_HALF')
  expect(unasked).not.toHaveProperty('faults')
})

test('two reports of the same are the same, and keep their schema', async () => {
  const [one, other] = [await rehearseOffice(LINEAR), await rehearseOffice(LINEAR)]

  expect(JSON.stringify(untimed(one))).toBe(JSON.stringify(untimed(other)))
  const schema = parseJson(
    readFileSync(new URL('../../../schemas/report.schema.json', import.meta.url), 'utf8'),
    'the schema',
  )
  const compiled = createSchemaCompiler().compile(schema)
  expect(compiled.kind === 'compiled' && compiled.schema.check(JSON.parse(JSON.stringify(one)))).toEqual([])
})

test('reports for people tell what is left, in one line for each place', async () => {
  const report = await rehearseOffice(LINEAR)
  const options = { fileName: 'plan.js', source: LINEAR }

  expect(renderText(report, options)).toContain(`Faults (9)
  survived 0, handled 0, stopped 9; half done 6, done twice 0`)
  for (const text of [renderText(report, options), renderMarkdown(report, options)])
    expect(text.replaceAll(/[`\\]|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      'no answer and no effect, an error: ends early, half done; done: call 1; not made: calls 2 and 3; to be caught in line 2',
    )
  expect(renderHtml(report, options)).toContain('<h2>Faults')
})
