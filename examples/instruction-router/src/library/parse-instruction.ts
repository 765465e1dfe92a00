/** Reads an instruction file in either dialect of front matter. */
import { parseDocument } from 'yaml'
import { headingsOf, type Instruction, type Problem } from './instruction.js'

export interface ParsedFile {
  /** Absent when the file cannot be used. */
  readonly instruction?: Instruction
  readonly problems: readonly Problem[]
}

export const FILE_ENDING = '.instructions.md'

/** `file` is the path from the folder of instructions, with slashes. A field of a wrong type is told, and left out. */
export function parseInstruction(file: string, text: string): ParsedFile {
  const leftOut = (code: Problem['code'], message: string): ParsedFile => ({
    problems: [{ file, code, message, effect: 'left-out' }],
  })
  const [whole, yaml = ''] = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  if (whole === undefined)
    return leftOut('NO_FRONT_MATTER', 'it does not begin with front matter between two lines "---"')
  try {
    const document = parseDocument(yaml, { logLevel: 'silent' })
    const [error] = document.errors
    if (error !== undefined) throw error
    // Few aliases are allowed: a small text must not unfold into a large one.
    const fields: unknown = document.toJS({ maxAliasCount: 20 })
    if (!isFields(fields)) throw new Error('it holds no fields')
    const reader = createFieldReader(file, fields)
    return { instruction: instructionOf(file, reader, text.slice(whole.length)), problems: reader.problems }
  } catch (failure) {
    const [reason] = String(failure instanceof Error ? failure.message : failure).split('\n')
    return leftOut('YAML_INVALID', `its front matter is not valid YAML: ${reason}`)
  }
}

function instructionOf(file: string, { text, texts, flag }: FieldReader, body: string): Instruction {
  const parts = file.slice(0, -FILE_ENDING.length).split('/')
  const name = parts.at(-1) ?? ''
  const ownId = text('id')
  const core = /^core:(.+)$/i.exec(ownId)?.[1]
  const domains = texts('domains')
  const category = parts.at(-2) ?? domains[0] ?? (core === undefined ? 'general' : 'core')
  const triggers = [...texts('patterns'), ...texts('routing.triggers.keywords')]
  const sentence = text('routing.triggers.nlp')
  return {
    id: `${category}/${name}`,
    category,
    name,
    aliases: [...new Set([name, ...(ownId === '' ? [] : [ownId]), ...(core === undefined ? [] : [core])])],
    file,
    isProtected: core !== undefined && flag('routing.protected'),
    version: text('version') || '1.0.0',
    title: text('title') || headingsOf(body)[0] || spoken(name),
    description: text('description') || text('routing.description'),
    tags: texts('tags'),
    categories: [...new Set([category, ...domains])],
    priority: priorityOf(text('priority') || text('routing.priority')),
    appliesTo: texts('applies_to'),
    keywords: triggers.filter((each) => !each.startsWith('/')).map(spoken),
    sentence,
    commands: [...triggers.filter((each) => each.startsWith('/')), ...commandsIn(sentence, body)].map(
      (each) => each.toLowerCase(),
    ),
    related: [...texts('routing.includes'), ...texts('related_instructions')],
    requires: texts('routing.conditional.requires'),
    signals: [...texts('evaluation.success_signals'), ...texts('evaluation.failure_signals')],
    body,
  }
}

interface FieldReader {
  readonly problems: readonly Problem[]
  /** Empty when absent, or of a wrong type. */
  text(path: string): string
  /** A single text counts as a list of one. */
  texts(path: string): string[]
  flag(path: string): boolean
}

function createFieldReader(file: string, fields: Readonly<Record<string, unknown>>): FieldReader {
  const problems: Problem[] = []
  const at = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>(
        (value, key) => (isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined),
        fields,
      )
  const complain = (path: string, what: string): void =>
    void problems.push({
      file,
      code: 'FIELD_INVALID',
      message: `its field "${path}" ${what}`,
      effect: 'used',
    })
  return {
    problems,
    text(path) {
      const value = at(path) ?? ''
      if (isScalar(value)) return String(value).trim()
      complain(path, 'is no text')
      return ''
    },
    texts(path) {
      const value = at(path) ?? []
      const list: readonly unknown[] = Array.isArray(value) ? value : [value]
      const texts = list.filter(isScalar).map((each) => String(each).trim())
      if (texts.length < list.length) complain(path, 'is no list of texts')
      return texts.filter((each) => each !== '')
    },
    flag: (path) => at(path) === true,
  }
}

/** `/name` in the sentence, and on a line such as "**Command**: `/retro`". */
function commandsIn(sentence: string, body: string): string[] {
  const lines = [...body.matchAll(/^[ \t>*_-]{0,9}commands?[*_ ]{0,4}:(.{0,200})/gim)].map(([, line]) => line)
  return [sentence, ...lines].join('\n').match(/(?<![\w/.])\/[a-z][\w-]*(?![\w/.])/gi) ?? []
}

/** `P0` to `P3`, or a number as core files have it, where 100 and more is the most urgent. */
function priorityOf(said: string): Instruction['priority'] {
  const named = (['P0', 'P1', 'P2', 'P3'] as const).find((each) => each === said.toUpperCase())
  if (named !== undefined) return named
  const urgency = Number(said || Number.NaN)
  return urgency >= 100 ? 'P0' : urgency >= 50 ? 'P1' : 'P2'
}

/** `work_log` is "work log". */
function spoken(name: string): string {
  return name.replace(/[_-]+/g, ' ')
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
