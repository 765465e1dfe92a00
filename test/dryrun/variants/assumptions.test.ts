/** What a pass takes for granted, and what else other values show: failures, the clock, what the renderers say. */
import { expect, test } from 'vitest'
import { stub } from '../../../src/call/index.js'
import { type RehearseOptions, rehearse } from '../../../src/dryrun/index.js'
import {
  isFailed,
  renderGithub,
  renderHtml,
  renderJunit,
  renderMarkdown,
  renderSarif,
  renderText,
} from '../../../src/report/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { TOOLS } from './guessed-programs.js'

verifies('rehearsal:guesses-tried')

const SENDS = "await mcp.s.send({ body: 1 })\nawait mcp.s.raw({ body: 2 })\nreturn 'done'"

test('a program that throws its answers away passes, assuming that its calls succeed', async () => {
  const report = await rehearsed(SENDS)

  expect(report).toMatchObject({
    verdict: 'pass',
    assumptions: [
      { call: 1, tool: 's:send', line: 1, text: 's:send succeeds' },
      { call: 2, tool: 's:raw', line: 2, text: 's:raw succeeds' },
    ],
    exploration: { variants: 0, settled: true, open_conditions: [] },
    calls: [{ influence: 'none' }, { influence: 'none' }],
  })
  expect([isFailed(report, 'fail'), isFailed(report, 'uncertain'), isFailed(report, 'assumed')]).toEqual([
    false,
    false,
    true,
  ])
})

test('every format says what is assumed', async () => {
  const report = await rehearsed(SENDS)
  const options = { fileName: 'a.js', source: SENDS }

  expect(renderText(report, options)).toContain('PASS, ASSUMING 2 CALLS SUCCEED')
  expect(renderText(report, options)).toContain('Assumed to succeed: s:send (call 1), s:raw (call 2).')
  expect(renderMarkdown(report, options)).toContain('PASS, ASSUMING 2 CALLS SUCCEED')
  expect(renderHtml(report, options)).toContain('Pass, assuming 2 calls succeed')
  expect(renderGithub(report, options)).toContain('assuming that 2 calls succeed')
  expect(renderJunit(report, { ...options, failOn: 'assumed' })).toContain('--fail-on assumed refuses that')
  expect(JSON.stringify(renderSarif(report, options))).toContain('s:send succeeds')
})

test('every format says what an invented value decides', async () => {
  const source = "const a = await mcp.s.make({ title: 't' })\nif (a.open) await mcp.s.raw({})"
  const report = await rehearsed(source)
  const options = { fileName: 'a.js', source }

  expect(report.calls[0]).toMatchObject({
    influence: 'decides',
    decides: [
      { what: 'branch', line: 2, text: 'a.open', values: [expect.any(Boolean), expect.any(Boolean)] },
    ],
  })
  for (const render of [renderText, renderMarkdown, renderHtml, renderGithub, renderJunit, renderSarif])
    expect(JSON.stringify(render(report, options))).toContain('GUESS_DECIDES')
})

test('what is handed on is told with where it comes from', async () => {
  const report = await rehearsed(
    "const a = await mcp.s.make({ title: 't' })\nawait mcp.s.raw({ body: [a.author.name] })",
  )

  expect(report.calls[1]?.arguments_from).toEqual({ '/body/0': { call: 1, pointer: '/author/name' } })
  expect(report.calls[1]?.depends_on_invented).toEqual([1])
})

test('a condition that nothing turned is told, and forbids a pass', async () => {
  const report = await rehearsed(
    "const a = await mcp.s.make({ title: 't' })\nlet n = 0\nfor (const c of a.title) n = (n * 31 + c.charCodeAt(0)) % 99991\nawait mcp.s.raw({ body: n === 77777 ? 1 : 2 })",
  )

  expect(report.verdict).toBe('uncertain')
  expect(report.exploration).toMatchObject({
    settled: false,
    open_conditions: [{ line: 4, text: 'n === 77777' }],
  })
})

test('a failure that is shrugged off needs no assumption', async () => {
  const report = await rehearsed("try { await mcp.s.send({ body: 1 }) } catch {}\nreturn 'done'")

  expect(report).toMatchObject({ verdict: 'pass', assumptions: [] })
})

test.each([
  ['its text', "e.message.includes('Not found')"],
  ['its code', 'e.code === -32602'],
  ['its layer', "e.layer === 'protocol'"],
  ['a table of codes', "({ '-32602': true })[e.code] ?? false"],
])('a failure of which %s is asked is not shrugged off: nobody knows what it will say', async (_, asked) => {
  const report = await rehearsed(
    `let gone = false\ntry { await mcp.s.send({ body: 1 }) } catch (e) { gone = ${asked} }\nreturn gone`,
  )

  expect(report).toMatchObject({ verdict: 'pass', assumptions: [{ tool: 's:send' }] })
})

