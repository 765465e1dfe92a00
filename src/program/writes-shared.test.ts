import { expect, test } from 'vitest'
import { writesShared } from './writes-shared.js'

test.each([
  'globalThis.limit ??= a.n',
  'globalThis.count = (globalThis.count ?? 0) + 1',
  'globalThis.count++',
  'globalThis[name] = 1',
  'globalThis.console.lim ||= a.n',
  'const g = globalThis',
  'Object.prototype.foo ??= a.n',
  'if (!Array.prototype.last) Array.prototype.last = function () { return 1 }',
  'const p = [].__proto__',
  'Object.getPrototypeOf([]).x = 1',
  'Math.lim ??= a.n',
  'Intl["lim"] ||= a.n',
  'JSON.stringify = () => ""',
  'Number.MORE += 1',
  'console.lim = 1',
  'const M = Math\nM.lim ??= a.n',
  'Object.assign(Math, { lim: a.n })',
  'Reflect.set(Math, "lim", a.n)',
  'Object.defineProperty(String, "lim", { value: 1 })',
  '"".constructor.lim ??= a.n',
  'delete Math.max',
  'self.lim = 1',
  '++Number.MORE',
])('what all programs of a guest have is changed by %s', (code) => {
  expect(writesShared(code)).toBe(true)
})

test.each([
  'const n = Math.max(a.n, b.n) === 3',
  'if (Object.prototype.hasOwnProperty.call(a, "n")) throw new Error("x")',
  'const id = globalThis.crypto.randomUUID()',
  'if (globalThis.limit === 3) throw new TypeError("x")',
  'class Tree extends Map { constructor() { super() } }\nconst tree = new Tree()',
  'const all = list.map(Number).filter(Boolean)\nconst d = new Date(a.t) <= Date.now()',
  'const { Status = "x" } = a\nconst f = (x) => Number.parseInt(x)',
  'console.log(a.n)\nconst t = { Authorization: a.t, other: a.B == 2 }',
  'const when = x instanceof Date ? Date.parse(x) : JSON.parse(y)[0]',
  'const most = MOST\nif (a.n === MOST) return LIMITS.n',
  'const page = await mcp.s.list({ id: a.ID })',
])('nothing that all programs of a guest have is changed by %s', (code) => {
  expect(writesShared(code)).toBe(false)
})
