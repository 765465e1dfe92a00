/**
 * Small programs in whose answers there is nothing real, each with what is true of it. `sound`: whatever the schemas allow, it makes the same
 * calls with arguments and a result that are handed on as they are. Else `differs` is an answer, inside its schema, with which it does not.
 */
import type { JsonObject, JsonValue } from '../../../src/base/index.js'

export interface GuessedProgram {
  readonly name: string
  readonly text: string
  readonly params?: JsonObject
  /** By tool; absent for a sound program. */
  readonly differs?: Readonly<Record<string, JsonObject>>
  /** Where it is too shy by design: uncertain although it is sound. */
  readonly shy?: true
}

const object = (
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
})
const text: JsonObject = { type: 'string' }
const whole: JsonObject = { type: 'integer' }

export const ISSUE: JsonObject = object(
  {
    id: text,
    title: text,
    count: whole,
    score: { type: 'number' },
    open: { type: 'boolean' },
    state: { type: 'string', enum: ['new', 'busy', 'done', 'gone'] },
    labels: { type: 'array', items: text },
    age: { type: 'integer', minimum: 0, maximum: 200 },
    author: object({ name: text, mail: text }, ['name']),
    note: { type: ['string', 'null'] },
  },
  ['id', 'title', 'count', 'score', 'open', 'state', 'labels', 'age', 'author'],
)

export const TOOLS = [
  {
    server: 's',
    tools: [
      { name: 'make', inputSchema: object({ title: text }), outputSchema: ISSUE },
      { name: 'other', inputSchema: object({ title: text }), outputSchema: ISSUE },
      {
        name: 'list',
        inputSchema: object({}),
        outputSchema: object({
          items: { type: 'array', items: object({ id: text, size: whole, kind: text }) },
        }),
        annotations: { readOnlyHint: true },
      },
      {
        name: 'send',
        inputSchema: object({ body: {}, to: text }, ['body']),
        outputSchema: object({ ok: { type: 'boolean' } }),
      },
      { name: 'raw', inputSchema: object({ body: {} }, []) },
    ],
  },
]

/** An issue like any other. */
export const ISSUE_LIKE: JsonObject = {
  ...{
    id: 'i-9',
    title: 'T9',
    count: 909,
    score: 9.25,
    open: true,
    state: 'new',
    labels: ['l9', 'm9'],
    age: 19,
  },
  author: { name: 'N9', mail: 'm9@x' },
  note: 'n9',
}
const issue = (members: JsonObject): JsonObject => ({ ...ISSUE_LIKE, ...members })
const differs = (members: JsonObject): Pick<GuessedProgram, 'differs'> => ({
  differs: { make: issue(members) },
})
const both = (made: JsonObject, other: JsonObject): Pick<GuessedProgram, 'differs'> => ({
  differs: { make: issue(made), other: issue(other) },
})
const MAKE = 'const a = await mcp.s.make({ title: "t" });\n'
const BOTH = `${MAKE}const b = await mcp.s.other({ title: "u" });\n`
const LIST = 'const { items } = await mcp.s.list({});\n'
const size = (items: readonly JsonValue[]): Pick<GuessedProgram, 'differs'> => ({
  differs: { list: { items } },
})
const item = (members: JsonObject): JsonObject => ({ id: 'x', size: 3, kind: 'k', ...members })