test('of calls that stand in for each other, the failure of all of them is no shrug', async () => {
  const either = 'mcp.s.send({ body: 1 }), mcp.s.raw({ body: 2 })'
  const any = await rehearsed(`await Promise.any([${either}])\nreturn 'done'`)
  const settled = await rehearsed(
    `const ends = await Promise.allSettled([${either}])\nif (ends.every(({ status }) => status === 'rejected')) throw new Error('none')\nreturn 'done'`,
  )
  const neither = await rehearsed(`await Promise.allSettled([${either}])\nreturn 'done'`)

  const both = [{ tool: 's:send' }, { tool: 's:raw' }]
  expect(any).toMatchObject({ verdict: 'pass', assumptions: both })
  expect(settled).toMatchObject({ verdict: 'pass', assumptions: both })
  expect(neither).toMatchObject({ verdict: 'pass', assumptions: [] })
})

test('a failure is shrugged off that loses a race, and is not where it may win', async () => {
  const race = (of: string) =>
    rehearsed(`await Promise.${of}([mcp.s.send({ body: 1 }), mcp.s.raw({ body: 2 })])\nreturn 'done'`, {
      stubs: [stub('s:raw', { result: 'known' })],
    })

  expect(await race('any')).toMatchObject({ verdict: 'pass', assumptions: [] })
  expect(await race('race')).toMatchObject({ verdict: 'pass', assumptions: [{ tool: 's:send' }] })
})

test('a handler that breaks a schema forbids a pass', async () => {
  const report = await rehearsed(
    "try { await mcp.s.send({ body: 1 }) } catch (e) { await mcp.s.make({ title: e.code }) }\nreturn 'done'",
  )

  expect(report.verdict).toBe('uncertain')
  expect(report.validation.findings).toMatchObject([{ code: 'HANDLER_BREAKS_SCHEMA', line: 1 }])
})

test('an exception is no fail for certain where a failure that is survived leads past it', async () => {
  const survived = await rehearsed(
    "try { await mcp.s.send({ body: 1 }) } catch { return 1 }\nthrow new Error('no')",
  )
  const doomed = await rehearsed("await mcp.s.send({ body: 1 })\nthrow new Error('no')")

  expect([survived.verdict, doomed.verdict]).toEqual(['uncertain', 'fail'])
})

test.each([
  ['the hour', 'if (new Date().getUTCHours() > 23 - 1) await mcp.s.raw({})\nawait mcp.s.send({ body: 1 })'],
  [
    'slow calls',
    'const t = Date.now()\nawait mcp.s.send({ body: 1 })\nif (Date.now() - t > 30000) await mcp.s.raw({})',
  ],
  ['chance', 'await mcp.s.send({ body: 1 })\nif (Math.random() < 0.5) await mcp.s.raw({})'],
])('a branch that hangs on %s is no pass', async (_, program) => {
  expect((await rehearsed(program)).verdict).toBe('uncertain')
})

test('a time that is only handed on is known when the program runs', async () => {
  const report = await rehearsed('await mcp.s.send({ body: Date.now() })\nreturn new Date().toISOString()')

  expect(report.verdict).toBe('pass')
})

test('what one run leaves behind for the next one settles nothing', async () => {
  const report = await rehearsed(
    "const a = await mcp.s.make({ title: 't' })\nglobalThis.n = (globalThis.n ?? 0) + 1\nawait mcp.s.raw({ body: globalThis.n })",
  )

  expect(report.verdict).toBe('uncertain')
})

test('a stub stays your word, whatever is handed to it', async () => {
  const report = await rehearsed(
    "const a = await mcp.s.make({ title: 't' })\nconst r = await mcp.s.raw({ body: a.id })\nif (r.fine) await mcp.s.send({ body: 1 })",
    { stubs: [stub('s:raw', { result: { fine: true } })] },
  )

  expect(report).toMatchObject({ verdict: 'pass', assumptions: [{ call: 1 }, { call: 3 }] })
})

test.each([-1, 1.5, 1_001, Number.NaN])('a budget of %d is refused', async (budget) => {
  await expect(rehearsed(SENDS, { budget })).rejects.toMatchObject({
    ...{ code: 'USAGE', message: `Cannot rehearse with a budget of ${budget} variants` },
  })
})

test('a budget that is spent leaves it uncertain', async () => {
  const report = await rehearsed("const a = await mcp.s.make({ title: 't' })\nreturn a.id", { budget: 1 })

  expect(report).toMatchObject({ verdict: 'uncertain', exploration: { variants: 1, settled: false } })
})

async function rehearsed(program: string, more: Partial<RehearseOptions> = {}) {
  return await rehearse(program, {
    tools: TOOLS,
    sandbox: await oneGuest(),
    fileName: 'a.js',
    now: 0,
    ...more,
  })
}
