/** Texts with a word in them that the language made, and texts in which the word is meant. */
import { afterAll, describe, expect, test } from 'vitest'
import { verifies } from '../../verifies.js'
import { closeOneGuest } from '../one-guest.js'
import { findingsOf, rehearseDesk } from './desk.js'

verifies('rehearsal:mistakes-that-end')

afterAll(closeOneGuest)

const GET = 'const issue = await mcp.desk.get({ id: 1 })\n'
const THERE = 'there are "id", "title", "author", "labels", "points"'

describe('a text with no value in it is told where it is made, and fails', () => {
  test.each<[string, string, number, string]>([
    [
      'a missing member in a template',
      `${GET}await mcp.desk.comment({ id: 1, text: \`by \${issue.reporter}\` })`,
      2,
      `"undefined" stands in /text of desk:comment (call 2): issue.reporter is undefined; "reporter" is not in what desk:get (call 1) answers: ${THERE}`,
    ],
    [
      'in a sum',
      `${GET}await mcp.desk.comment({ id: 1, text: 'by ' + issue.reporter })`,
      2,
      '"reporter" is not in what desk:get (call 1)',
    ],
    [
      'in a sum of three',
      `${GET}await mcp.desk.comment({ id: 1, text: 'by ' + issue.reporter + '!' })`,
      2,
      '"reporter" is not in',
    ],
    [
      'taken apart',
      `${GET}const { reporter } = issue\nawait mcp.desk.comment({ id: 1, text: \`by \${reporter}\` })`,
      3,
      '"reporter" is not in',
    ],
    [
      'taken apart under another name',
      `${GET}const { reporter: by } = issue\nawait mcp.desk.comment({ id: 1, text: \`\${by}\` })`,
      3,
      '"reporter" is not in',
    ],
    [
      'in a function',
      `const line = ({ name, id }) => \`\${id}: \${name}\`\n${GET}await mcp.desk.comment({ id: 1, text: line(issue) })`,
      1,
      '"name" is not in',
    ],
    [
      'over a list',
      `const { issues } = await mcp.desk.list({})\nconst body = issues\n  .map((i) => \`- \${i.titel}\`)\n  .join('\\n')\nawait mcp.desk.mail({ to: 'a', subject: 'b', body })`,
      3,
      '"titel" is not in what desk:list (call 1)',
    ],
    [
      'String()',
      `${GET}await mcp.desk.comment({ id: 1, text: String(issue.reporter) })`,
      2,
      '"reporter" is not in',
    ],
    [
      'appended',
      `${GET}let text = 'by '\ntext += issue.reporter\nawait mcp.desk.comment({ id: 1, text })`,
      3,
      '"reporter" is not in',
    ],
    [
      'replaced',
      `${GET}const text = 'by NAME'.replace('NAME', issue.reporter)\nawait mcp.desk.comment({ id: 1, text })`,
      2,
      '"reporter" is not in',
    ],
    [
      'in a path',
      `${GET}await mcp.desk.write({ path: \`out/\${issue.name}.txt\`, content: 'x' })`,
      2,
      '/path of desk:write',
    ],
    [
      'in a slug',
      `${GET}const slug = \`Issue \${issue.name}\`.toLowerCase().replace(/[^a-z0-9]+/g, '-')\nawait mcp.desk.write({ path: slug, content: 'x' })`,
      2,
      '"name" is not in',
    ],
    [
      'in an address',
      `${GET}await mcp.desk.mail({ to: \`\${encodeURIComponent(issue.mail)}@x.org\`, subject: 's', body: 'b' })`,
      2,
      '"mail" is not in',
    ],
    [
      'an object',
      `${GET}await mcp.desk.comment({ id: 1, text: \`see \${issue}\` })`,
      2,
      '"[object Object]" stands in /text of desk:comment (call 2): issue is an object',
    ],
    [
      'a list of objects',
      `const { issues } = await mcp.desk.list({})\nawait mcp.desk.mail({ to: 'a', subject: 's', body: \`all: \${issues}\` })`,
      2,
      '"[object Object]" stands in /body',
    ],
    [
      'joined objects',
      `const { issues } = await mcp.desk.list({})\nawait mcp.desk.mail({ to: 'a', subject: 's', body: issues.join(', ') })`,
      2,
      '"[object Object]" stands in /body',
    ],
    [
      'a promise',
      `const issue = mcp.desk.get({ id: 1 })\nawait mcp.desk.comment({ id: 1, text: \`see \${issue}\` })\nawait issue`,
      2,
      'issue is a promise that nobody awaits',
    ],
    [
      'joined promises',
      `const load = async (id) => (await mcp.desk.get({ id })).title\nconst all = [1, 2].map(load)\nawait mcp.desk.comment({ id: 1, text: all.join(', ') })\nawait Promise.all(all)`,
      3,
      '"[object Promise]" stands in /text',
    ],
    [
      'not a number',
      `${GET}await mcp.desk.comment({ id: 1, text: \`\${issue.score * 2} points\` })`,
      2,
      '"NaN" stands in /text of desk:comment (call 2): issue.score * 2 is NaN; "score" is not in',
    ],
    [
      'an average of none',
      `const { issues } = await mcp.desk.list({})\nconst old = issues.filter((i) => i.points > 9)\nconst mean = old.reduce((n, i) => n + i.points, 0) / old.length\nawait mcp.desk.mail({ to: 'a', subject: 's', body: \`mean \${mean}\` })`,
      4,
      '"NaN" stands in /body of desk:mail (call 2): mean is NaN',
    ],
    [
      'beside text that says it',
      `const { content } = await mcp.desk.read({ path: 'a.js' })\n${GET}await mcp.desk.write({ path: 'b', content: content + issue.note })`,
      3,
      '"note" is not in',
    ],
    [
      'of JSON in a text',
      `const { issues } = JSON.parse(await mcp.desk.text({}))\nawait mcp.desk.comment({ id: 1, text: issues[0].name + '' })`,
      2,
      '"name" is not in what desk:text (call 1)',
    ],
    [
      'the name of a member',
      `${GET}await mcp.desk.put({ key: 'x', value: { [\`by-\${issue.name}\`]: 1 } })`,
      2,
      '"name" is not in',
    ],
    [
      'nested deep',
      `${GET}await mcp.desk.put({ key: 'x', value: { list: [{ text: \`\${issue.name}\` }] } })`,
      2,
      '/value/list/0/text',
    ],
    [
      'an invalid date',
      `${GET}await mcp.desk.comment({ id: 1, text: \`at \${new Date(issue.created)}\` })`,
      2,
      '"Invalid Date" stands in',
    ],
    [
      'an item beyond the end',
      `const { issues } = await mcp.desk.list({})\nconst ids = issues.map((i) => i.title)\nawait mcp.desk.comment({ id: 1, text: \`third: \${ids[2]}\` })`,
      3,
      'ids[2] is undefined',
    ],
    [
      'a function without return',
      `const line = (i) => { i.title }\n${GET}await mcp.desk.comment({ id: 1, text: \`\${line(issue)}\` })`,
      3,
      'line(issue) is undefined',
    ],
    [
      'a missing param',
      `await mcp.desk.mail({ to: \`\${params.user}@x.org\`, subject: "s", body: "b" })`,
      1,
      'params.user is undefined',
    ],
  ])('%s', async (_, program, line, message) => {
    const report = await rehearseDesk(program)

    expect(report.verdict).toBe('fail')
    expect(findingsOf(report)).toEqual([
      expect.objectContaining({
        code: 'TEXT_BROKEN',
        severity: 'error',
        certain: true,
        line,
        message: expect.stringContaining(message),
      }),
    ])
  })

  test('without a line, where only the word is known', async () => {
    const report = await rehearseDesk(
      `${GET}const text = [issue.name, 1].map((x) => x + '').concat(issue.name + '').map((x) => x.toUpperCase().slice(0, 9).toLowerCase()).join('-')\nawait mcp.desk.comment({ id: 1, text })`,
    )

    expect([report.verdict, findingsOf(report)]).toEqual([
      'uncertain',
      [expect.objectContaining({ code: 'TEXT_BROKEN', certain: false })],
    ])
  })
})

