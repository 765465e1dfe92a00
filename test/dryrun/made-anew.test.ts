/** What a server makes anew in each run, a time or an id, is another one for real: what hangs on it is not certain, in a copy neither. */
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/index.js'
import { type CopiedServers, type CopySource, type Report, rehearse } from '../../src/dryrun/index.js'
import { verifies } from '../verifies.js'
import { oneGuest } from './one-guest.js'

verifies('rehearsal:same-again-is-not-known', 'rehearsal:fail-is-proved')

const MADE = 'const a = await mcp.s.make({ name: "a" })\nconst b = await mcp.s.make({ name: "b" })\n'
const NOW = 'const t = await mcp.s.now({})\n'

test.each<[string, string]>([
  ['a digit of an id is an error', `${MADE}if (a.id[0] === 'c') throw new Error('c')`],
  ['a digit of an id makes a call', `${MADE}if (a.id > b.id) await mcp.s.make({ name: b.id })`],
  [
    'a digit of an id picks a tool that is not there',
    `${MADE}await mcp.s[a.id[0] === 'c' ? 'gone' : 'get']({ id: b.id })`,
  ],
  ['an id in a text is an error', `${MADE}if (/by c/.test(a.text)) throw new Error('c')`],
  ['an hour is an error', `${NOW}if (new Date(t.iso).getUTCHours() === 10) throw new Error('too early')`],
  ['an hour in a text is an error', `${NOW}if (t.text.includes(' 10:')) throw new Error('too early')`],
  ['an hour is what is wanted', `${NOW}if (!t.iso.includes('T10:')) throw new Error('too late')`],
  ['the last digit of a number is an error', `${NOW}if (t.ms % 1000 === 250) throw new Error('250')`],
  ['a second is an error', `${NOW}if (t.seconds % 60 === 5) throw new Error('5')`],
  ['a minute without a zone is an error', `${NOW}if (t.minute.endsWith(':20')) throw new Error('20')`],
  ['a month as Date writes it is an error', `${NOW}if (/Aug/.test(t.shown)) throw new Error('August')`],
  ['a day as headers have it is an error', `${NOW}if (t.header.startsWith('Sun')) throw new Error('Sunday')`],
  ['an hour elsewhere is an error', `${NOW}if (t.there.includes('T19:20')) throw new Error('late')`],
])('%s', async (_, program) => {
  const report = await rehearsed(program)

  expect(report.verdict).toBe('uncertain')
  expect(report.validation.findings).toContainEqual(
    expect.objectContaining({
      code: 'TIME_OR_CHANCE_DECIDES',
      message: expect.stringMatching(/a time or an id that s:\w+ makes anew in each run \(call \d\)/),
    }),
  )
})

test.each<[string, string, Report['verdict']]>([
  ['an id is handed on', `${MADE}await mcp.s.get({ id: a.id })\nreturn [a, b]`, 'pass'],
  [
    'an id is found again',
    `${MADE}const g = await mcp.s.get({ id: b.id })\nif (g.id !== b.id) throw new Error()`,
    'pass',
  ],
  [
    'an id is looked for in vain',
    `${MADE}const g = await mcp.s.get({ id: b.id })\nif (g.id === b.id) throw new Error()`,
    'fail',
  ],
  ['two ids are two', `${MADE}if (a.id === b.id) throw new Error('one')`, 'pass'],
  ['an id is there', `${MADE}if (!a.id || a.id.length !== 36) throw new Error('none')`, 'pass'],
  ['a time is later than another', `${MADE}if (a.at > b.at) throw new Error('order')`, 'pass'],
  ['a time has come', `${NOW}if (t.iso < '2026-01-01') throw new Error('early')`, 'pass'],
  ['a time is near the own clock', `${NOW}if (t.old.slice(0, 4) !== '2019') throw new Error('old')`, 'pass'],
  [
    'what was stored is no news',
    `const g = await mcp.s.get({ id: 'x' })\nif (g.key[0] !== 'f') throw new Error('f')`,
    'pass',
  ],
  [
    'what was given is no news',
    `const a = await mcp.s.make({ name: 'deadbeefdeadbeef0123' })\nif (a.name[0] !== 'd') throw new Error()`,
    'pass',
  ],
])('stays certain where %s', async (_, program, verdict) => {
  const report = await rehearsed(program)

  expect(report.validation.findings.filter(({ code }) => code === 'TIME_OR_CHANCE_DECIDES')).toEqual([])
  expect(report.verdict).toBe(verdict)
})

test('a condition of a workflow that hangs on the time is not certain', async () => {
  const report = await rehearsed(
    'tasks: [{ id: t, tool: "s:now", arguments: {} }, { id: m, tool: "s:make", arguments: { name: a }, when: { "$OUTPUT[t].seconds": { "<": 1790000000 } } }]',
    'plan.yaml',
  )

  expect(report.verdict).toBe('uncertain')
})

async function rehearsed(program: string, fileName = 'plan.ts'): Promise<Report> {
  return await rehearse(program, {
    fileName,
    sandbox: await oneGuest(),
    copies: COPIES,
    tools: [
      {
        server: 's',
        tools: ['make', 'get', 'now'].map((name) => ({
          name,
          inputSchema: { type: 'object' },
          ...(name === 'make' ? {} : { annotations: { readOnlyHint: true } }),
        })),
      },
    ],
  })
}

/** When its world stands: in its answers, and when it was asked. */
const AT_MS = Date.parse('2026-08-09T10:20:05.250Z')
const IDS = ['c0ffee00-1234-4abc-8def-0123456789ab', 'b0ffee00-1234-4abc-8def-0123456789ab']

const COPIES: CopySource = { notCopied: [], open: () => Promise.resolve(world()) }

function world(): CopiedServers {
  const made: JsonObject[] = []
  const facts = {
    ...{ partly: [], isRoot: false, closed: [] },
    ...{ keepsMemory: false, isNetworkIgnored: false, triedAtStart: false },
  }
  return {
    servers: new Map([['s', facts]]),
    startMs: 1,
    end: () => Promise.resolve([]),
    call({ tool, arguments: args = {} }) {
      const content = [{ type: 'text' as const, text: JSON.stringify(answer(tool, args)) }] as const
      return Promise.resolve({
        outcome: { kind: 'result', content },
        ...{
          networkAttempts: 0,
          earlierAttempts: 0,
          tookMs: 3,
          isFull: false,
          changes: [],
          askedAtMs: AT_MS - 2,
        },
      })
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }

  function answer(tool: string, { name, id }: JsonObject): JsonValue {
    if (tool === 'now')
      return {
        ...{ iso: '2026-08-09T10:20:05.250Z', text: 'It is 2026-08-09 10:20:05 UTC', ms: AT_MS },
        ...{
          seconds: Math.floor(AT_MS / 1000),
          minute: '2026-08-09T10:20',
          there: '2026-08-09T19:20:05+09:00',
        },
        ...{ shown: new Date(AT_MS).toString(), header: new Date(AT_MS).toUTCString() },
        old: '2019-08-09T10:20:05.250Z',
      }
    if (tool === 'get') return made.find((each) => each.id === id) ?? { id: 'x', key: 'feedfeedfeedfeed0001' }
    const next = IDS[made.length] ?? null
    made.push({ id: next, name: name ?? null, text: `made by ${next}`, at: '2026-08-09T10:20:05.250Z' })
    return made.at(-1) ?? null
  }
}
