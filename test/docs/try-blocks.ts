/** Tries the code blocks of a document. */
import { type ParseError, parse as parseJsonc, printParseErrorCode } from 'jsonc-parser'
import { parse as parseYaml } from 'yaml'
import { type CodeBlock, NEEDS_ENGINE } from './code-blocks.js'
import type { Run, Scratch } from './scratch.js'

/** Runs what runs, in order and in one folder, and parses what is data. One sentence for each block that does not work. */
export async function brokenBlocks(blocks: readonly CodeBlock[], scratch: Scratch): Promise<string[]> {
  const problems: string[] = []
  for (const block of blocks.filter(({ notRun }) => notRun === undefined)) {
    const problem = await problemOf(block, scratch)
    if (problem !== undefined) problems.push(`${block.place}: ${problem}`)
  }
  return problems
}

/** What the compiler says against the TypeScript of the blocks: all in one run, which reads each package once. */
export async function wrongTypes(blocks: readonly CodeBlock[], scratch: Scratch): Promise<string[]> {
  const programs = blocks.filter(hasTypes)
  const { exit, said } = await scratch.checkTypes(programs.map(({ text }) => text))
  const problems = [...said.matchAll(/^types\/block-(\d+)\.ts\((\d+),\d+\): (.*)$/gm)].map(
    ([, block, line, problem]) => `${programs[Number(block) - 1]?.place}, its line ${line}: ${problem}`,
  )
  return exit === 0 || problems.length > 0 ? problems : [said]
}

/** A program with a name is for the sandbox, where a later block rehearses it; a test file is for vitest. */
function hasTypes({ language, file, notRun }: CodeBlock): boolean {
  return (
    language === 'ts' &&
    (file === undefined || file.endsWith('.test.ts')) &&
    (notRun === undefined || notRun === NEEDS_ENGINE)
  )
}

async function problemOf(block: CodeBlock, scratch: Scratch): Promise<string | undefined> {
  if (block.file !== undefined) await scratch.save(block.file, block.text)
  switch (block.language) {
    case 'sh':
      return problemOfRun(await scratch.runShell(block.text), block)
    case 'ts':
      return block.file === undefined
        ? problemOfRun(await scratch.runTypeScript(block.text), block)
        : undefined
    case 'js':
    case 'text':
      // Saved under its name for a later block; a picture of output says "not run".
      return block.file === undefined ? untried(block.language) : undefined
    case 'json':
      return problemOfParsing(() => JSON.parse(block.text))
    case 'jsonc':
      return problemOfParsing(() => parseCommentedJson(block.text))
    case 'yaml':
      return problemOfParsing(() => parseYaml(block.text))
    default:
      return untried(block.language)
  }
}

function untried(language: string): string {
  return `nothing tries blocks of "${language}"; mark it with a comment "not run"`
}

function problemOfRun({ exit, said }: Run, { exit: wanted = 0 }: CodeBlock): string | undefined {
  return exit === wanted ? undefined : `it ended with ${exit}, not ${wanted}: ${said}`
}

function problemOfParsing(parse: () => unknown): string | undefined {
  try {
    parse()
    return undefined
  } catch (failure) {
    return String(failure)
  }
}

function parseCommentedJson(text: string): void {
  const errors: ParseError[] = []
  parseJsonc(text, errors, { allowTrailingComma: true })
  if (errors[0] !== undefined) throw new Error(printParseErrorCode(errors[0].error))
}