describe('nothing is told of', () => {
  test.each([
    ['a word of the author', "await mcp.desk.comment({ id: 1, text: 'x is undefined, and NaN' })"],
    [
      'a word in a file',
      `const { content } = await mcp.desk.read({ path: 'a.js' })\nawait mcp.desk.write({ path: 'b.js', content: \`// copy\\n\${content}\` })`,
    ],
    ['a word in params', `await mcp.desk.comment({ id: 1, text: \`about \${params.word}\` })`],
    ['a default', `${GET}await mcp.desk.comment({ id: 1, text: \`by \${issue.reporter ?? 'nobody'}\` })`],
    ['or', `${GET}await mcp.desk.comment({ id: 1, text: 'by ' + (issue.reporter || 'undefined') })`],
    [
      'a condition',
      `${GET}await mcp.desk.comment({ id: 1, text: issue.reporter ? \`by \${issue.reporter}\` : 'by undefined' })`,
    ],
    [
      'a default in a pattern',
      `${GET}const { reporter = 'nobody' } = issue\nawait mcp.desk.comment({ id: 1, text: \`by \${reporter}\` })`,
    ],
    ['typeof', `${GET}await mcp.desk.comment({ id: 1, text: \`a \${typeof issue.reporter}\` })`],
    [
      'typeof as a value',
      `${GET}const kind = typeof issue.reporter\nawait mcp.desk.comment({ id: 1, text: 'it is ' + kind })`,
    ],
    [
      'what is only logged',
      `${GET}console.log(\`by \${issue.reporter}\`)\nawait mcp.desk.comment({ id: 1, text: 'undefined' })`,
    ],
    ['JSON', `${GET}await mcp.desk.comment({ id: 1, text: JSON.stringify({ by: issue.reporter, issue }) })`],
    [
      'a list of texts',
      `${GET}await mcp.desk.comment({ id: 1, text: \`labels: \${issue.labels}, undefined: no\` })`,
    ],
    [
      'an object with a text of its own',
      `class Id { toString() { return 'id-1' } }\nawait mcp.desk.comment({ id: 1, text: \`undefined \${new Id()}\` })`,
    ],
    [
      'an address',
      `const url = new URL('https://x.org/undefined')\nawait mcp.desk.comment({ id: 1, text: \`see \${url}\` })`,
    ],
    [
      'a date',
      `await mcp.desk.comment({ id: 1, text: \`NaN at \${new Date(0).toISOString()} \${new Date(0)}\` })`,
    ],
    [
      'a word that is taken out',
      `${GET}const text = \`by \${issue.reporter}\`.replace('undefined', 'nobody')\nawait mcp.desk.comment({ id: 1, text: text + ' undefined' })`,
    ],
    [
      'a comparison',
      `${GET}const has = String(issue.reporter) !== 'undefined'\nawait mcp.desk.comment({ id: 1, text: has ? 'x' : 'undefined' })`,
    ],
    [
      'a key of a table',
      `${GET}const names = { undefined: 'nobody', Ada: 'Ada L.' }\nawait mcp.desk.comment({ id: 1, text: 'undefined ' + names[String(issue.reporter)] })`,
    ],
    [
      'numbers',
      `${GET}await mcp.desk.comment({ id: 1, text: 'NaN? ' + (issue.points + 1) + ' ' + issue.points * 2 })`,
    ],
    ['a regular expression', 'await mcp.desk.comment({ id: 1, text: String(/undefined|NaN/) })'],
    [
      'an error',
      `const error = new Error('x is undefined')\nawait mcp.desk.comment({ id: 1, text: \`\${error}\` })`,
    ],
    ['a name like it', "await mcp.desk.mail({ to: 'nan@x.org', subject: 'Nan', body: 'finance for nan' })"],
    [
      'an absent member',
      `${GET}await mcp.desk.comment({ id: 1, text: 'undefined is a word', ...(issue.reporter && { by: issue.reporter }) })`,
    ],
    [
      'a tagged template',
      `${GET}const raw = (parts, ...values) => parts.join('?') + values.filter((v) => v !== undefined).length\nawait mcp.desk.comment({ id: 1, text: raw\`undefined \${issue.reporter} x\` })`,
    ],
    [
      'code that is written',
      `const code = \`if (x === undefined) return \${JSON.stringify({ a: 1 })}\`\nawait mcp.desk.write({ path: 'x.js', content: code })`,
    ],
  ])('%s', async (_, program) => {
    const report = await rehearseDesk(program, { params: { word: 'undefined' } })

    expect([report.verdict, findingsOf(report)]).toEqual(['pass', []])
  })
})

