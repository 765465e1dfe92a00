import { describe, expect, test } from 'vitest'
import { prepareProgram } from './prepare-program.js'

describe('what becomes a part of a text is marked', () => {
  test.each<[string, string, string]>([
    ['in a template', `return \`a \${x.y}\``, `return \`a \${$mark.X(0,(x.y))}\``],
    ['in a sum', 'return (a ^ b) + c', 'return $mark.P(0,1,(a ^ b) , c)'],
    ['behind a text', 's += x', 's += $mark.Q(0,s,(x))'],
    ['behind a member', 'this.s += x', 'this.s += $mark.Q(0,this.s,(x))'],
    ['as a text', 'String(x)', 'String($mark.X(0,(x)))'],
    ['in place of a match', "t.replace('a', x)", "t.replace('a', $mark.W(0,(x)))"],
    ['as an item', 'list.join()', '$mark.L(0,(list)).join()'],
    ['as a formatted number', 'x.y.toFixed(1)', '$mark.F(0,(x.y)).toFixed(1)'],
    [
      'but not what is meant',
      `return \`\${undefined} \${typeof x} \${"a"}\``,
      `return \`\${undefined} \${typeof x} \${"a"}\``,
    ],
    ['nor in a tagged template', `tag\`a \${x}\``, `tag\`a \${x}\``],
    [
      'under a name that the program has not',
      `const $mark = 1\nreturn \`\${$mark}\``,
      `const $mark = 1\nreturn \`\${$$mark.X(0,($mark))}\``,
    ],
  ])('%s', async (_, source, code) => {
    expect((await markedOf(source)).code).toBe(code)
  })

  test('with the names of the members it may come from, and its place', async () => {
    const { parts, placeOf } = await markedOf(`const { a: b } = x.y\nreturn \`\${b}\``)

    expect(parts).toEqual([{ line: 2, column: 11, text: 'b', members: ['a'] }])
    expect(placeOf({ line: 2, column: 11 + '$mark.X(0,('.length })).toEqual({ line: 2, column: 11 })
  })
})

/** What the marks of the guest do to texts that are whole: nothing. */
const WHOLE = {
  X: (_: number, value: unknown) => value,
  W: (_: number, value: unknown) => value,
  Q: (_: number, __: unknown, value: unknown) => value,
  L: (_: number, value: unknown) => value,
  F: (_: number, value: unknown) => value,
  P: (_: number, __: number, left: string, right: string) => left + right,
}

describe('a program with marks does what it does without', () => {
  test.each([
    'return 1 + 2 * 3 + "a" + (1 + 2) + -1 + +"2"',
    `return [1, 2].map((x) => x + "" + (x > 1 ? x + 1 : \`\${x}\${x + \`\${x}\`}\`)).join("+")`,
    'let s = ""; for (const x of [1, 2]) s += x + /* + */ 1; return s',
    'const o = { s: "a", n: 1 }; o.s += o.n + 1; o.n += 1; o["s"] += "x"; return o',
    'return (await Promise.resolve("a")) + (await Promise.resolve(1)).toFixed(1) + 1.5.toFixed(0)',
    `return "a-b".replace("-", () => "+").replace(/b/, "c" + 1).replaceAll("c", \`\${1}\`).concat(1, "x")`,
    'return [[1, 2].concat([3], 4).join(), [3].join("" + 1), (1.25).toFixed(1), [1]?.join("a")]',
    'class A { s = "x"; add(y) { this.s += y + 1; return this } }\nreturn new A().add("y").s',
    `const f = (a, b = a + "!") => a + b; return f("x") + f("y", \`\${f("z")}\`)`,
    `return ((a, ...b) => \`\${a}\${b}\`)(...["x", 1 + 1, "y" + "z"]) + String([1, "2"]) + encodeURIComponent("a b")`,
    'return 1\n  + "2" // +\n  + (0, "3")',
  ])('%s', async (source) => {
    const { code, watcher } = await markedOf(source)

    expect(await run(code, watcher)).toEqual(await run(source, watcher))
  })
})

function run(code: string, watcher: string): Promise<unknown> {
  const make = Object.getPrototypeOf(async () => undefined).constructor
  const program = make(watcher, `"use strict";${code}\n`) as (marks: unknown) => Promise<unknown>
  return program(WHOLE)
}

async function markedOf(source: string) {
  const preparation = await prepareProgram(source, { fileName: 'plan.js' })
  if (preparation.kind === 'invalid') throw new Error('the program can be run')
  return preparation.program.marked()
}
