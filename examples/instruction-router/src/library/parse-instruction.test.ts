import { describe, expect, it } from 'vitest'
import { sectionsOf } from './instruction.js'
import { parseInstruction } from './parse-instruction.js'

const USER = `---
title: Commit messages
description: How to write them
applies_to: ["src/**"]
domains: [git, writing]
priority: P1
patterns: ["write a message", /commit]
related_instructions: [core:work_log]
evaluation:
  success_signals: [it says why]
  failure_signals: [it says "fix"]
routing:
  priority: 2
  triggers:
    keywords: [commit_message]
    nlp: "The user commits"
---
# Commit messages
## Subject
\`\`\`sh
# no heading
\`\`\`
## Body
`

const CORE = `---
id: core:work_log
routing:
  protected: true
  priority: 1
  description: Entries of the log
  includes: [core:collaboration]
  conditional: { requires: issue_tracker }
  triggers: { keywords: [work_log], nlp: "Write it down" }
---
# Work log

**Command**: \`/pongogo-log\`
`

it('parseInstruction reads the dialect of users', () => {
  const { instruction, problems } = parse('team/git/commit_messages', USER)

  expect(problems).toEqual([])
  expect(instruction).toEqual({
    id: 'git/commit_messages',
    category: 'git',
    name: 'commit_messages',
    aliases: ['commit_messages'],
    file: 'team/git/commit_messages.instructions.md',
    dialect: 'user',
    isProtected: false,
    version: '1.0.0',
    title: 'Commit messages',
    description: 'How to write them',
    tags: [],
    categories: ['git', 'writing'],
    priority: 'P1',
    appliesTo: ['src/**'],
    patterns: ['write a message'],
    keywords: ['commit_message'],
    sentence: 'The user commits',
    commands: ['/commit'],
    related: ['core:work_log'],
    includes: [],
    requires: [],
    signals: { success: ['it says why'], failure: ['it says "fix"'] },
    body: expect.stringContaining('## Subject'),
  })
})

it('parseInstruction reads the dialect of the core, descriptions, includes and conditions with it', () => {
  expect(parse('core/work_log', CORE)).toMatchObject({
    problems: [],
    instruction: {
      id: 'core/work_log',
      aliases: ['work_log', 'core:work_log'],
      dialect: 'core',
      isProtected: true,
      title: 'Work log',
      description: 'Entries of the log',
      priority: 'P1',
      includes: ['core:collaboration'],
      requires: ['issue_tracker'],
      commands: ['/pongogo-log'],
    },
  })
})

it('sectionsOf gives the headings below the title, and no comments of code', () => {
  const { instruction } = parse('git/commit_messages', USER)

  expect(instruction === undefined ? [] : sectionsOf(instruction)).toEqual(['Subject', 'Body'])
})

describe('parseInstruction', () => {
  it.each([
    ['', 'NO_FRONT_MATTER'],
    ['# Only text', 'NO_FRONT_MATTER'],
    ['---\ntitle: x\n', 'NO_FRONT_MATTER'],
    ['---\ntitle: [\n---\n', 'YAML_INVALID'],
    ['---\n\ttitle: x\n---\n', 'YAML_INVALID'],
    ['---\n- a\n- list\n---\n', 'YAML_INVALID'],
    ['---\n---\n', 'YAML_INVALID'],
    [`---\na: &a [1]\n${bomb()}\n---\n`, 'YAML_INVALID'],
  ])('leaves out %j: %s', (text, code) => {
    const parsed = parse('a/b', text)

    expect(parsed.instruction).toBeUndefined()
    expect(parsed.problems).toMatchObject([{ file: 'a/b.instructions.md', code, effect: 'left-out' }])
  })
  it('tells fields of a wrong type, and uses the rest', () => {
    const { instruction, problems } = parse(
      'a/b',
      '---\ntitle: [x]\ndomains: { y: 1 }\npriority: urgent\nversion: 2\n---\n# B\n',
    )

    expect(instruction).toMatchObject({ title: 'B', categories: ['a'], priority: 'P2', version: '2' })
    expect(problems.map(({ message, effect }) => [message, effect])).toEqual([
      ['its field "domains" is no list of texts', 'used'],
      ['its field "title" is no text', 'used'],
      ['its field "priority" is "urgent", not one of P0, P1, P2, P3', 'used'],
    ])
  })
  it('tells once that a field has no fields of its own', () => {
    const { instruction, problems } = parse(
      'a/b',
      '---\nrouting: { triggers: [commit] }\nevaluation: good\n---\n',
    )

    expect(instruction?.keywords).toEqual([])
    expect(problems.map(({ message }) => message)).toEqual([
      'its field "routing.triggers" has no fields of its own',
      'its field "evaluation" has no fields of its own',
    ])
  })
  it('takes what every object has for no field', () => {
    expect(parse('a/b', '---\ntitle: x\nrouting: { triggers: {} }\n---\n')).toMatchObject({
      instruction: { keywords: [] },
      problems: [],
    })
    expect(parse('a/constructor', '---\ntitle: x\n---\n').instruction?.id).toBe('a/constructor')
  })
  it.each([
    ['line feeds', '\n'.repeat(900_000)],
    ['a line of spaces and marks', `# ${'# '.repeat(450_000)}x`],
    ['marks of a list', `${'-'.repeat(900_000)}:`],
    ['fences', '```\n~~~\n'.repeat(110_000)],
  ])('reads a large file of %s before anybody loses patience', (_, body) => {
    const { instruction } = parse('a/b', `---\ntitle: T\n---\n${body}`)

    expect(instruction?.title).toBe('T')
    expect(instruction === undefined ? [] : sectionsOf(instruction).length).toBeLessThan(2)
  })
  it('leaves out front matter that is nested without end', () => {
    expect(parse('a/b', `---\na: ${'['.repeat(20_000)}\n---\n`).problems).toMatchObject([
      { code: 'YAML_INVALID' },
    ])
  })
  it('reads Windows line ends', () => {
    expect(parse('a/b', USER.replaceAll('\n', '\r\n')).instruction?.title).toBe('Commit messages')
  })
  it('puts a file without a folder where its first domain says', () => {
    expect(parse('b', '---\ndomains: [git]\n---\n').instruction?.id).toBe('git/b')
    expect(parse('b', '---\ntitle: b\n---\n').instruction?.id).toBe('general/b')
  })
})

function parse(id: string, text: string) {
  return parseInstruction(`${id}.instructions.md`, text)
}

/** Texts that unfold to a billion. */
function bomb(): string {
  return Array.from(
    { length: 9 },
    (_, n) =>
      `${String.fromCharCode(98 + n)}: &${String.fromCharCode(98 + n)} [${`*${String.fromCharCode(97 + n)}, `.repeat(10)}]`,
  ).join('\n')
}
