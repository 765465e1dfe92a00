import { expect, test } from 'vitest'
import { prepareProgram } from './prepare-program.js'

async function leaves(source: string): Promise<string> {
  const preparation = await prepareProgram(source, { fileName: 'plan.js' })
  if (preparation.kind === 'invalid') throw new Error('the program can be run')
  return preparation.program.leaves()
}

test.each([
  `const { content } = await mcp.fs.read({ path: 'a' })\nawait mcp.fs.write({ path: 'b', content })\nreturn content.length`,
  `const fs = mcp['file system']\nconst { read } = fs\nreturn (await read({ path: params.path }))?.content ?? 'none'`,
  `const all = await Promise.all([1, 2].map((n) => mcp.a.get({ n })))\nreturn all.filter((each) => each.ok && each.size > 3).map(String).sort()`,
  `try { await mcp.a.b() } catch (e) { if (!(e instanceof ToolError)) throw new Error(\`no: \${e.message}\`); console.error(e.code) }`,
  `const byName = {}\nfor (const { name, size = 1, ...rest } of (await mcp.a.list()).items) byName[name] = size\nreturn Object.entries(byName)`,
  `const o = { a: 1, ['b' + params.c]: 2 }\no.a += 1\no.a++\no.d ??= JSON.parse('[]')\nreturn o`,
  `let total = 0\nfor (let i = 0; i < 3; i++) total += Math.max(i, Number(params.n))\nasync function add(to) { return to + total }\nreturn add(new Date(0).getTime())`,
  `const Object = { assign: () => 1 }\nreturn Object.assign()`,
])('%j leaves nothing', async (source) => {
  expect(await leaves(source)).toBe('nothing')
})

test.each([
  ['a member of what all share', 'globalThis.seen = 1'],
  ['a name of its own', 'Number = 1'],
  ['a member of a method', 'const list = [1]\nlist.push.seen = 1'],
  ['a member of an alias', 'const push = [].push\npush.seen = 1'],
  ['a member that is assigned in a pattern', 'const push = [].push\n;[push.seen] = [1]'],
  ['the same, by name', 'const push = [].push\n;({ a: push.seen } = { a: 1 })'],
  ['the same, by default', 'const push = [].push\n;({ a: push.seen = 1 } = {})'],
  ['the same, of the rest', 'const push = [].push\n;[...push.seen] = [1]'],
  ['the same, in a loop', 'const push = [].push\nfor (push.seen of [1]);'],
  ['a count', 'const push = [].push\npush.seen++'],
  ['a prototype', 'Array.prototype.seen = 1'],
  ['a prototype of a value', '[].__proto__.push(1)'],
  ['a prototype by brackets', '[]["__proto__"].push(1)'],
  ['a prototype by a template', '[][`__proto__`].push(1)'],
  ['a prototype by a computed name', 'const key = params.key\n;[][key].push(1)'],
  ['a prototype taken apart', 'const { __proto__: proto } = []\nproto.push(1)'],
  ['a prototype taken apart by a computed name', 'const { [params.key]: proto } = []\nproto.push(1)'],
  ['a prototype by a logical assignment', 'const own = {}\n;(own[params.key] ??= []).assign({})'],
  ['a constructor', '({}).constructor.assign([].push, { seen: 1 })'],
  ['a method of an alias of the engine', 'const { assign } = Object\nassign([].push, { seen: 1 })'],
  ['a borrowed method', '[].push.call([].map, 1)'],
  ['a bound method', '[].push.bind([].map)(1)'],
  ['a method handed over', '[[].push].forEach(Object.freeze)'],
  ['what is no method that changes nothing', 'Object.assign([].push, { seen: 1 })'],
  ['what is taken away', 'const own = { a: 1 }\ndelete own.a'],
  ['`this`', 'const own = { set() { this.a = 1 } }\nown.set()'],
  ['a class', 'class A { static a = 1 }'],
  ['a template with a tag', 'const raw = (texts) => texts\nreturn raw`a`'],
  ['a timer, which has a number', 'return setTimeout(() => 1, 5)'],
  ['a symbol', 'return Symbol.for("a").description'],
  ['text as code', 'return eval("1")'],
  ['the machine', 'return Deno.env.toObject()'],
  ['the network', 'return fetch("http://localhost")'],
])('%s leaves something', async (_, source) => {
  expect(await leaves(source)).not.toBe('nothing')
})

test('what is not known to leave nothing is not known to leave something', async () => {
  expect(await leaves('return params.list[params.n]')).toBe('unknown')
  expect(await leaves('globalThis.first ??= params.n\nreturn globalThis.first')).toBe('something')
})
