/** Programs in other styles than those of the tests beside: written to find wrong verdicts, once the rules were there. */
import { afterAll, describe, expect, test } from 'vitest'
import { verifies } from '../../verifies.js'
import { closeOneGuest } from '../one-guest.js'
import { findingsOf, rehearseDesk } from './desk.js'

verifies('rehearsal:mistakes-that-end')

afterAll(closeOneGuest)

const L = 'const { issues } = await mcp.desk.list({})\n'
const G = 'const issue = await mcp.desk.get({ id: 1 })\n'
const FAULTY: Readonly<Record<string, string>> = {
  laterLoop: `${L}issues.forEach(async (i) => { await mcp.desk.close({ id: i.id }) })\nfor (let n = 0; n < 20; n++) await mcp.desk.get({ id: 1 })\nreturn 1`,
  sleepLong: `${L}issues.forEach(async (i) => { await mcp.desk.close({ id: i.id }) })\nawait new Promise((r) => setTimeout(r, 5000))\nreturn 1`,
  helperRef: `${L}const close = (i) => mcp.desk.close({ id: i.id })\nissues.forEach(close)\nreturn 1`,
  bindRef: `${L}const desk = { close: async ({ id }) => { await mcp.desk.close({ id }) } }\nissues.forEach(desk.close)\nreturn 1`,
  tsMain: `interface I { id: number }\nasync function main(): Promise<void> {\n  const { issues } = (await mcp.desk.list({})) as { issues: I[] }\n  issues.map(async (i: I) => mcp.desk.close({ id: i.id }))\n  await mcp.desk.mail({ to: 'a', subject: 'closed', body: String(issues.length) })\n}\nawait main()`,
  tsMainNo: `async function main(): Promise<number> {\n  mcp.desk.close({ id: 1 })\n  return 1\n}\nreturn await main()`,
  retryNoAwait: `async function retry(run) { try { return run() } catch { return run() } }\nawait retry(() => { mcp.desk.close({ id: 1 }) })\nreturn 1`,
  whileDrop: `let n = 0\nwhile (n++ < 2) mcp.desk.comment({ id: n, text: 'x' })\nreturn n`,
  doneFlag: `let done = false\nmcp.desk.close({ id: 1 }).then(() => { done = true })\nreturn { done }`,
  counterWrong: `${L}let n = 0\nissues.forEach((i) => mcp.desk.get({ id: i.id }).then((x) => { n += x.points }))\nreturn n`,
  allWrongArg: `${L}await Promise.all([issues.map((i) => mcp.desk.close({ id: i.id }))])\nreturn 1`,
  allMissingReturn: `${L}await Promise.all(issues.map(async (i) => { setTimeout(async () => { await mcp.desk.close({ id: i.id }) }, 0) }))\nreturn 1`,
  lastDropInIf: `const { points } = await mcp.desk.get({ id: 1 })\nif (points > 2) {\n  mcp.desk.close({ id: 1 })\n}`,
  returnObject: `return { issue: mcp.desk.get({ id: 1 }), ok: true }`,
  returnList: `return [mcp.desk.get({ id: 1 }), mcp.desk.get({ id: 2 })]`,
  cond: `const exists = mcp.desk.read({ path: 'a' })\nif (!exists) await mcp.desk.write({ path: 'a', content: 'x' })\nreturn 1`,
  compare: `const a = mcp.desk.read({ path: 'a.js' })\nconst b = await mcp.desk.read({ path: 'b.txt' })\nreturn a.content === b.content`,
  labelled: `const fns = [() => mcp.desk.close({ id: 1 }), () => mcp.desk.close({ id: 2 })]\nfor (const f of fns) f()\nreturn 1`,
  callApply: `mcp.desk.close.call(null, { id: 1 })\nreturn 1`,
  alias: `const { desk } = mcp\nconst { close } = desk\nclose({ id: 1 })\nreturn 1`,
  aliasLast: `const { close } = mcp.desk\nclose({ id: 1 })`,
  bracket: `const tool = 'close'\nmcp.desk[tool]({ id: 1 })\nreturn 1`,
  comma: `await (mcp.desk.close({ id: 1 }), mcp.desk.get({ id: 1 }))\nreturn 1`,
  nestedAwait: `await Promise.all([1, 2].map((id) => Promise.resolve().then(() => { mcp.desk.close({ id }) })))\nreturn 1`,
  raceWithDrop: `await Promise.race([mcp.desk.get({ id: 1 }), new Promise((r) => setTimeout(r, 9000))])\nmcp.desk.close({ id: 1 })\nreturn 1`,
  t1: `${G}const msg = \`Title: \${issue.Title}\`\nawait mcp.desk.mail({ to: 'a', subject: msg, body: 'b' })`,
  t2: `${L}const table = issues.map((i) => [i.id, i.title, i.owner].map(String).join('|')).join('\\n')\nawait mcp.desk.mail({ to: 'a', subject: 's', body: table })`,
  t3: `${L}const by = Object.groupBy(issues, (i) => i.status)\nawait mcp.desk.mail({ to: 'a', subject: 's', body: Object.keys(by).join(', ') })`,
  t4: `${L}const n = {}\nfor (const i of issues) n[i.status] = (n[i.status] ?? 0) + 1\nawait mcp.desk.mail({ to: 'a', subject: 's', body: JSON.stringify(n) })`,
  t5: `${L}let body = ''\nfor (const i of issues) body += i.id + ': ' + i.state + '\\n'\nawait mcp.desk.mail({ to: 'a', subject: 's', body })`,
  t6: `${G}const key = ['issue', issue.number].join(':')\nawait mcp.desk.put({ key: key + issue.number, value: 1 })`,
  t8: `const r = await mcp.desk.close({ id: 1 })\nawait mcp.desk.comment({ id: 1, text: 'closed as ' + r.id + ' ' + r.url })`,
  t9: `const x = await mcp.desk.text({})\nawait mcp.desk.comment({ id: 1, text: 'first: ' + x.issues })`,
  t10: `${G}const t = (s, ...v) => s.reduce((a, p, i) => a + p + (i < v.length ? v[i] : ''), '')\nawait mcp.desk.comment({ id: 1, text: t\`by \${issue.reporter}!\` })`,
  t11: `${G}await mcp.desk.comment({ id: 1, text: \`\${{ id: issue.id }}\` })`,
  t12: `${L}await mcp.desk.comment({ id: 1, text: 'Top: ' + issues.slice(0, 1) })`,
  t13: `${L}await mcp.desk.comment({ id: 1, text: \`Top: \${issues.map((i) => ({ t: i.title }))}\` })`,
  t14: `${L}await mcp.desk.comment({ id: 1, text: \`First \${issues.find((i) => i.id === 9)?.title}\` })`,
  t15: `${L}const e = Object.entries(issues[0]).map(([k, v]) => k + '=' + v.value)\nawait mcp.desk.comment({ id: 1, text: e.join(';') })`,
  t17: `${G}const html = '<b>{{name}}</b>'.replace(/{{(\\w+)}}/g, (_, k) => issue[k])\nawait mcp.desk.comment({ id: 1, text: html })`,
  t18: `const d = new Date(params.since)\nawait mcp.desk.comment({ id: 1, text: 'since ' + d })`,
  t19: `${G}await mcp.desk.comment({ id: 1, text: 'v' + +issue.version })`,
  t20: `${G}const pad = (n) => (n < 10 ? '0' + n : '' + n)\nawait mcp.desk.comment({ id: 1, text: pad(issue.hours) + ':' + pad(issue.minutes) })`,
}
const SOUND: Readonly<Record<string, string>> = {
  tsMainLast: `async function main(): Promise<void> {\n  const { issues } = (await mcp.desk.list({})) as { issues: { id: number }[] }\n  for (const i of issues) await mcp.desk.close({ id: i.id })\n}\nmain()`,
  mainThen: `const main = async () => { await mcp.desk.close({ id: 1 }) }\nmain().then(() => console.log('done'), console.error)`,
  mainReturn: `const main = async () => { await mcp.desk.close({ id: 1 }); return 7 }\nreturn main()`,
  voidIife: `void (async () => { await mcp.desk.comment({ id: 1, text: 'x' }) })()\nreturn 1`,
  all2: `const [a, b] = await Promise.all([mcp.desk.get({ id: 1 }), mcp.desk.get({ id: 2 })])\nreturn a.points + b.points`,
  allNested: `${L}await Promise.all(issues.map((i) => Promise.all(i.labels.map((text) => mcp.desk.comment({ id: i.id, text })))))\nreturn 1`,
  reduceP: `${L}const total = await issues.reduce(async (sum, i) => (await sum) + (await mcp.desk.get({ id: i.id })).points, Promise.resolve(0))\nreturn total`,
  stored: `const jobs = {}\nfor (const id of [1, 2]) jobs[id] = mcp.desk.get({ id })\nconst out = []\nfor (const id of [1, 2]) out.push((await jobs[id]).title)\nreturn out`,
  mapStore: `const jobs = new Map([1, 2].map((id) => [id, mcp.desk.get({ id })]))\nfor (const [, job] of jobs) await job\nreturn 1`,
  once: `let p\nconst get = () => p ?? (p = mcp.desk.get({ id: 1 }))\nawait get()\nreturn (await get()).title`,
  sem: `let active = 0\nconst wait = []\nconst take = async () => { if (active < 1) active++; else await new Promise((r) => wait.push(r)) }\nconst give = () => { const r = wait.shift(); if (r) r(); else active-- }\nconst run = async (id) => { await take(); try { await mcp.desk.close({ id }) } finally { give() } }\nawait Promise.all([run(1), run(2)])\nreturn 1`,
  poll: `let done = null\nmcp.desk.get({ id: 1 }).then((x) => { done = x }, () => { done = {} })\nwhile (done === null) await new Promise((r) => setTimeout(r, 50))\nreturn done.title`,
  poll2: `let done = null\nconst start = async () => { done = await mcp.desk.get({ id: 1 }) }\nconst p = start()\nfor (let i = 0; i < 100 && done === null; i++) await new Promise((r) => setTimeout(r, 100))\nawait p\nreturn done.title`,
  abort: `const c = new AbortController()\nconst t = setTimeout(() => c.abort(), 8000)\nconst x = await mcp.desk.get({ id: 1 })\nclearTimeout(t)\nreturn x.title`,
  manualTimeout: `const x = await new Promise((resolve, reject) => {\n  const t = setTimeout(() => reject(new Error('late')), 5000)\n  mcp.desk.get({ id: 1 }).then((v) => { clearTimeout(t); resolve(v) })\n})\nreturn x.title`,
  stream: `const s = new ReadableStream({ async start(c) { for (const id of [1, 2]) c.enqueue(await mcp.desk.get({ id })); c.close() } })\nlet n = 0\nfor await (const x of s) n += x.points\nreturn n`,
  asyncIter: `const it = { async *[Symbol.asyncIterator]() { yield mcp.desk.get({ id: 1 }) } }\nfor await (const x of it) return x.title`,
  settled: `const r = await Promise.allSettled([mcp.desk.get({ id: 1 }), mcp.desk.close({ id: 2 })])\nreturn r.map((x) => x.status)`,
  using: `class Tx { async [Symbol.asyncDispose]() { await mcp.desk.close({ id: 1 }) } }\n{ await using tx = new Tx() }\nreturn 1`,
  s1: `${G}const who = issue.reporter === undefined ? 'nobody' : issue.reporter\nawait mcp.desk.comment({ id: 1, text: \`by \${who}\` })`,
  s2: `${G}const parts = [issue.title, issue.reporter].filter((x) => x !== undefined)\nawait mcp.desk.comment({ id: 1, text: parts.join(' by ') })`,
  s3: `${G}await mcp.desk.comment({ id: 1, text: Object.entries(issue).map(([k, v]) => k + ': ' + JSON.stringify(v)).join('\\n') })`,
  s4: `${G}const s = issue.note + ''\nawait mcp.desk.comment({ id: 1, text: s.includes('undefined') ? 'no note' : s })`,
  s5: `${G}const n = Number(issue.note)\nawait mcp.desk.comment({ id: 1, text: Number.isNaN(n) ? 'no number' : String(n) })`,
  s6: `${G}const k = \`\${issue.kind}-x\`\nconst names = { 'undefined-x': 'plain' }\nawait mcp.desk.comment({ id: 1, text: 'undefined kind: ' + (names[k] ?? k) })`,
  s7: `${L}const text = issues.map((i) => i.title.concat(' #', i.id)).join()\nawait mcp.desk.comment({ id: 1, text })`,
  s8: `const all = [1].concat([undefined], 2).filter(Boolean)\nawait mcp.desk.comment({ id: 1, text: 'undefined ' + all.length })`,
  s9: `${G}await mcp.desk.comment({ id: 1, text: (issue.points * 1.5).toFixed(2) + ' ' + issue.points.toLocaleString('en') })`,
  s10: `const lines = ['function f() { [native code] }', 'x => x']\nawait mcp.desk.comment({ id: 1, text: lines.join('\\n') })`,
  s11: `const f = (x) => x + 1\nawait mcp.desk.write({ path: 'f.js', content: \`export const f = \${f}\` })`,
  s12: `${G}const o = { n: 1, text: 'NaN ' }\no.n += issue.points\no.text += o.n\nawait mcp.desk.comment({ id: 1, text: o.text })`,
  s13: `const errors = new Map([['a', 'undefined']])\nawait mcp.desk.comment({ id: 1, text: [...errors].map(([k, v]) => \`\${k}: \${v}\`).join() })`,
  s14: `await mcp.desk.comment({ id: 1, text: Buffer.from('undefined').toString('base64') + ' undefined' })`,
  s15: `const e = new TypeError("Cannot read properties of undefined (reading 'x')")\nawait mcp.desk.comment({ id: 1, text: \`failed: \${e.message}\` })`,
  s16: `try { null.x } catch (e) { await mcp.desk.comment({ id: 1, text: 'failed: ' + e.message }) }`,
  s17: `let x\ntry { x.y } catch (e) { await mcp.desk.comment({ id: 1, text: 'failed: ' + e.message + e }) }`,
  s18: `try { undefined() } catch (e) { await mcp.desk.comment({ id: 1, text: String(e) }) }`,
  s19: `${G}const t = JSON.stringify(issue, (k, v) => (v === undefined ? 'undefined' : v))\nawait mcp.desk.comment({ id: 1, text: t + ' [object Object]' })`,
  s21: `const kind = typeof (await mcp.desk.get({ id: 1 })).x\nawait mcp.desk.comment({ id: 1, text: 'it is ' + kind })`,
  s20: `const o = Object.prototype.toString.call({})\nawait mcp.desk.comment({ id: 1, text: 'it is ' + o })`,
}

describe('a mistake is told, and nothing passes', () => {
  test.each(Object.entries(FAULTY))('%s', async (name, program) => {
    const report = await rehearseDesk(program, { fileName: fileOf(name) })

    expect(report.verdict).not.toBe('pass')
    expect(findingsOf(report).map(({ code }) => code)).toContain(
      /^t\d/.test(name) ? 'TEXT_BROKEN' : 'CALL_NOT_AWAITED',
    )
  })
})

describe('a sound program passes, and nothing is told of it', () => {
  test.each(Object.entries(SOUND))('%s', async (name, program) => {
    const report = await rehearseDesk(program, { fileName: fileOf(name) })

    expect([report.verdict, findingsOf(report)]).toEqual(['pass', []])
  })
})

function fileOf(name: string): string {
  return name.startsWith('ts') ? 'plan.ts' : 'plan.js'
}
