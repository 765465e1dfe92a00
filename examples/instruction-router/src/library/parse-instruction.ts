/** Reads an instruction file in either dialect of front matter. */
import { createFieldReader, type FieldReader } from './field-reader.js'
import { readFrontMatter } from './front-matter.js'
import { headingsOf, type Instruction, type Priority } from './instruction.js'
import type { Problem } from './problem.js'

export interface ParsedFile {
  /** Absent when the file cannot be used. */
  readonly instruction?: Instruction
  readonly problems: readonly Problem[]
}

export const FILE_ENDING = '.instructions.md'

/** `file` is the path from the folder of instructions, with slashes. A field of a wrong type is told, and left out. */
export function parseInstruction(file: string, text: string): ParsedFile {
  const front = readFrontMatter(text)
  if (front.kind === 'missing')
    return leftOut(file, 'NO_FRONT_MATTER', 'it does not begin with front matter between two lines "---"')
  if (front.kind === 'invalid')
    return leftOut(file, 'YAML_INVALID', `its front matter is not valid YAML: ${front.reason}`)
  const fields = createFieldReader(file, front.fields)
  const instruction = instructionOf(file, fields, front.body)
  return { instruction, problems: fields.problems }
}

function instructionOf(file: string, fields: FieldReader, body: string): Instruction {
  const parts = file.slice(0, -FILE_ENDING.length).split('/')
  const name = parts.at(-1) ?? ''
  const ownId = fields.text('id')
  const core = /^core:(.+)$/i.exec(ownId)?.[1]
  const domains = fields.texts('domains')
  const category = parts.at(-2) ?? domains[0] ?? (core === undefined ? 'general' : 'core')
  const patterns = [...fields.texts('patterns'), ...fields.texts('routing.patterns')]
  const keywords = fields.texts('routing.triggers.keywords')
  const sentence = fields.text('routing.triggers.nlp')
  const isCommand = (text: string) => COMMAND.test(text)
  return {
    id: `${category}/${name}`,
    category,
    name,
    aliases: [...new Set([name, ...(ownId === '' ? [] : [ownId]), ...(core === undefined ? [] : [core])])],
    file,
    dialect: core === undefined ? 'user' : 'core',
    isProtected: core !== undefined && fields.flag('routing.protected'),
    version: fields.text('version') || '1.0.0',
    title: fields.text('title') || firstHeading(body) || spoken(name),
    description: fields.text('description') || fields.text('routing.description'),
    tags: fields.texts('tags'),
    categories: [...new Set([category, ...domains, ...fields.texts('categories')])],
    priority: priorityOf(fields),
    appliesTo: fields.texts('applies_to'),
    patterns: patterns.filter((pattern) => !isCommand(pattern)),
    keywords: keywords.filter((keyword) => !isCommand(keyword)),
    sentence,
    commands: unique([
      ...[...fields.texts('commands'), ...patterns, ...keywords].filter(isCommand),
      ...commandsIn(sentence),
      ...commandLines(body).flatMap(commandsIn),
    ]),
    related: fields.texts('related_instructions'),
    includes: fields.texts('routing.includes'),
    requires: fields.texts('routing.conditional.requires'),
    signals: {
      success: fields.texts('evaluation.success_signals'),
      failure: fields.texts('evaluation.failure_signals'),
    },
    body,
  }
}

const COMMAND = /^\/[a-z][\w:-]*$/i

function commandsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w/.])\/[a-z][\w-]*(?![\w/]|\.\w)/gi)].map(([command]) => command)
}

/** Lines such as "**Command**: `/retro`". */
function commandLines(body: string): string[] {
  return [...body.matchAll(/^[ \t>*_-]{0,9}(?:slash )?commands?[*_ ]{0,4}:(.{0,500})/gim)].map(
    ([, line = '']) => line,
  )
}

/** Upper and lower case are the same. */
function unique(commands: readonly string[]): string[] {
  return [...new Set(commands.map((command) => command.toLowerCase()))]
}

/** `P0` to `P3`; core files may say it as a number, where 100 and more is the most urgent. */
function priorityOf(fields: FieldReader): Priority {
  const said = fields.scalar('priority') ?? fields.scalar('routing.priority')
  if (said === undefined) return 'P2'
  const named = /^P([0-3])\b/i.exec(String(said))?.[0].toUpperCase()
  if (named === 'P0' || named === 'P1' || named === 'P2' || named === 'P3') return named
  if (typeof said !== 'number') {
    const word = WORDS.get(String(said).toLowerCase())
    if (word !== undefined) return word
    fields.complain('priority', `is ${JSON.stringify(said)}, not one of P0, P1, P2, P3`)
    return 'P2'
  }
  if (said <= 3) return said <= 0 ? 'P0' : said === 1 ? 'P1' : said === 2 ? 'P2' : 'P3'
  return said >= 100 ? 'P0' : said >= 50 ? 'P1' : said >= 10 ? 'P2' : 'P3'
}

const WORDS = new Map<string, Priority>([
  ['critical', 'P0'],
  ['high', 'P1'],
  ['medium', 'P2'],
  ['normal', 'P2'],
  ['low', 'P3'],
])

function firstHeading(body: string): string {
  return headingsOf(body, 1)[0] ?? ''
}

/** `work_log` is "Work log". */
function spoken(name: string): string {
  const words = name.replace(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function leftOut(file: string, code: Problem['code'], message: string): ParsedFile {
  return { problems: [{ file, code, message, effect: 'left-out' }] }
}
