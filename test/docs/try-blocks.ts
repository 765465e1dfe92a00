/** Tries the code blocks of a document. */
import { type ParseError, parse as parseJsonc, printParseErrorCode } from 'jsonc-parser'
import { parse as parseYaml } from 'yaml'
import { type CodeBlock, NEEDS_ENGINE } from './code-blocks.js'
import type { Run, Scratch } from './scratch.js'

/** Runs what runs, in order and in one folder, and parses what is data. One sentence for each block that does not work. */
export async function brokenBlocks(blocks: readonly CodeBlock[], scratch: Scratch): Promise<string[]> {
  const problems: string[] = []
  const heard = { said: '' }
  for (const block of blocks.filter(({ notRun }) => notRun === undefined)) {
    const problem = await problemOf(block, scratch, heard)
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

/** `heard` is what the last shell block said. */
async function problemOf(
  block: CodeBlock,
  scratch: Scratch,
  heard: { said: string },
): Promise<string | undefined> {
  if (block.file !== undefined) await scratch.save(block.file, block.text)
  switch (block.language) {
    case 'sh': {
      if (block.serves !== undefined) return problemOfServing(block, scratch)
      const run = await scratch.runShell(block.text)
      heard.said = run.said
      return problemOfRun(run, block)
    }
    case 'ts':
      return block.file === undefined
        ? problemOfRun(await scratch.runTypeScript(block.text), block)
        : undefined
    case 'js':
    case 'text':
      if (block.prints !== undefined) return problemOfPicture(block, heard)
      // Saved under its name for a later block.
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

/** Each line answers a client or tells its address, and goes on until it is interrupted. */
async function problemOfServing({ text }: CodeBlock, scratch: Scratch): Promise<string | undefined> {
  // The port that a reader would choose may be taken here.
  const lines = text
    .replace(/--listen (\S+:)?\d+/g, (_, host = '') => `--listen ${host}0`)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const ends = await Promise.all(lines.map((line) => scratch.serveShell(line)))
  const early = ends.find(({ untilInterrupted }) => !untilInterrupted)
  return early === undefined ? undefined : `it ended by itself, with ${early.exit}: ${early.said}`
}

function problemOfPicture({ text }: CodeBlock, { said }: { said: string }): string | undefined {
  return withoutFigures(said).includes(withoutFigures(text.trim()))
    ? undefined
    : `the block above it said something else: ${said}`
}

/** Times, durations and sizes are others with every run. */
function withoutFigures(text: string): string {
  return text.replace(/\d[\d:.TZ-]*\d|\d+Z?/g, '0')
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