describe('a result with no value in one of its texts', () => {
  test.each<[string, string, string]>([
    ['a member', `${GET}return { by: \`by \${issue.reporter}\` }`, '"undefined" stands in /by of the result'],
    [
      'a promise in a sum',
      `const all = [1, 2].map(async (id) => (await mcp.desk.get({ id })).points)\nawait Promise.all(all)\nreturn 'all: ' + all[0]`,
      '"[object Promise]" stands in the result: all[0] is a promise that nobody awaits',
    ],
    [
      'a promise that is added to beside a wait',
      `return await [1, 2].reduce(async (sum, id) => sum + (await mcp.desk.get({ id })).points, 0)`,
      '"[object Promise]" stands in the result, and nothing that the program was given says it',
    ],
  ])('does not pass, and proves no failure: %s', async (_, program, message) => {
    const report = await rehearseDesk(program)

    expect(report.verdict).toBe('uncertain')
    expect(findingsOf(report)).toEqual([
      expect.objectContaining({ code: 'TEXT_BROKEN', message: expect.stringContaining(message) }),
    ])
  })

  test.each<[string, string]>([
    ['the word of the author', `${GET}return 'undefined: ' + issue.title`],
    ['the type of something', `${GET}return typeof issue.reporter`],
    ['no text', `${GET}return { by: issue.reporter, share: 0 / 0 }`],
  ])('is none where it is %s', async (_, program) => {
    const report = await rehearseDesk(program)

    expect([report.verdict, findingsOf(report)]).toEqual(['pass', []])
  })
})
