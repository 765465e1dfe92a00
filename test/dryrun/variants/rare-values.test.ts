/** Values that a guess decides only where it is longer, larger or earlier than most: no pass, as arguments and as results. */
import { expect, it } from 'vitest'
import { rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { CRM } from './crm.js'

verifies('rehearsal:guesses-tried')

const VALUES: readonly (readonly [what: string, value: string])[] = [
  ['the rest of a list', 'r.items.slice(7)'],
  ['the far rest of a list', 'r.items.slice(900)'],
  ['an item behind the end, or another value', "r.tags[9] ?? 'none'"],
  ['an item far behind the end, or another value', "r.tags[70] || 'none'"],
  ['an item by a computed index', 'r.tags[9 * 100] ?? null'],
  ['the rest of a changed list', 'r.tags.toSpliced(0, 6)'],
  ['the ninth of a pattern', '(([a, b, c, d, e, f, g, h, ninth]) => ninth ?? 0)(r.tags)'],
  [
    'an iterator asked nine times',
    '(() => { const i = r.tags.values(); for (let n = 0; n < 9; n++) i.next(); return i.next().value ?? 0 })()',
  ],
  ['an item of a clone', 'structuredClone(r).tags[20] ?? 0'],
  ['a length in bits', 'r.items.length >>> 3'],
  ['a length in many bits', 'r.items.length >>> 9'],
  ['a length in tens', 'Math.floor(r.items.length / 10)'],
  ['a length in thousands', 'Math.floor(r.items.length / 1000)'],
  ['the rest of a text', 'r.name.slice(300)'],
  ['the far rest of a text', 'r.name.slice(60_000)'],
  ['a character', "r.name.at(400) ?? ''"],
  ['a character by its index', "r.name[4000 * 2] ?? ''"],
  ['the rest of a filled text', 'r.name.padEnd(1).slice(1000)'],
  ['a part of a far number', 'Math.trunc(r.count / 1e14)'],
  ['the sign of a far number', 'Math.sign(r.count + 1e13)'],
  ['the sign of a sum that is too large', 'Math.sign(r.count + 1e16)'],
  ['a bounded number', 'Math.min(Math.max(r.count, 1e17), 1e18)'],
  ['a member that no schema names', "Object.hasOwn(r, 'flag')"],
  ['the same by another way', "Object.prototype.hasOwnProperty.call(r, 'flag')"],
  ['the same by a third way', "Reflect.get(r, 'flag') ?? 'none'"],
  ['the last in order', "[...r.tags, 'zzzz~'].sort().at(-1)"],
  ['the first in order', "[...r.tags, '  '].sort()[0]"],
  ['whether all', 'r.tags.every((tag) => tag.length < 1e6)'],
  ['a number read of a text', 'Number.parseInt(r.name, 36) > 1e300'],
  ['whether it is a number', 'Number(r.name.slice(2, 4) || 7) === 7'],
  ['a remainder', 'r.count % 1e16 === r.count'],
  ['a code of a character', 'r.name.codePointAt(0) > 0x1f000'],
  ['another form of a text', "r.name.normalize('NFC') === r.name"],
  ['a text without white space', 'r.name.trim()'],
  ['a text in small letters', 'r.name.toLowerCase()'],
  ['matches', '[...r.name.matchAll(/@(\\w+)/g)].length'],
  ['what is asked at the end of a chain', "(r.meta?.plan?.endsWith('~7') ?? false) ? 1 : 0"],
  ['what is asked behind a chain', "r?.name.startsWith('~~9') ? 1 : 0"],
  ['a place in a list that may be missing', "(r?.tags?.indexOf('~~9') ?? -1) > 0"],
  ['a pattern behind a chain', 'r?.name.match(/^z{7}$/)?.[0] ?? 0'],
  ['the far rest of a text behind a chain', 'r?.name.slice(60_000)'],
  ['an item by a computed index behind a chain', 'r?.tags[9 * 100] ?? null'],
  ['the same, each step of which may be missing', 'r?.tags?.[9 * 100] ?? null'],
  ['a pattern in the midst of a chain', 'r?.name.trim().match(/^z{7}$/)?.index ?? 0'],
  ['a pattern behind a call', 'r.tags.find((tag) => tag !== "")?.match(/^z{7}$/)?.[0] ?? 0'],
  ['what is asked of a found item', "r.items.find(({ qty }) => qty !== 0)?.sku.replace('zz', '') === ''"],
  ['a function of the machine', 'URL.canParse(r.code)'],
  ['a changed length', '(() => { let n = r.tags.length; n >>= 9; return n })()'],
  ['a part as long as the whole', '({ tags: r.tags.slice(0, 9 * 100) })'],
  ['a rounded number', 'Math.round(r.price * 100) / 100'],
  ['the last of a list', 'r.tags.at(-1) ?? 0'],
  ['the last but one', 'r.tags.at(-2) ?? r.tags[0] ?? 0'],
  ['the shorter of two lists', 'Math.min(r.items.length, r.tags.length)'],
  ['items beside those of another list', 'r.items.map((_, i) => r.tags[i] ?? 0)'],
  ['how many are different', 'new Set(r.tags).size'],
  ['a hash', '[...r.name].reduce((hash, c) => (hash * 31 + c.charCodeAt(0)) | 0, 0) % 65_536 === 7'],
  ['a buffer', 'new DataView(Float64Array.of(r.count).buffer).getUint8(7) === 0x7f'],
  ['a member that a pattern takes', "(({ meta: { plan = 'free' } = {} }) => plan)(r)"],
  ['members that others are laid over', "({ kind: 'user', ...r.meta }).kind"],
  ['a member by a number', "({ 1: 'one' })[r.count] ?? 'many'"],
  ['a member of what may be missing', '({ K9: 1 })?.[r.code] ?? 0'],
  ['a member by a pattern', '(({ [r.code]: found = 0 }) => found)({ K9: 5 })'],
  ['what an object makes of itself', '({ valueOf: () => r.count }) > ({ valueOf: () => 1e300 })'],
  ['what may throw', "(() => { try { return new URL(r.name).host } catch { return 'none' } })()"],
  ['a certain day', 'new Date().getMonth() === 11 && new Date().getDate() === 25'],
  ['a member of what nothing is known of', 'Array.isArray((await mcp.crm.note({}))?.list) ? 1 : 0'],
]

it.each(VALUES.map(([what, value], i) => [what, value, i % 2 === 0] as const))(
  '%s',
  async (_, value, isArgument) => {
    const use = isArgument ? `await mcp.crm.note({ value: ${value} })` : `return ${value}`
    const report = await rehearse(`const r = await mcp.crm.get({})\n${use}`, {
      ...{ tools: CRM, sandbox: await oneGuest(), fileName: 'a.js', now: 0 },
    })

    expect(report.verdict).not.toBe('pass')
  },
)

it.each([
  [
    'a race',
    "const first = await Promise.race([mcp.crm.get({ id: 'b' }), mcp.crm.get({ id: 'c' })])\nawait mcp.crm.note({ text: first.name })",
  ],
  [
    'a call or a timer',
    "return await Promise.race([mcp.crm.get({}).then(() => 'call'), new Promise((end) => setTimeout(() => end('timer'), 3_600_000))])",
  ],
  [
    'the first that succeeds',
    "const first = await Promise.any([mcp.crm.get({ id: 'b' }), mcp.crm.get({ id: 'c' })])\nreturn first.name",
  ],
  [
    'the order in which answers came',
    "const log = []\nawait Promise.all(['b', 'c'].map(async (id) => { await mcp.crm.get({ id }); log.push(id) }))\nreturn log.join()",
  ],
])('what is first: %s', async (_, code) => {
  const report = await rehearse(code, {
    ...{ tools: CRM, sandbox: await oneGuest(), fileName: 'a.js', now: 0 },
  })

  expect(report.verdict).not.toBe('pass')
})

/** Sound ones that come near. */
it.each([
  [
    'items that are gone through',
    'const skus = []\nfor (let i = 0; i < r.items.length; i++) skus.push(r.items[i].sku)\nawait mcp.crm.note({ text: r.name })',
  ],
  [
    'answers side by side',
    "const all = await Promise.all(['b', 'c'].map(async (id) => (await mcp.crm.get({ id })).name))\nfor (const name of all) await mcp.crm.note({ text: name })",
  ],
  [
    'what was made is counted',
    'const made = []\nmade.push(await mcp.crm.note({ text: r.name }))\nreturn { made: made.length }',
  ],
  [
    'what is made of lists',
    "await mcp.crm.note({ skus: r.items.map((item) => item.sku), text: '- ' + r.tags.join(', '), json: JSON.stringify(r) })\nreturn { items: r.items.length }",
  ],
  ['texts that quote', "await mcp.crm.note({ text: r.name + ': ' + r.code })"],
  ['an answer that is handed on', "return await mcp.crm.note({ text: 'a' })"],
  [
    'a limit of time that throws, and pauses',
    "const late = new Promise((_, fail) => setTimeout(() => fail(new Error('late')), 30_000))\nawait Promise.race([mcp.crm.note({ text: r.name }), late])\nawait new Promise((end) => setTimeout(end, 1_000))\nawait mcp.crm.note({ text: r.code })",
  ],
  [
    'kinds of values',
    'await mcp.crm.note({ text: r.name, list: Array.isArray(r.tags), kind: typeof r.count, fine: Number.isFinite(r.count) })',
  ],
  [
    'a loop on numbers of its own',
    'for (let i = 0; i < 3; i++) await mcp.crm.note({ page: Math.max(i, 5), text: r.name })',
  ],
])('sound: %s', async (_, code) => {
  const report = await rehearse(`const r = await mcp.crm.get({})\n${code}`, {
    ...{ tools: CRM, sandbox: await oneGuest(), fileName: 'a.js', now: 0 },
  })

  expect([
    report.verdict,
    report.exploration?.unsettled_because,
    report.exploration?.open_conditions,
  ]).toEqual(['pass', undefined, []])
})
