/** Calls that nobody waits for, and those that are waited for in another way. */
import { afterAll, describe, expect, test } from 'vitest'
import { verifies } from '../../verifies.js'
import { closeOneGuest } from '../one-guest.js'
import { findingsOf, rehearseDesk } from './desk.js'

verifies('rehearsal:mistakes-that-end')

afterAll(closeOneGuest)

const LIST = 'const { issues } = await mcp.desk.list({})\n'

describe('a call that nobody waits for is told at its line, and nothing passes', () => {
  test.each<[string, string, number]>([
    ['a missing await', 'mcp.desk.close({ id: 1 })\nreturn 1', 1],
    ['at the end', `${LIST}await mcp.desk.get({ id: 1 })\nmcp.desk.close({ id: 1 })`, 3],
    ['in a loop', `${LIST}for (const { id } of issues) {\n  mcp.desk.close({ id })\n}\nreturn 1`, 3],
    [
      'in forEach',
      `${LIST}issues.forEach(async ({ id }) => {\n  await mcp.desk.close({ id })\n})\nreturn 1`,
      2,
    ],
    [
      'in forEach, before another call',
      `${LIST}issues.forEach(async ({ id }) => {\n  await mcp.desk.close({ id })\n})\nreturn await mcp.desk.list({})`,
      2,
    ],
    ['in forEach without async', `${LIST}issues.forEach(({ id }) => mcp.desk.close({ id }))\nreturn 1`, 2],
    ['in map that is dropped', `${LIST}issues.map(async ({ id }) => mcp.desk.close({ id }))\nreturn 1`, 2],
    [
      'in a list that is read as values',
      `${LIST}const all = issues.map((i) => mcp.desk.get({ id: i.id }))\nreturn all.length`,
      2,
    ],
    ['in a list that is returned', `${LIST}return { all: issues.map((i) => mcp.desk.get({ id: i.id })) }`, 2],
    [
      'in a filter',
      `${LIST}const some = issues.filter(async (i) => (await mcp.desk.get({ id: i.id })).points > 3)\nreturn some.length`,
      2,
    ],
    ['in a condition', 'if (mcp.desk.get({ id: 1 })) return 1\nreturn 2', 1],
    ['a member of a promise', 'const issue = mcp.desk.get({ id: 1 })\nreturn issue.title ?? null', 1],
    [
      'a function that is not awaited',
      'async function closeAll() {\n  await mcp.desk.close({ id: 1 })\n}\ncloseAll()\nreturn 1',
      4,
    ],
    [
      'a function inside another one',
      'async function log() { await mcp.desk.mail({ to: "a", subject: "b", body: "c" }) }\nasync function main() {\n  log()\n  await mcp.desk.close({ id: 1 })\n}\nawait main()\nreturn 1',
      3,
    ],
    [
      'inside what is called last',
      `async function main() {\n  const { issues } = await mcp.desk.list({})\n  issues.forEach(async ({ id }) => { await mcp.desk.close({ id }) })\n}\nmain()`,
      3,
    ],
    [
      'then without await',
      'mcp.desk.get({ id: 1 }).then((i) => mcp.desk.comment({ id: 1, text: i.title }))\nreturn 1',
      1,
    ],
    [
      'a sleep instead of a wait',
      `${LIST}issues.forEach(async ({ id }) => { await mcp.desk.close({ id }) })\nawait new Promise((r) => setTimeout(r, 300))\nreturn 1`,
      2,
    ],
    [
      'one of two',
      'const one = mcp.desk.get({ id: 1 })\nconst two = mcp.desk.get({ id: 2 })\nreturn (await two).title',
      1,
    ],
    [
      'a nested list',
      `${LIST}await Promise.all(issues.map(async ({ id, labels }) => {\n  labels.forEach(async (text) => { await mcp.desk.comment({ id, text }) })\n}))\nreturn 1`,
      3,
    ],
    [
      'a list in a list',
      `${LIST}await Promise.all(issues.map((i) => [mcp.desk.close({ id: i.id })]))\nreturn 1`,
      2,
    ],
    [
      'a reduce that drops',
      `${LIST}issues.reduce(async (before, { id }) => {\n  await before\n  await mcp.desk.close({ id })\n}, Promise.resolve())\nreturn 1`,
      4,
    ],
    ['an assignment', 'let last\nlast = mcp.desk.close({ id: 1 })\nreturn String(typeof last)', 2],
    ['a finally', 'mcp.desk.close({ id: 1 }).finally(() => undefined)\nreturn 1', 1],
    ['async in a timer', 'setTimeout(async () => { await mcp.desk.close({ id: 1 }) }, 10)\nreturn 1', 1],
  ])('%s', async (_, program, line) => {
    const report = await rehearseDesk(program)

    expect(report.ended).toBe('completed')
    expect(report.verdict).not.toBe('pass')
    expect(findingsOf(report)).toContainEqual(
      expect.objectContaining({ code: 'CALL_NOT_AWAITED', severity: 'error', line }),
    )
  })
})

