/** The harness of the documents, both ways. */
import { expect, it } from 'vitest'
import { codeBlocks, NEEDS_ENGINE } from './code-blocks.js'
import { createScratch } from './scratch.js'
import { brokenBlocks, wrongTypes } from './try-blocks.js'

it('brokenBlocks finds nothing in blocks that work, and lets later ones see the files of earlier ones', async () => {
  await using scratch = await createScratch()
  const blocks = codeBlocks(
    'a.md',
    [
      block('json', '{"a":[1]}', '<!-- file: data/a.json -->'),
      block('sh', 'grep -q a data/a.json'),
      block('sh', 'exit 3', '<!-- exit: 3 -->'),
      block('jsonc', '{ /* why */ "a": 1, }'),
      block('yaml', 'a: [1, 2]'),
      block(
        'ts',
        "import { writeFileSync } from 'node:fs'\nconst text: string = await Promise.resolve('x')\nwriteFileSync('b', text)",
      ),
      block('sh', 'test "$(cat b)" = x'),
      block('ts', 'return await mcp.files.read()', '<!-- file: program.ts -->'),
      block('ts', 'const n: number = 1\nvoid n', '<!-- file: a.test.ts -->'),
      block('js', 'process.exit(4)', '<!-- file: four.js -->'),
      block('sh', 'node four.js', '<!-- exit: 4 -->'),
      block('text', 'saved', '<!-- file: saved.txt -->'),
      block('sh', 'grep -q saved saved.txt'),
      block('text', 'a picture', '<!-- not run: a picture -->'),
    ].join('\n'),
  )

  expect(await brokenBlocks(blocks, scratch)).toEqual([])
})

it('brokenBlocks tells every block that does not work, and its place', async () => {
  await using scratch = await createScratch()
  const blocks = codeBlocks(
    'a.md',
    [
      block('json', '{a:1}'),
      block('sh', 'false\ntrue'),
      block('sh', 'true', '<!-- exit: 1 -->'),
      block('jsonc', '{ "a": }'),
      block('yaml', 'a: [1'),
      block('ts', "throw new Error('broken')"),
      block('ts', "const n: number = 'text'\nvoid n"),
      block('ts', "const n: number = 'text'\nvoid n", '<!-- file: a.test.ts -->'),
      block('js', 'nobody runs it'),
      block('', 'no language'),
      block('text', 'a picture without a word'),
    ].join('\n'),
  )

  const problems = await brokenBlocks(blocks, scratch)

  expect(problems.map((problem) => problem.split(': ')[0])).toEqual([
    ...['a.md:1', 'a.md:4', 'a.md:9', 'a.md:12', 'a.md:15', 'a.md:18', 'a.md:30', 'a.md:33', 'a.md:36'],
  ])
})

it('wrongTypes tells each line whose type is wrong, of test files and of what needs an engine too', async () => {
  await using scratch = await createScratch()
  const wrong = "\nconst n: number = 'text'\nvoid n"
  const blocks = codeBlocks(
    'a.md',
    [
      block('ts', 'const n: number = 1\nvoid n'),
      block('ts', wrong),
      block('ts', wrong, '<!-- file: a.test.ts -->'),
      block('ts', wrong, `<!-- not run: ${NEEDS_ENGINE} -->`),
      block('ts', wrong, '<!-- file: program.ts -->'),
      block('ts', wrong, '<!-- not run: a picture -->'),
      block('js', wrong),
    ].join('\n'),
  )

  expect(await wrongTypes(blocks, scratch)).toEqual(
    ['a.md:5', 'a.md:11', 'a.md:17'].map(
      (place) => `${place}, its line 2: error TS2322: Type 'string' is not assignable to type 'number'.`,
    ),
  )
})

function block(language: string, text: string, comment?: string): string {
  return [...(comment === undefined ? [] : [comment]), `\`\`\`${language}`, text, '```'].join('\n')
}

it('brokenBlocks wants servers that go on, and pictures of what was said', async () => {
  await using scratch = await createScratch()
  const blocks = codeBlocks(
    'a.md',
    [
      block('sh', 'echo "took 12 ms at 2026-01-02T03:04:05.678Z"'),
      block('text', 'took 7 ms at 2025-12-31T00:00:00.000Z', '<!-- prints: the block above -->'),
      block('text', 'took 7 s', '<!-- prints: the block above -->'),
      block('sh', 'cat\necho http://localhost:1/mcp; sleep 60', '<!-- serves: for ever -->'),
      block('sh', 'cat\ntrue', '<!-- serves: for ever -->'),
    ].join('\n'),
  )

  const problems = await brokenBlocks(blocks, scratch)

  expect(problems.map((problem) => problem.replace(/: took.*\n/s, ''))).toEqual([
    `${blocks[2]?.place}: the block above it said something else`,
    `${blocks[4]?.place}: it ended by itself, with 0: `,
  ])
})
