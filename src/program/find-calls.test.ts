// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the programs under test hold templates.
import { expect, test } from 'vitest'
import { prepareProgram } from './prepare-program.js'

async function prepare(source: string) {
  const preparation = await prepareProgram(source, { fileName: 'plan.js' })
  if (preparation.kind === 'invalid') throw new Error(preparation.findings[0]?.message)
  return preparation
}

/** The calls as `line:column server:tool`. */
async function calls(source: string): Promise<string[]> {
  const { program } = await prepare(source)
  return program.calls.map(({ server, tool, line, column }) => `${line}:${column} ${server}:${tool}`)
}

async function findings(source: string): Promise<string[]> {
  const told = (await prepare(source)).findings
  return told.map(({ line, column, code, severity, certain, message }) =>
    [`${line}:${column}`, code, severity, certain ? 'certain' : 'guessed', message].join(' '),
  )
}

test.each<[string, string[]]>([
  ['await mcp.fs.read({})', ['1:14 fs:read']],
  ['x = mcp\n  .fs\n  .read()', ['3:4 fs:read']],
  ['mcp["brave-search"]["web search"]()', ['1:21 brave-search:web search']],
  ['mcp[`fs`][`read`]()', ['1:11 fs:read']],
  ['mcp?.fs?.read?.({})', ['1:10 fs:read']],
  ['(mcp.fs).read()', ['1:10 fs:read']],
  ['(mcp?.fs).read()', ['1:11 fs:read']],
  ['const { fs } = mcp; fs.read()', ['1:24 fs:read']],
  ['const { fs: files, "web-x": web } = mcp; files.read(); web.get()', ['1:48 fs:read', '1:60 web-x:get']],
  ['const { fs: { read, write: put } } = mcp; read(); put()', ['1:43 fs:read', '1:51 fs:write']],
  ['const fs = mcp.fs; const read = fs.read; read()', ['1:42 fs:read']],
  ['const m = mcp, { read } = m.fs; read()', ['1:33 fs:read']],
  ['const fs = mcp.fs; async function f(x) { return fs.read(x) }', ['1:52 fs:read']],
  ['items.map(async (x) => mcp.fs.read({ x }))', ['1:31 fs:read']],
  ['for (const fs = mcp.fs; ;) fs.read()', ['1:31 fs:read']],
  ['f(mcp.b.c(), mcp.a.b())', ['1:9 b:c', '1:20 a:b']],
  ['mcp.a.b(await mcp.c.d())', ['1:7 a:b', '1:21 c:d']],
  ['class A { x = mcp.a.b(); static { mcp.c.d() } }', ['1:21 a:b', '1:41 c:d']],
  ['function late() { return fs.read() }\nconst fs = mcp.fs', ['1:29 fs:read']],
])('%j calls tools', async (source, expected) => {
  expect(await calls(source)).toEqual(expected)
})

test.each([
  'mcp[name].read()',
  'mcp.fs[name]()',
  'mcp[`${x}`].read()',
  'mcp[0].read()',
  'let fs = mcp.fs; fs.read()',
  'var fs = mcp.fs; fs.read()',
  'const { ...rest } = mcp; rest.fs.read()',
  'const { fs = other } = mcp; fs.read()',
  'const { [name]: fs } = mcp; fs.read()',
  'const [fs] = mcp; fs.read()',
  'const fs = x ? mcp.fs : mcp.other; fs.read()',
  'other.fs.read()',
  'const fs = { read() {} }; fs.read()',
  'const f = (mcp) => mcp.fs.read({})',
  'function f({ mcp }) { return mcp.fs.read() }',
  'function f(...mcp) { return mcp.fs.read() }',
  '{ const mcp = other; mcp.fs.read() }',
  '{ let mcp; mcp.fs.read() }',
  '{ class mcp {} mcp.fs.read() }',
  '{ function mcp() {} mcp.fs.read() }',
  'try {} catch (mcp) { mcp.fs.read() }',
  'for (const mcp of list) mcp.fs.read()',
  'const f = function mcp() { mcp.fs.read() }',
  'const C = class mcp { static x = mcp.fs.read() }',
  'switch (x) { case 1: let mcp; mcp.fs.read() }',
  'var mcp = other; mcp.fs.read()',
  'function mcp() {} mcp.fs.read()',
  'if (x) { var mcp } mcp.fs.read()',
  'mcp = other; mcp.fs.read()',
  '({ mcp } = other); mcp.fs.read()',
  'for (mcp of list) mcp.fs.read()',
  'const fs = mcp.fs; { const fs = other; fs.read() }',
  'const fs = mcp.fs; (fs) => fs.read()',
  'const a = b.fs, b = a; a.read()',
  'mcp.fs.read.call(null, {})',
  'mcp.fs.then(x)',
  'mcp.toString()',
  'mcp.fs.constructor({})',
  'class A { #fs; f() { return this.#fs.read() } }',
])('%j calls no tool that can be read off the text', async (source) => {
  const { program, findings: told } = await prepare(source)

  expect(program.calls).toEqual([])
  expect(told).toEqual([])
})

