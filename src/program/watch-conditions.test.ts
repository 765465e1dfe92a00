import { expect, it } from 'vitest'
import { textPositions } from '../base/index.js'
import { parseScript } from './parse-script.js'
import { prepareProgram } from './prepare-program.js'

/** A program that returns what it decided, and what it returns for a list of inputs. */
const PROGRAMS: readonly string[] = [
  'return params.a === 1',
  'if ((params.a ^ 2) === 3) return "x"\nreturn "y"',
  'return params.a /* === */ >= 1 && !params.b ? "p" : "q"',
  'return params.b?.c?.d ?? "none"',
  'return params.b?.c.includes("x")',
  'return params.b?.list?.includes("x").toString()',
  'return [params.b?.list?.includes("x"), (params.b)?.c?.includes(params.key), params.b?.list?.includes?.(params?.key), (params.b?.list)?.indexOf("x")]',
  'return [params.b?.list.includes("x"), params.b?.["list"]?.[0].startsWith(params.key), params.b\n?.c\n.includes("x")]',
  'return [params.b?.list?.join("").replace("x", (x) => x + 1).length, params.key?.match(/(o)/)?.[1], [params].find((p) => p.b)?.b.list?.[0].includes("x")]',
  'return [params.b?.list.slice(params.a), params.b?.list?.[params.a - 1], params.b?.list[2 - params.a]?.at(-1), params.b?.c.d.toFixed(1)]',
  'return [[...params.key.matchAll(/o/g)].length, params.b?.list?.join("")?.matchAll(/x/g) === undefined]',
  'return (params.a || params.b) && "ok"',
  'switch (params.a) { case 1: return "one"; case 2: { return "two" } default: return "many" }',
  'const t = { one: 1, two: 2 }; return t[params.key] ?? 0',
  'const t = { f() { return this.v }, v: 7 }; return t[params.key]?.() ?? t["f"]()',
  'let n = 0; for (let i = 0; i < params.a; i++) n += i; while (n > 3) n--; do { n++ } while (n < 1); return n',
  'return [1, 2, 3].filter((x) => x > params.a).map((x) => (x % 2 ? "odd" : "even"))',
  'const o = {}; o[params.key] = 1; o[params.key]++; delete o[params.a]; return Object.keys(o)',
  'return (await Promise.resolve("abc")).includes(await Promise.resolve(params.key))',
  'return (params.a > 0 ? "+" : "-") + ((params.key).startsWith("o") || (0, params.key).endsWith("x"))',
  'return /o.e/.test(params.key) ? params.key.replace(/o/, "0").split("n") : params.key.match(/t/)?.[0]',
  'class A { #p = 1; has() { return #p in this && this.#p === 1 } }\nreturn new A().has()',
  'return new Set([1, 2]).has(params.a) && new Map([["one", 5]]).get(params.key)',
  'const f = (x = params.a === 1) => x; return f()',
  'function* g() { if (yield 1) return 2 }\nreturn [...g()]',
  'return [params.key.slice(1), (params.key).at(-1), params.key?.trim(), params.b?.list?.slice(0).at(0), params.key["at"](0)]',
  'let n = (params.a) % 2 + 2 ** params.a - -params.a; n <<= 1; return [+params.key, ~ (params.a), n - 1 - 2, Number(params.a), n-- - 1]',
  'return [Math.max(...[params.a, 1]), (await Promise.resolve("abc")).slice(await Promise.resolve(1)), params.key[params.a], [4, 5][params.a], [4][0]]',
  'const f = (n) => n > 0 ? [n].concat(f(n - 1)).slice(0, 2) : []; return f(params.a)',
  'class B extends Array { last() { return super.at(-1) } }\nreturn B.from([1, params.a]).last()',
  'const { [params.key]: x = 3, ...rest } = { one: 1, two: 2 }; return [x, rest, params.b?.[params.key], params.b?.["c"]?.[params.a], [1]?.[0]]',
  'try { return new URL(params.key).host } catch { return [new Date(params.a).getTime(), new Set([1]).size, new (class { constructor(x) { this.x = x } })(params.a).x] }',
  'return (await Promise.resolve(params.key)).split("n").concat((await Promise.resolve(params.key)).indexOf("o"))',
  'const o = { one: 0 }; o[params.key] = 1; const { one, two = one } = o; let a; ({ a } = o); return [o.one, (o).two?.x, o["one"] + 1, a, params.b?.c.d, params.b?.c?.d?.e, two]',
  'const k = { [params.key]: class { constructor() { this.x = 1 } } }; return [new k.one().x, k.two === undefined, new (k.one)().x, delete k.one, k.one ?? 0]',
  'const o = Object.fromEntries([[params.key, { f() { return this.n }, n: 2 }]]); o.one.n++; [o.two] = [3]; for (o.one of [o]) o.z ||= 1; return [o.one.one.f?.(), o.two, o.z, o?.one]',
  'try { decodeURIComponent(params.key + "%"); return 1 } catch { return [new RegExp(params.key).source, RegExp("o", "g").flags, atob("YQ=="), AbortSignal.timeout(params.a + 9).aborted] }',
  'const t = { [params.key]: 1, list: [{ b: 2 }] }; const f = ({ one = 3, list: [{ b, c = b }] = [{}] }, ...[{ z = c } = {}]) => [one, b, c, z]; return [f(t), f({ ...t, list: undefined }, { z: 9 }), [t].map(({ one: x = 4 }, i, { length }) => [x, i, length])]',
  'const t = { [params.key]: 1 }; function f({ one = 3 } = {}, n = one) { return [one, n, this?.v, arguments.length] } const o = { v: 5, f, async g({ two = 6 }) { return [two, this.v] }, set w({ one: x = 8 }) { this.v = x } }; o.w = t; return [f(t), f(), o.f(t, 2), await o.g(t), await (async ({ one }) => one)(t)]',
  'class A { constructor({ [params.key]: k = 1, one = 2 }) { this.x = [k, one] } static of({ one }) { return new this({ one }) } get({ two = 7 }) { return two } }\nclass B extends A { get({ two = 8 } = {}) { return [super.get({ two }), ((o) => o)({})] } }\nconst o = { [params.key]: 3 }; return [A.of(o).x, new B(o).get(o), function* ({ one = 5 }) { yield one }(o).next().value]',
  'const o = { [params.key]: 3 }; const out = []; for (const { one = 1, two: { x = 2 } = {} } of [o, {}]) out.push(one, x); for (const [k, { length = 0 }] of Object.entries(o)) out.push(k, length); let one; for ({ one } of new Set([o])) out.push(one); try { (({ one: { two } }) => two)({}) } catch (e) { out.push(e.name) } return out',
  'const out = []; for (const n of [params.a, -1, 101]) try { out.push((1.5).toFixed(n), "x".repeat(n)?.length, (7).toString(n + 2)); n.toPrecision(n) } catch (e) { out.push(e.name) } return out',
  'label: for (const x of [1, 2]) { if (x === params.a) continue label; if (!x) break }\nreturn typeof params.b === "object"',
]

