import { describe, expect, test } from 'vitest'
import { prepareProgram } from './prepare-program.js'

const LIST = 'const list = await mcp.fs.list({})\n'

describe('what is read of an answer is found', () => {
  test.each<[string, string, string[]]>([
    ['a member', `${LIST}return list.entries`, ['2:13 entries']],
    [
      'a member that is needed',
      `${LIST}list.entries.map(String)`,
      ['2:6 entries needed 2:14!', '2:14 entries.map needed 2:14!'],
    ],
    ['at once', 'return (await mcp.fs.list({})).entries', ['1:32 entries']],
    ['by brackets', `${LIST}return list["entries"][0]`, ['2:13 entries needed 2:24!', '2:24 entries.0']],
    [
      'by taking apart',
      'const { a: { b }, c } = await mcp.fs.list({})\nreturn [b, c]',
      ['1:9 a needed 1:12!', '1:14 a.b', '1:19 c'],
    ],
    [
      'by a name for it',
      `${LIST}const { entries } = list\nentries.map(String)`,
      ['2:9 entries needed 3:9!', '3:9 entries.map needed 3:9!'],
    ],
    ['through a constant', `${LIST}const all = list\nreturn [...all.entries]`, ['3:16 entries needed 3:12!']],
    ['in a loop over it', `${LIST}for (const each of list.entries) use(each)`, ['2:25 entries needed 2:20!']],
    [
      'through a promise',
      'const p = mcp.fs.list({})\nconst list = await p\nreturn list.entries',
      ['3:13 entries'],
    ],
    ['as text', `${LIST}return \`\${list.entries}\``, ['2:16 entries']],
    [
      'in a branch',
      `${LIST}if (params.x) list.entries.map(String)`,
      ['2:20 entries needed 2:28', '2:28 entries.map needed 2:28'],
    ],
    [
      'in a function',
      `${LIST}const f = () => list.entries[0]\nf()`,
      ['2:22 entries needed 2:30', '2:30 entries.0'],
    ],
    [
      'where it is caught',
      `${LIST}try { list.entries[0] } catch {}`,
      ['2:12 entries needed 2:20', '2:20 entries.0'],
    ],
    [
      'after the program may have ended',
      `${LIST}if (params.x) return\nlist.entries[0]`,
      ['3:6 entries needed 3:14', '3:14 entries.0'],
    ],
    [
      'in the body of a loop',
      `${LIST}for (const x of params.all) list.entries[x]`,
      ['2:34 entries needed 2:42'],
    ],
  ])('%s', async (_, source, expected) => {
    expect(await reads(source)).toEqual(expected)
  })
})

describe('what the program tests for is left out', () => {
  test.each([
    `${LIST}if (list.entries) list.entries.map(String)`,
    `${LIST}if (!list.entries) return`,
    `${LIST}return list.entries ?? []`,
    `${LIST}return list.entries || list.entries`,
    `${LIST}return list.entries ? 1 : 2`,
    `${LIST}return list.entries?.length`,
    `${LIST}return list.entries?.()`,
    `${LIST}return typeof list.entries`,
    `${LIST}return list.entries === undefined`,
    `${LIST}return 'entries' in list`,
    `${LIST}return Object.hasOwn(list, 'entries')`,
    `${LIST}return Array.isArray(list.entries)`,
    `${LIST}const { entries = [] } = list\nreturn entries.map(String)`,
    `${LIST}const { entries } = list\nif (entries) entries.map(String)`,
    `${LIST}while (params.x && list.entries) await 0`,
    `${LIST}list.entries = []\nreturn list.entries`,
    `${LIST}list.entries = { a: 1 }\nreturn list.entries.a.b`,
  ])('%s', async (source) => {
    expect((await reads(source)).filter((read) => !read.includes('entries.'))).toEqual([])
  })
})

test('what is read after a test is told with it', async () => {
  expect(await reads(`${LIST}return list.entries?.[0].name`)).toEqual([
    '2:23 entries.0 after 1 needed 2:26',
    '2:26 entries.0.name after 1',
  ])
})

test.each([
  'const list = mcp.fs.list({})\nreturn list.entries',
  'let list = await mcp.fs.list({})\nreturn list.entries',
  'const list = params.x ? await mcp.fs.list({}) : {}\nreturn list.entries',
  'const list = await mcp.fs.list({}).catch(() => ({ entries: [] }))\nreturn list.entries',
  'const list = await mcp.fs\nreturn list.entries',
  `${LIST}function f(list) { return list.entries }\nreturn f`,
  `${LIST}return list[params.name]`,
])('nothing is said of %j', async (source) => {
  expect(await reads(source)).toEqual([])
})

test('a chain of a thousand members is not followed for ever', async () => {
  expect((await reads(`${LIST}return list${'.x'.repeat(1000)}`)).length).toBeLessThan(40)
})

/** `line:column path needed line:column` of each; `!` where every run passes. */
async function reads(source: string): Promise<string[]> {
  const preparation = await prepareProgram(source, { fileName: 'a.js' })
  if (preparation.kind === 'invalid') throw new Error(preparation.findings[0]?.message)
  return preparation.program.reads.map(({ path, tested, line, column, needs }) => {
    const places = needs.map((each) => ` needed ${each.line}:${each.column}${each.always ? '!' : ''}`)
    return `${line}:${column} ${path.join('.')}${tested > 0 ? ` after ${tested}` : ''}${places.join('')}`
  })
}