describe('nothing is told of', () => {
  test.each([
    ['await', 'return await mcp.desk.get({ id: 1 })'],
    ['a promise that is returned', 'return mcp.desk.get({ id: 1 })'],
    ['Promise.all', `${LIST}await Promise.all(issues.map(({ id }) => mcp.desk.close({ id })))\nreturn 1`],
    [
      'Promise.all of functions',
      `${LIST}await Promise.all(issues.map(async ({ id }) => { await mcp.desk.close({ id }) }))\nreturn 1`,
    ],
    [
      'Promise.allSettled',
      `${LIST}const all = await Promise.allSettled(issues.map(({ id }) => mcp.desk.close({ id })))\nreturn all.length`,
    ],
    [
      'a call that is awaited later',
      'const one = mcp.desk.get({ id: 1 })\nconst two = await mcp.desk.get({ id: 2 })\nreturn [(await one).title, two.title]',
    ],
    [
      'a list that is awaited later',
      `${LIST}const all = []\nfor (const { id } of issues) all.push(mcp.desk.close({ id }))\nawait mcp.desk.list({})\nawait Promise.all(all)\nreturn 1`,
    ],
    [
      'a list that is awaited one by one',
      `${LIST}const all = issues.map(({ id }) => mcp.desk.get({ id }))\nlet n = 0\nfor (const each of all) n += (await each).points\nreturn n`,
    ],
    [
      'for await',
      `${LIST}let n = 0\nfor await (const each of issues.map(({ id }) => mcp.desk.get({ id }))) n += each.points\nreturn n`,
    ],
    [
      'a function that is called last',
      'async function main() {\n  await mcp.desk.close({ id: 1 })\n  await mcp.desk.close({ id: 2 })\n}\nmain()',
    ],
    [
      'an arrow function that is called last',
      'const main = async () => { await mcp.desk.close({ id: 1 }) }\nmain()\n',
    ],
    ['a function around everything', '(async () => {\n  await mcp.desk.close({ id: 1 })\n})()'],
    [
      'what is caught on purpose',
      'mcp.desk.comment({ id: 1, text: "seen" }).catch(() => undefined)\nreturn await mcp.desk.get({ id: 1 })',
    ],
    ['void', 'void mcp.desk.comment({ id: 1, text: "seen" })\nreturn await mcp.desk.get({ id: 1 })'],
    [
      'a deferred',
      'return await new Promise((resolve, reject) => {\n  mcp.desk.get({ id: 1 }).then(resolve, reject)\n})',
    ],
    [
      'a deferred after a timer',
      'return await new Promise((resolve) => {\n  setTimeout(async () => resolve(await mcp.desk.get({ id: 1 })), 50)\n})',
    ],
    [
      'a race',
      'const late = new Promise((resolve) => setTimeout(() => resolve(null), 5000))\nreturn await Promise.race([mcp.desk.get({ id: 1 }), late])',
    ],
    [
      'the first of two',
      'return (await Promise.any([mcp.desk.get({ id: 1 }), mcp.desk.get({ id: 2 })])).id > 0',
    ],
    [
      'workers over a queue',
      `${LIST}const queue = [...issues]\nconst worker = async () => { for (let i = queue.pop(); i; i = queue.pop()) await mcp.desk.close({ id: i.id }) }\nawait Promise.all([worker(), worker()])\nreturn 1`,
    ],
    [
      'workers that count down',
      `${LIST}let left = issues.length\nawait new Promise((done) => {\n  for (const { id } of issues) mcp.desk.close({ id }).then(() => { if (--left === 0) done() })\n})\nreturn 1`,
    ],
    [
      'a chain',
      `${LIST}let chain = Promise.resolve()\nfor (const { id } of issues) chain = chain.then(() => mcp.desk.close({ id }))\nawait chain\nreturn 1`,
    ],
    [
      'a reduce',
      `${LIST}await issues.reduce(async (before, { id }) => { await before; await mcp.desk.close({ id }) }, Promise.resolve())\nreturn 1`,
    ],
    [
      'an async generator',
      `${LIST}async function* all() { for (const { id } of issues) yield await mcp.desk.get({ id }) }\nlet n = 0\nfor await (const each of all()) n += each.points\nreturn n`,
    ],
    [
      'a cache of promises',
      `const cache = new Map()\nconst get = (id) => { if (!cache.has(id)) cache.set(id, mcp.desk.get({ id })); return cache.get(id) }\nreturn [(await get(1)).title, (await get(1)).title]`,
    ],
    [
      'a method',
      'class Desk { async close(id) { await mcp.desk.close({ id }) } }\nconst desk = new Desk()\nawait desk.close(1)\nreturn 1',
    ],
    [
      'what is handed to a helper',
      'const times = async (n, run) => { for (let i = 1; i <= n; i++) await run(i) }\nawait times(2, (id) => mcp.desk.close({ id }))\nreturn 1',
    ],
    [
      'a retry',
      'const retry = async (run) => { for (let i = 0; ; i++) { try { return await run() } catch (e) { if (i === 2) throw e } } }\nreturn (await retry(() => mcp.desk.get({ id: 1 }))).title',
    ],
    [
      'a finally that is awaited',
      'return await mcp.desk.get({ id: 1 }).then((i) => i.title).finally(() => undefined)',
    ],
    [
      'object of promises',
      'const all = { one: mcp.desk.get({ id: 1 }), two: mcp.desk.get({ id: 2 }) }\nreturn [(await all.one).id, (await all.two).id]',
    ],
    [
      'Array.fromAsync',
      `${LIST}return (await Array.fromAsync(issues, ({ id }) => mcp.desk.get({ id }))).length`,
    ],
  ])('%s', async (_, program) => {
    const report = await rehearseDesk(program)

    expect([report.verdict, findingsOf(report)]).toEqual(['pass', []])
  })
})