test.each([
  ['{ const mcp = other } mcp.fs.read()', 1],
  ['const f = (mcp) => mcp.a.b(); mcp.fs.read()', 1],
  ['{ let fs = 1; fs = 2 } const fs = mcp.fs; fs.read()', 1],
  ['function f(fs) { fs = 1 } const fs = mcp.fs; fs.read()', 1],
  ['const f = function mcp() {}; mcp.fs.read()', 1],
])('%j hides mcp in one place alone', async (source, count) => {
  expect(await calls(source)).toHaveLength(count)
})

test('a thousand constants that stand for each other are not followed for ever', async () => {
  const chain = Array.from({ length: 1000 }, (_, i) => `const c${i + 1} = c${i}`).join('\n')

  expect(await calls(`const c0 = mcp\n${chain}\nc1000.fs.read(); c3.fs.read()`)).toEqual(['1002:24 fs:read'])
})

test.each<[string, string[]]>([
  ['await mcp({})', ['1:7 MCP_MISUSE error certain mcp is no tool: call mcp.SERVER.TOOL(args)']],
  [
    'await mcp.fs({})',
    ['1:7 MCP_MISUSE error certain mcp.fs is a server, not a tool: call mcp.fs.TOOL(args)'],
  ],
  [
    'await mcp["a b"]()',
    ['1:7 MCP_MISUSE error certain mcp["a b"] is a server, not a tool: call mcp["a b"].TOOL(args)'],
  ],
  ['new mcp.fs.read()', ['1:1 MCP_MISUSE error certain mcp.fs.read is called without "new"']],
  [
    'mcp.fs.read`x`',
    ['1:1 MCP_MISUSE error certain mcp.fs.read is called with an object, not with a template'],
  ],
  [
    'x(mcp.fs.read({}, 1))',
    ['1:3 MCP_MISUSE error certain mcp.fs.read takes one object of arguments, not 2 arguments'],
  ],
  ['x(mcp.fs.read({}, undefined))', []],
  ['x(mcp.fs.read({}, maybe))', []],
  [
    'x(mcp.fs.read("a"))',
    ['1:3 MCP_MISUSE error certain mcp.fs.read takes one object of arguments, not a string'],
  ],
  [
    'x(mcp.fs.read(`a${b}`))',
    ['1:3 MCP_MISUSE error certain mcp.fs.read takes one object of arguments, not a string'],
  ],
  [
    'x(mcp.fs.read(1))',
    ['1:3 MCP_MISUSE error certain mcp.fs.read takes one object of arguments, not a number'],
  ],
  [
    'x(mcp.fs.read(null))',
    ['1:3 MCP_MISUSE error certain mcp.fs.read takes one object of arguments, not null'],
  ],
  [
    'x(mcp.fs.read(/a/))',
    ['1:3 MCP_MISUSE error certain mcp.fs.read takes one object of arguments, not a regular expression'],
  ],
  [
    'x(mcp.fs.read([]))',
    ['1:3 MCP_MISUSE error certain mcp.fs.read takes one object of arguments, not a list'],
  ],
  [
    'x(mcp.fs.read(() => 1))',
    ['1:3 MCP_MISUSE error certain mcp.fs.read takes one object of arguments, not a function'],
  ],
  [
    'mcp.fs.read({})',
    [
      '1:1 CALL_NOT_AWAITED warning guessed mcp.fs.read is called without "await": nobody learns its result, and the program may end before the call does',
    ],
  ],
  [
    'async () => { mcp.fs?.read({}) }',
    [
      '1:15 CALL_NOT_AWAITED warning guessed mcp.fs.read is called without "await": nobody learns its result, and the program may end before the call does',
    ],
  ],
])('%j uses mcp in a wrong way', async (source, expected) => {
  expect(await findings(source)).toEqual(expected)
})

test.each([
  'await mcp.fs.read({})',
  'await mcp.fs.read()',
  'await mcp.fs.read(undefined)',
  'await mcp.fs.read(args)',
  'await mcp.fs.read(...args)',
  'await mcp.fs.read({}, ...more)',
  'await mcp.fs.read(f())',
  'const p = mcp.fs.read({}); await p',
  'mcp.fs.read({}).then(f)',
  'await Promise.all([mcp.fs.read({})])',
  'const f = () => mcp.fs.read({})',
  'mcp.fs.read',
  'const server = mcp.fs',
])('%j uses mcp rightly', async (source) => {
  expect(await findings(source)).toEqual([])
})
