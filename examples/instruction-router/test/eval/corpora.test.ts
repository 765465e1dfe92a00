/** Our own instructions and prompts, and those of the other domain, are what they say they are. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { halfOf, type LabelledPrompt, PROMPT_KINDS } from '../../src/eval/labelled-prompt.js'
import { readPrompts } from '../../src/eval/read-prompts.js'
import { resolveLabels } from '../../src/eval/resolve-labels.js'
import { type Catalogue, openLibrary } from '../../src/library/index.js'

const member = fileURLToPath(new URL('../../', import.meta.url))
const schema = JSON.parse(readFileSync(join(member, 'prompts/prompts.schema.json'), 'utf8'))

const CORPORA = [
  {
    name: 'our own corpus',
    instructions: 'instructions',
    prompts: 'prompts/prompts.yaml',
    least: { files: 32, categories: 10, prompts: 140, half: 60, kind: 12 },
  },
  {
    name: 'the corpus of another domain',
    instructions: 'eval-other-domain/instructions',
    prompts: 'eval-other-domain/prompts.yaml',
    least: { files: 25, categories: 10, prompts: 80, half: 30, kind: 4 },
  },
]

describe.each(CORPORA)('$name', ({ instructions, prompts: file, least }) => {
  let catalogue: Catalogue
  let prompts: readonly LabelledPrompt[]

  beforeAll(async () => {
    using library = openLibrary(join(member, instructions))
    const state = await library.current()
    if (state.kind === 'unreadable') throw new Error(state.reason)
    catalogue = state.catalogue
    // Throws for a break of the schema, and for an id or a message that is there twice.
    prompts = readPrompts(file, readFileSync(join(member, file), 'utf8'), schema)
  })

  it('is large enough', () => {
    expect(catalogue.instructions.length).toBeGreaterThanOrEqual(least.files)
    expect(new Set(catalogue.instructions.map(({ category }) => category)).size).toBeGreaterThanOrEqual(
      least.categories,
    )
    expect(prompts.length).toBeGreaterThanOrEqual(least.prompts)
  })
  it('holds no file that a reader of instructions complains about', () => {
    expect(catalogue.problems).toEqual([])
  })
  it('comes in both dialects, each file with its triggers', () => {
    const untriggered = catalogue.instructions.filter(
      ({ description, keywords, sentence }) => description === '' || keywords.length < 5 || sentence === '',
    )

    expect(new Set(catalogue.instructions.map(({ dialect }) => dialect))).toEqual(new Set(['user', 'core']))
    expect(untriggered.map(({ id }) => id)).toEqual([])
  })
  it('links only to files that are there, and refers to others from every file', () => {
    const broken = catalogue.instructions.flatMap(({ file: path, body }) =>
      linksOf(body)
        .filter((link) => !existsSync(join(member, instructions, dirname(path), link)))
        .map((link) => `${path} links to ${link}`),
    )
    const alone = catalogue.instructions.filter(
      ({ related, includes, body }) => related.length + includes.length + linksOf(body).length === 0,
    )

    expect(broken).toEqual([])
    expect(alone.map(({ id }) => id).filter((id) => !MAY_STAND_ALONE.has(id))).toEqual([])
  })
  it('labels prompts with files that are there, and every file by some prompt', () => {
    const resolved = resolveLabels(prompts, catalogue, instructions)
    const labelled = new Set(resolved.flatMap(({ expect: expected }) => expected))

    expect(catalogue.instructions.filter(({ id }) => !labelled.has(id)).map(({ id }) => id)).toEqual([])
    expect(resolved.filter((prompt) => prompt.also.some((id) => prompt.expect.includes(id)))).toEqual([])
  })
  it('has prompts of every kind, and both halves', () => {
    for (const kind of PROMPT_KINDS)
      expect(prompts.filter((prompt) => prompt.kind === kind).length, kind).toBeGreaterThanOrEqual(least.kind)
    for (const half of ['tuning', 'test'] as const)
      expect(prompts.filter((prompt) => halfOf(prompt) === half).length, half).toBeGreaterThanOrEqual(
        least.half,
      )
  })
  it('expects nothing after every approval, and something after every explicit request', () => {
    const wrong = prompts.filter(({ kind, expect: expected }) =>
      kind === 'approval' ? expected.length > 0 : kind === 'explicit' && expected.length === 0,
    )

    expect(wrong.map(({ id }) => id)).toEqual([])
  })
  it('does not repeat the sentence of a file as a prompt', () => {
    const sentences = new Set(catalogue.instructions.map(({ sentence }) => sentence.toLowerCase()))

    expect(prompts.filter(({ message }) => sentences.has(message.toLowerCase())).map(({ id }) => id)).toEqual(
      [],
    )
  })
})

describe('our own corpus', () => {
  it('holds what the scenarios of the specification look for', () => {
    const bodyOf = (path: string) =>
      readFileSync(join(member, 'instructions', `${path}.instructions.md`), 'utf8').toLowerCase()
    const holds = (path: string, ...texts: string[]) => texts.filter((text) => !bodyOf(path).includes(text))

    expect(
      holds('core/learning_loop', 'learning loop', 'retrospective', 'what went well', 'what could improve'),
    ).toEqual([])
    expect(holds('core/work_log', 'work log', 'entry')).toEqual([])
    expect(holds('releases/release_checklist', 'checklist')).toEqual([])
  })
  it('shares no prompt and no file with the corpus of another domain', () => {
    const [own = new Set(), other = new Set()] = CORPORA.map(
      ({ prompts: file }) =>
        new Set(
          readPrompts(file, readFileSync(join(member, file), 'utf8'), schema).flatMap(
            ({ message, expect: expected, kind }) =>
              kind === 'slash' ? expected : [message.toLowerCase(), ...expected],
          ),
        ),
    )

    expect([...own].filter((each) => other.has(each))).toEqual([])
  })
})

/** Included by others, and about nothing but themselves. */
const MAY_STAND_ALONE = new Set(['core/collaboration', 'core/shift_log', 'core/asking_the_chef'])

function linksOf(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)#\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}