const INPUTS = [
  { a: 1, b: null, key: 'one' },
  { a: 0, b: { c: 'x', list: ['x'] }, key: 'two' },
  { a: 2, b: { c: { d: 0, includes: () => 'mine' } }, key: 'f' },
]

it.each(PROGRAMS)('a watched program decides as it did: %s', async (text) => {
  const { code, watched } = await prepared(text)
  for (const input of INPUTS) {
    const plain = await run(code, input)
    expect(await run(watched.code, input, watched.watcher)).toEqual(plain)
  }
  expect(watched.code.split('\n')).toHaveLength(code.split('\n').length)
  expect(watched.conditions.length).toBeGreaterThan(0)
})

it('places of the watched text are told as they stand in the program', async () => {
  const text = 'if (a.b === 1 && !(await mcp.s.search({ x: c?.d }))) mcp.s.get({}).then()\nmcp[x][y]({})'
  const { watched } = await prepared(text)
  const original = textPositions(text, /\n/g)
  const now = textPositions(watched.code, /\n/g)
  for (const word of ['search(', 'get(', 'then('])
    expect(watched.placeOf(now(watched.code.indexOf(word)))).toEqual(original(text.indexOf(word)))
})

it('the watched text can still be read, and its watcher has a name of its own', async () => {
  const { watched } = await prepared('const $watch = 1\nreturn $watch === 1 ? params : null')
  expect(watched.watcher).not.toBe('$watch')
  expect(parseScript(watched.code, textPositions(watched.code, /\n/g)).kind).toBe('script')
  expect(watched.conditions).toEqual([expect.objectContaining({ line: 2, text: '$watch === 1' })])
})

async function prepared(text: string) {
  const preparation = await prepareProgram(text, { fileName: 'a.js' })
  if (preparation.kind !== 'ready') throw new Error(JSON.stringify(preparation.findings))
  return { code: preparation.program.code, watched: preparation.program.watched() }
}

/** Says what a function with these parameters gives or throws, as JSON. */
async function run(code: string, params: unknown, watcher = 'unused'): Promise<unknown> {
  const make = Object.getPrototypeOf(async () => undefined).constructor
  try {
    const value: unknown = await make(
      'mcp',
      'params',
      watcher,
      `"use strict";${code}`,
    )({}, params, LIKE_GUESTS)
    return { value: value instanceof Object ? JSON.parse(JSON.stringify(value)) : value }
  } catch (failure) {
    return { threw: failure instanceof Error ? failure.name : failure }
  }
}

const pass = (_id: number, value: unknown): unknown => value
const passNamed = (_id: number, _name: string, value: unknown): unknown => value
const COMPARE: Readonly<Record<string, (a: never, b: never) => boolean>> = {
  '===': (a, b) => a === b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
}
const LIKE_GUESTS = {
  ...{ t: pass, n: pass, d: pass, a: pass, r: pass, i: pass, j: pass, z: pass, o: passNamed, b: passNamed },
  u: (_id: number, _name: string, _from: unknown, value: unknown): unknown => value,
  ...{ p: passNamed, m: passNamed, q: pass, v: pass, h: pass },
  ...{ g: pass, l: passNamed },
  y: (_looks: unknown, self: unknown, given: unknown[], call: (...given: unknown[]) => unknown): unknown =>
    Reflect.apply(call, self, given),
  k: (_id: number, _of: number, value: unknown): unknown => value,
  c: (_id: number, operator: string, a: never, b: never): boolean | undefined => COMPARE[operator]?.(a, b),
}