export const PROGRAMS: readonly GuessedProgram[] = [
  // Nothing hangs on what is said.
  { name: 'thrown away', text: `await mcp.s.send({ body: 'b' })\nreturn 1` },
  { name: 'kept and not read', text: `const r = await mcp.s.send({ body: 'b' })\nreturn 1` },
  {
    name: 'thrown away without a schema',
    text: `await mcp.s.raw({ body: 'b' })\nawait mcp.s.raw({ body: 'c' })`,
  },
  { name: 'kept without a schema', text: `const r = await mcp.s.raw({ body: 'b' })\nreturn 'done'` },
  { name: 'only printed', text: `${MAKE}console.log(a.title, a.count > 12 ? 'many' : 'few')\nreturn 1` },
  {
    name: 'both sides do the same',
    text: `${MAKE}if (a.open) await mcp.s.send({ body: 1 })\nelse await mcp.s.send({ body: 1 })`,
    shy: true,
  },
  {
    name: 'sent beside each other',
    text: `await Promise.all(['a', 'b', 'c'].map((body) => mcp.s.send({ body })))`,
  },
  { name: 'failure shrugged off', text: `try { await mcp.s.send({ body: 1 }) } catch {}\nreturn 1` },
  {
    name: 'failure told',
    text: `try { await mcp.s.send({ body: 1 }) } catch { await mcp.s.raw({ body: 'failed' }) }\nreturn 1`,
  },
  {
    name: 'known branch',
    text: `${MAKE}if (params.loud) await mcp.s.raw({ body: 'loud' })\nreturn 1`,
    params: { loud: false },
  },
  {
    name: 'no value of the schema',
    text: `${MAKE}if (a.state === 'lost') await mcp.s.raw({ body: 1 })\nreturn 1`,
  },
  { name: 'below the least', text: `${MAKE}if (a.age < 0) await mcp.s.raw({ body: 1 })\nreturn 1` },
  { name: 'above the most', text: `${MAKE}await mcp.s.raw({ body: a.age > 200 ? 'x' : 'y' })` },
  // Handed on.
  { name: 'an id', text: `${MAKE}await mcp.s.raw({ body: a.id })\nreturn a.id` },
  { name: 'an id inside', text: `${MAKE}await mcp.s.raw({ body: { refs: [a.id, a.author.name] } })` },
  { name: 'a whole answer', text: `${MAKE}await mcp.s.raw({ body: a })\nreturn a` },
  { name: 'a whole list', text: `${LIST}await mcp.s.raw({ body: items })` },
  {
    name: 'a text that quotes',
    text: `${MAKE}await mcp.s.raw({ body: \`Ticket \${a.id} (\${a.title}) opened\` })`,
  },
  {
    name: 'two answers',
    text: `${BOTH}await mcp.s.raw({ body: { from: a.id, to: b.id } })\nreturn [b.title, a.title]`,
  },
  {
    name: 'a chain of ids',
    text: `${MAKE}const b = await mcp.s.other({ title: a.id })\nawait mcp.s.raw({ body: b.id })`,
  },
  {
    name: 'by another name',
    text: `const { id, author: { name } } = await mcp.s.make({ title: 't' })\nawait mcp.s.raw({ body: { id, name } })`,
  },
  { name: 'a copy', text: `${MAKE}const c = structuredClone(a)\nawait mcp.s.raw({ body: c.title })` },
  {
    name: 'equal questions',
    text: `const x = await mcp.s.list({})\nconst y = await mcp.s.list({})\nif (x.items.length !== y.items.length) await mcp.s.raw({ body: 1 })\nreturn 1`,
    shy: true,
  },
  // Decided at once.
  { name: 'a flag', text: `${MAKE}if (a.open) await mcp.s.raw({ body: 1 })`, ...differs({ open: false }) },
  {
    name: 'a word',
    text: `${MAKE}await mcp.s.raw({ body: a.state === 'gone' ? 1 : 2 })`,
    ...differs({ state: 'gone' }),
  },
  {
    name: 'a table of words',
    text: `${MAKE}await mcp.s.raw({ body: { new: 1, busy: 1, done: 1, gone: 7 }[a.state] })`,
    ...differs({ state: 'gone' }),
  },
  {
    name: 'a switch',
    text: `${MAKE}let n = 1\nswitch (a.state) { case 'done': n = 2; break; case 'gone': n = 3 }\nawait mcp.s.raw({ body: n })`,
    ...differs({ state: 'gone' }),
  },
  { name: 'a sum', text: `${MAKE}await mcp.s.raw({ body: a.count + 1 })`, ...differs({ count: 5 }) },
  {
    name: 'as many calls as items',
    text: `${LIST}for (const each of items) await mcp.s.raw({ body: each.id })`,
    ...size([]),
  },
  { name: 'the first item', text: `${LIST}await mcp.s.raw({ body: items[0].id })`, ...size([]) },
  {
    name: 'a missing member',
    text: `${MAKE}await mcp.s.raw({ body: a.author.mail })`,
    ...differs({ author: { name: 'n' } }),
  },
  { name: 'no note', text: `${MAKE}await mcp.s.raw({ body: a.note ?? 'none' })`, ...differs({ note: null }) },
  {
    name: 'an order',
    text: `${BOTH}const [x, y] = [a, b].sort((p, q) => p.count - q.count)\nawait mcp.s.raw({ body: [x.id, y.id] })`,
    ...both({ count: 1 }, { count: 2 }),
  },
  {
    name: 'the largest',
    text: `${BOTH}await mcp.s.raw({ body: Math.max(a.count, b.count, 10) })`,
    ...both({ count: 1 }, { count: 2 }),
  },
  {
    name: 'a name picked',
    text: `${MAKE}await mcp.s[a.open ? 'raw' : 'send']({ body: 1 })`,
    ...differs({ open: false }),
  },
  {
    name: 'upper case',
    text: `${MAKE}await mcp.s.raw({ body: a.title.toUpperCase() })`,
    ...differs({ title: 'q' }),
  },
  {
    name: 'no schema, a branch',
    text: `const r = await mcp.s.raw({})\nif (r) await mcp.s.send({ body: 1 })`,
    differs: {},
  },
  {
    name: 'no schema, a member',
    text: `const r = await mcp.s.raw({})\nawait mcp.s.send({ body: r.id })`,
    differs: {},
  },
  {
    name: 'a member of which the schema is silent',
    text: `${MAKE}const f = (x) => x.urgent\nawait mcp.s.raw({ body: f(a) ? 1 : 2 })`,
    ...differs({ urgent: true }),
  },
  {
    name: 'a list of which the schema is silent',
    text: `${MAKE}const { watchers = [] } = a\nfor (const each of watchers) await mcp.s.raw({ body: each })`,
    ...differs({ watchers: ['w'] }),
  },
  // Rare: constants.
  {
    name: 'a constant',
    text: `${MAKE}await mcp.s.raw({ body: a.count === 4711 ? 1 : 2 })`,
    ...differs({ count: 4711 }),
  },
  {
    name: 'a computed constant',
    text: `${MAKE}const k = 7 * 6 + 100\nawait mcp.s.raw({ body: a.count === k ? 1 : 2 })`,
    ...differs({ count: 142 }),
  },
  {
    name: 'a constant times three',
    text: `${MAKE}await mcp.s.raw({ body: a.count * 3 === 3021 ? 1 : 2 })`,
    ...differs({ count: 1007 }),
  },
  {
    name: 'thousandths',
    text: `${MAKE}await mcp.s.raw({ body: a.score / 1000 > 77 ? 1 : 2 })`,
    ...differs({ score: 77_001 }),
  },
  {
    name: 'rounded',
    text: `${MAKE}await mcp.s.raw({ body: Math.round(a.score * 8) === 3 ? 1 : 2 })`,
    ...differs({ score: 0.375 }),
  },
  {
    name: 'of a hundred',
    text: `${MAKE}await mcp.s.raw({ body: a.count % 100 === 42 ? 1 : 2 })`,
    ...differs({ count: 142 }),
  },
  {
    name: 'a window',
    text: `${MAKE}await mcp.s.raw({ body: a.count > 70000000 && a.count < 70000009 ? 1 : 2 })`,
    ...differs({ count: 70_000_004 }),
  },
  {
    name: 'a word of the params',
    text: `${MAKE}await mcp.s.raw({ body: a.title === params.secret ? 1 : 2 })`,
    params: { secret: 'open sesame' },
    ...differs({ title: 'open sesame' }),
  },
  {
    name: 'a joined word',
    text: `${MAKE}await mcp.s.raw({ body: a.title === ['re', 'lease'].join('') ? 1 : 2 })`,
    ...differs({ title: 'release' }),
  },
  {
    name: 'lower case',
    text: `${MAKE}await mcp.s.raw({ body: a.title.toLowerCase() === 'urgent' ? 1 : 2 })`,
    ...differs({ title: 'Urgent' }),
  },
  {
    name: 'trimmed',
    text: `${MAKE}await mcp.s.raw({ body: a.title.trim() === 'urgent' ? 1 : 2 })`,
    ...differs({ title: 'urgent' }),
  },
  {
    name: 'a prefix',
    text: `${MAKE}await mcp.s.raw({ body: a.title.startsWith('re' + ':') ? 1 : 2 })`,
    ...differs({ title: 're:x' }),
  },
  {
    name: 'both ends',
    text: `${MAKE}await mcp.s.raw({ body: a.title.startsWith('ab') && a.title.endsWith('yz') ? 1 : 2 })`,
    ...differs({ title: 'abyz' }),
  },
  {
    name: 'holds a word',
    text: `${MAKE}await mcp.s.raw({ body: a.title.includes('WIP') ? 1 : 2 })`,
    ...differs({ title: 'a WIP b' }),
  },
  {
    name: 'at a place',
    text: `${MAKE}await mcp.s.raw({ body: a.title.indexOf('~~') >= 0 ? 1 : 2 })`,
    ...differs({ title: 'a~~b' }),
  },
  {
    name: 'long',
    text: `${MAKE}await mcp.s.raw({ body: a.title.length > 140 ? 1 : 2 })`,
    ...differs({ title: 'x'.repeat(150) }),
  },
  {
    name: 'a pattern',
    text: `${MAKE}await mcp.s.raw({ body: /^RE-[0-9]{4}$/.test(a.title) ? 1 : 2 })`,
    ...differs({ title: 'RE-1234' }),
  },
  {
    name: 'a built pattern',
    text: `${MAKE}const p = new RegExp('^' + 'v[0-9]+' + '$')\nawait mcp.s.raw({ body: p.test(a.title) ? 1 : 2 })`,
    ...differs({ title: 'v12' }),
  },
  {
    name: 'a match',
    text: `${MAKE}await mcp.s.raw({ body: a.title.match(/#(\\d+)/)?.[1] ? 1 : 2 })`,
    ...differs({ title: 'x #12' }),
  },
  {
    name: 'replaced',
    text: `${MAKE}const t = a.title.replace('SECRET', '')\nawait mcp.s.raw({ body: t === a.title ? 1 : 2 })`,
    ...differs({ title: 'a SECRET b' }),
  },
  {
    name: 'a known set',
    text: `${MAKE}const s = new Set(['p0', 'p1'])\nawait mcp.s.raw({ body: s.has(a.title) ? 1 : 2 })`,
    ...differs({ title: 'p1' }),
  },
  {
    name: 'a known map',
    text: `${MAKE}const m = new Map([['alice', 1]])\nawait mcp.s.raw({ body: m.get(a.author.name) ?? 0 })`,
    ...differs({ author: { name: 'alice' } }),
  },
  {
    name: 'a table',
    text: `${MAKE}const t = { alice: 5 }\nawait mcp.s.raw({ body: t[a.author.name] ?? 0 })`,
    ...differs({ author: { name: 'alice' } }),
  },
  {
    name: 'a label',
    text: `${MAKE}await mcp.s.raw({ body: a.labels.includes('blocker') ? 1 : 2 })`,
    ...differs({ labels: ['blocker'] }),
  },
  {
    name: 'any label',
    text: `${MAKE}await mcp.s.raw({ body: a.labels.some((each) => each === 'block' + 'er') ? 1 : 2 })`,
    ...differs({ labels: ['blocker'] }),
  },
  {
    name: 'a date',
    text: `${MAKE}await mcp.s.raw({ body: Date.parse(a.title) > Date.parse('2031-05-06') ? 1 : 2 })`,
    ...differs({ title: '2040-01-01T00:00:00Z' }),
  },
  {
    name: 'a number in a text',
    text: `${MAKE}await mcp.s.raw({ body: Number(a.title) === 8080 ? 1 : 2 })`,
    ...differs({ title: '8080' }),
  },
  {
    name: 'JSON in a text',
    text: `${MAKE}let big = 0\ntry { if (JSON.parse(a.title).big) big = 1 } catch {}\nawait mcp.s.raw({ body: big })`,
    ...differs({ title: '{"big":true}' }),
  },
  {
    name: 'a dozen',
    text: `${LIST}await mcp.s.raw({ body: items.length > 12 ? 1 : 2 })`,
    ...size(Array.from({ length: 13 }, () => item({}))),
  },
  {
    name: 'a kind among items',
    text: `${LIST}await mcp.s.raw({ body: items.some(({ kind }) => kind === 'gold') ? 1 : 2 })`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a sum of sizes',
    text: `${LIST}let n = 0\nfor (const { size } of items) n += size\nawait mcp.s.raw({ body: n > 5000000 ? 1 : 2 })`,
    ...size([item({ size: 6_000_000 })]),
  },
  {
    name: 'saturated',
    text: `${MAKE}await mcp.s.raw({ body: Math.floor(a.score / 1000000) > 0 ? 1 : 2 })`,
    ...differs({ score: 2_000_000 }),
  },
  {
    name: 'a sign',
    text: `${MAKE}await mcp.s.raw({ body: Math.sign(a.count - 5000000) > 0 ? 1 : 2 })`,
    ...differs({ count: 6_000_000 }),
  },
  {
    name: 'as a language sorts',
    text: `${MAKE}await mcp.s.raw({ body: a.title.localeCompare('urgent') === 0 ? 1 : 2 })`,
    ...differs({ title: 'urgent' }),
  },
  {
    name: 'no whole number',
    text: `${MAKE}await mcp.s.raw({ body: Number.isInteger(a.score) ? 1 : 2 })`,
    ...differs({ score: 9.25 }),
  },
  {
    name: 'the first letters',
    text: `${MAKE}await mcp.s.raw({ body: a.title.slice(0, 3) === 'abc' ? 1 : 2 })`,
    ...differs({ title: 'abcd' }),
  },
  {
    name: 'backwards',
    text: `${MAKE}await mcp.s.raw({ body: [...a.title].reverse().join('') === 'cba' ? 1 : 2 })`,
    ...differs({ title: 'abc' }),
  },
  {
    name: 'parsed',
    text: `${MAKE}await mcp.s.raw({ body: parseInt(a.title, 10) > 5 ? 1 : 2 })`,
    ...differs({ title: '17' }),
  },
  {
    name: 'a power',
    text: `${MAKE}await mcp.s.raw({ body: a.count ** 2 === 144 ? 1 : 2 })`,
    ...differs({ count: 12 }),
  },
  {
    name: 'the last digit',
    text: `${MAKE}await mcp.s.raw({ body: String(a.count).endsWith('7') ? 1 : 2 })`,
    ...differs({ count: 27 }),
  },
  {
    name: 'joined labels',
    text: `${MAKE}await mcp.s.raw({ body: a.labels.join(',') === 'a,b' ? 1 : 2 })`,
    ...differs({ labels: ['a', 'b'] }),
  },
  {
    name: 'many commas',
    text: `${MAKE}await mcp.s.raw({ body: a.title.split(',').length > 3 ? 1 : 2 })`,
    ...differs({ title: 'a,b,c,d' }),
  },
  {
    name: 'a known list',
    text: `${MAKE}await mcp.s.raw({ body: params.list.indexOf(a.title) >= 0 ? 1 : 2 })`,
    params: { list: ['p0', 'p1'] },
    ...differs({ title: 'p1' }),
  },
  {
    name: 'a key of its own',
    text: `${MAKE}const m = new Map([[a.title, 1]])\nawait mcp.s.raw({ body: m.get('needle') ?? 0 })`,
    ...differs({ title: 'needle' }),
  },
  {
    name: 'a default',
    text: `${MAKE}const [x = 'none'] = a.labels\nawait mcp.s.raw({ body: x })`,
    ...differs({ labels: [] }),
  },
  {
    name: 'how many members',
    text: `${MAKE}await mcp.s.raw({ body: Object.keys(a).length > 9 ? 1 : 2 })`,
    differs: { make: (({ note, ...rest }) => rest)(issue({})) as JsonObject },
  },
  {
    name: 'in its JSON',
    text: `${MAKE}await mcp.s.raw({ body: JSON.stringify(a).includes('NEEDLE') ? 1 : 2 })`,
    ...differs({ title: 'NEEDLE' }),
  },
  {
    name: 'assigned if nothing',
    text: `${MAKE}let t = ''\nt ||= a.note\nt ??= 'none'\nawait mcp.s.raw({ body: t })`,
    ...differs({ note: null }),
  },
  {
    name: 'a weekday',
    text: `${MAKE}await mcp.s.raw({ body: new Date(a.title).getUTCDay() === 0 ? 1 : 2 })`,
    ...differs({ title: '2023-01-01T00:00:00Z' }),
  },
  {
    name: 'a checksum',
    text: `${MAKE}let n = 0\nfor (const c of a.title) n = (n * 31 + c.charCodeAt(0)) % 97\nawait mcp.s.raw({ body: n === 5 ? 1 : 2 })`,
    ...differs({ title: '\u0005' }),
  },
  {
    name: 'a handler that goes another way',
    text: `try { await mcp.s.send({ body: 1 }) } catch { return 'no' }\nawait mcp.s.raw({ body: 2 })\nreturn 'yes'`,
  },
  {
    name: 'a later branch of a flag',
    text: `${MAKE}const rare = a.title === 'a' + 'b'\nconst other = await mcp.s.other({ title: 'u' })\nif (rare) await mcp.s.raw({ body: other.id })`,
    ...differs({ title: 'ab' }),
  },
  {
    name: 'a call in a handler for text that does not parse',
    text: `${MAKE}try { JSON.parse(a.title) } catch { await mcp.s.raw({ body: 1 }) }`,
    ...differs({ title: '{}' }),
  },
  // Rare: two answers together.
  {
    name: 'two flags',
    text: `${BOTH}const both = a.count === 17 && b.count === 19\nawait mcp.s.raw({ body: both ? 1 : 2 })`,
    ...both({ count: 17 }, { count: 19 }),
  },
  {
    name: 'equal titles',
    text: `${BOTH}await mcp.s.raw({ body: a.title === b.title ? 1 : 2 })`,
    ...both({ title: 'same' }, { title: 'same' }),
  },
  {
    name: 'far apart',
    text: `${BOTH}await mcp.s.raw({ body: a.count - b.count > 900000 ? 1 : 2 })`,
    ...both({ count: 1_000_000 }, { count: 1 }),
  },
  {
    name: 'nested',
    text: `${MAKE}let n = 1\nif (a.count === 11) { if (a.title === 'deep') n = 2 }\nawait mcp.s.raw({ body: n })`,
    ...differs({ count: 11, title: 'deep' }),
  },
  {
    name: 'flags kept for later',
    text: `${BOTH}const p = a.count === 17\nconst q = b.title === 'x' + 'y'\nlet n = 1\nif (p && q) n = 2\nawait mcp.s.raw({ body: n })`,
    ...both({ count: 17 }, { title: 'xy' }),
  },
  {
    name: 'in a function',
    text: `const rare = (t) => t === 'need' + 'le'\n${MAKE}await mcp.s.raw({ body: rare(a.author.name) ? 1 : 2 })`,
    ...differs({ author: { name: 'needle' } }),
  },
  {
    name: 'in a chain',
    text: `${MAKE}await mcp.s.raw({ body: a.note?.includes('stop') ? 1 : 2 })`,
    ...differs({ note: 'stop it' }),
  },
  {
    name: 'two at once',
    text: `${BOTH}if (a.open || b.open) await mcp.s.raw({ body: 1 })`,
    ...both({ open: false }, { open: false }),
  },
  {
    name: 'the result only',
    text: `${MAKE}return a.count === 31337 ? 'elite' : 'plain'`,
    ...differs({ count: 31_337 }),
  },
  // Names that are made of what is said.
  {
    name: 'a name that was made',
    text: `${LIST}const by = Object.fromEntries(items.map((each) => [each.kind, each.id]))\nawait mcp.s.raw({ body: by.gold ?? 0 })`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a count beside others',
    text: `${LIST}const n = { gold: 0, other: 0 }\nfor (const { kind } of items) n[kind]++\nawait mcp.s.raw({ body: n.gold })`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a name taken out',
    text: `${LIST}const all = items.reduce((n, { kind }) => ({ ...n, [kind]: (n[kind] ?? 0) + 1 }), {})\nconst { gold = 0 } = all\nreturn gold`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a name behind a chain',
    text: `${LIST}const by = { kinds: {} }\nfor (const { kind, size } of items) by.kinds[kind] = size\nawait mcp.s.raw({ body: by?.kinds.gold ?? 0 })`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a name that a parameter takes',
    text: `${LIST}const by = Object.fromEntries(items.map((each) => [each.kind, each.id]))\nawait mcp.s.raw({ body: (({ gold = 'none' }) => gold)(by) })`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a name that a parameter takes of a list',
    text: `${LIST}const by = {}\nfor (const each of items) (by[each.kind] ??= []).push(each)\nreturn [[by]].map(([{ gold: [first] = [] }]) => first?.id ?? 0)`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a name that a function takes',
    text: `${LIST}const by = {}\nfor (const { kind, id } of items) by[kind] = id\nawait mcp.s.raw({ body: goldOf(by) })\nfunction goldOf({ gold } = {}) { return gold ?? 0 }`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a name that a method takes',
    text: `${LIST}class Best { async of(n, { kinds: { gold: best = 0 } }) { return best } }\nconst kinds = {}\nfor (const { kind, size } of items) kinds[kind] = size\nreturn await new Best().of(1, { kinds })`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a name that is taken in a loop',
    text: `${LIST}const by = {}\nfor (const { kind, size } of items) by[kind] = size\nfor (const [, { gold = 0 }] of Object.entries({ by })) await mcp.s.raw({ body: gold })`,
    ...size([item({ kind: 'gold' })]),
  },
  {
    name: 'a name that was defined',
    text: `${LIST}const by = {}\nfor (const { kind, id } of items) Object.defineProperty(by, kind, { value: id, configurable: true })\nawait mcp.s.raw({ body: by.gold ?? 0 })`,
    ...size([item({ kind: 'gold' })]),
  },
  // Whether it goes well.
  {
    name: 'a pattern that is tried',
    text: `${MAKE}try { new RegExp(a.title) } catch { return 'bad' }\nreturn 'good'`,
    ...differs({ title: '(' }),
  },
  {
    name: 'an address that is tried',
    text: `${MAKE}let good = true\ntry { decodeURIComponent(a.title) } catch { good = false }\nawait mcp.s.raw({ body: good })`,
    ...differs({ title: '%' }),
  },
  {
    name: 'digits that are printed',
    text: `${MAKE}console.log((9.5).toFixed(a.labels.length))\nreturn 1`,
    ...differs({ labels: Array<string>(101).fill('x') }),
  },
  {
    name: 'digits that are tried',
    text: `${MAKE}let good = true\ntry { (9.5).toPrecision(a.labels.length + 1) } catch { good = false }\nawait mcp.s.raw({ body: good })`,
    ...differs({ labels: Array<string>(100).fill('x') }),
  },
  {
    name: 'a base that is tried',
    text: `${MAKE}let good = true\ntry { console.log((255)?.toString(2 + a.labels.length)) } catch { good = false }\nreturn good`,
    ...differs({ labels: Array<string>(35).fill('x') }),
  },
  {
    name: 'so often that it is less than never',
    text: `${MAKE}let line = ''\ntry { line = 'x'.repeat(500 - a.labels.length) } catch { return 'bad' }\nreturn 'good'`,
    ...differs({ labels: Array<string>(501).fill('x') }),
  },
  {
    name: 'a signal that comes in time',
    text: `${MAKE}const s = AbortSignal.timeout(a.age * 10)\nawait new Promise((done) => setTimeout(done, 700))\nawait mcp.s.raw({ body: s.aborted })`,
    ...differs({ age: 0 }),
  },
  {
    name: 'an answer with which an equal call before did nothing',
    text: `await mcp.s.list({})\n${LIST}if (items.some(({ kind }) => kind === 'gold')) throw new Error('gold')\nreturn 1`,
    differs: { list: { items: [{ id: 'i', size: 1, kind: 'gold' }] } },
  },
  // As rare, and nothing comes of it.
  {
    name: 'a constant that is printed',
    text: `${MAKE}if (a.count === 4711) console.log('there')\nawait mcp.s.raw({ body: a.id })`,
  },
  {
    name: 'a pattern that is printed',
    text: `${MAKE}if (/^v\\d+$/.test(a.title)) console.log('there')\nawait mcp.s.raw({ body: a.id })`,
  },
  {
    name: 'a note that is printed',
    text: `${MAKE}console.log(a.note?.trim() ?? '-')\nawait mcp.s.raw({ body: a.id })`,
  },
  {
    name: 'names of its own',
    text: `${MAKE}const o = { total: 1 }\nfor (const key of ['title', 'id']) o[key] = a[key]\nawait mcp.s.raw({ body: [o.title, o.id, o.total] })`,
  },
  {
    name: 'a number within the bounds of what takes it',
    text: `${MAKE}console.log('x'.repeat(a.age))\nawait mcp.s.raw({ body: a.id })`,
  },
  {
    name: 'names of its own that a parameter takes',
    text: `${MAKE}const o = { total: 1 }\nfor (const key of ['title', 'id']) o[key] = a[key]\nawait mcp.s.raw({ body: (({ title, id, total = 0 }) => [title, id, total])(o) })`,
  },
  {
    name: 'a name that is printed',
    text: `${LIST}const by = {}\nfor (const { id, kind } of items) by[kind] = id\nconsole.log(by.gold)\nreturn 1`,
  },
  {
    name: 'a list that is printed',
    text: `${LIST}for (const { id, kind } of items) if (kind !== 'x') console.log(id)\nreturn 'done'`,
  },
]
