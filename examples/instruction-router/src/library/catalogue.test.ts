import { expect, it } from 'vitest'
import { createCatalogue } from './catalogue.js'
import { parseInstruction } from './parse-instruction.js'

const CORE = 'id: core:work_log\nrouting: { protected: true, description: the core }'

it('a catalogue finds an instruction by id, name, alias and file name, without regard to case', () => {
  const { find } = catalogueOf({ 'core/work_log': CORE, 'git/commits': 'title: Commits' })

  for (const name of [
    'core/work_log',
    'work_log',
    'core:work_log',
    'CORE/Work_Log',
    'core/work_log.instructions.md',
  ])
    expect(find(name)?.id).toBe('core/work_log')
  for (const name of ['', 'work', '../core/work_log', 'core/../core/work_log', '__proto__', 'constructor'])
    expect(find(name)).toBeUndefined()
})

it('a catalogue has no plain name that two instructions share', () => {
  const { find, instructions } = catalogueOf({ 'a/tests': 'title: A', 'b/tests': 'title: B' })

  expect(instructions.map(({ id }) => id)).toEqual(['a/tests', 'b/tests'])
  expect(find('tests')).toBeUndefined()
})

it('of two files with one id the first stands, and the second is told', () => {
  const { instructions, problems } = catalogueOf({
    'x/git/commits': 'title: first',
    'y/git/commits': 'title: second',
  })

  expect(instructions.map(({ title }) => title)).toEqual(['first'])
  expect(problems).toEqual([
    {
      file: 'y/git/commits.instructions.md',
      code: 'ID_TAKEN',
      message: 'its id "git/commits" is that of x/git/commits.instructions.md',
      effect: 'left-out',
    },
  ])
})

it.each([
  ['a/core/work_log', 'title: mine'],
  ['a/log', 'id: core:work_log\nrouting: { protected: true }'],
  ['a/log', 'id: CORE:work_log'],
])('a file of users cannot stand in for a protected one: %s', (path, yaml) => {
  const { instructions, problems, find } = catalogueOf({ [path]: yaml, 'core/work_log': CORE })

  expect(find('core:work_log')?.description).toBe('the core')
  expect(instructions).toHaveLength(1)
  expect(problems).toMatchObject([{ file: `${path}.instructions.md`, code: 'PROTECTED', effect: 'left-out' }])
})

it('a catalogue tells references to what is not there, and resolves the others', () => {
  const { problems, relatedTo, find } = catalogueOf({
    'core/work_log': CORE,
    'git/commits': 'related_instructions: [core:work_log, ../../secret]',
  })
  const commits = find('commits')

  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    ['REFERENCE_UNKNOWN', 'it names "../../secret", which is no instruction'],
  ])
  expect(commits === undefined ? [] : relatedTo(commits).map(({ id }) => id)).toEqual(['core/work_log'])
})

function catalogueOf(files: Readonly<Record<string, string>>) {
  return createCatalogue(
    Object.entries(files).map(([path, yaml]) =>
      parseInstruction(`${path}.instructions.md`, `---\n${yaml}\n---\n`),
    ),
    [],
  )
}
