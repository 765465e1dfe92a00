/** One instruction file: what it says of itself in either dialect of front matter, and its text. */
import { parse } from 'yaml'

export type Instruction = ReturnType<typeof instructionOf>

/** What is wrong with a file: a value, told beside the instructions that can be used. */
export interface Problem {
  readonly file: string
  /** Such as `NO_FRONT_MATTER`. */
  readonly code: string
  readonly message: string
  /** The file is not used; otherwise it is, without the part that is wrong. */
  readonly isLeftOut: boolean
}

export function told({ file, message, isLeftOut }: Problem): string {
  return `${file}: ${message}${isLeftOut ? '; the file is left out' : ''}`
}

/** Without an instruction when the file cannot be used. */
export type ParsedFile = { readonly instruction?: Instruction; readonly problems: readonly Problem[] }

export const FILE_ENDING = '.instructions.md'

export function leftOut(file: string, code: string, message: string): ParsedFile {
  return { problems: [{ file, code, message, isLeftOut: true }] }
}

/** `file` is the path from the folder of instructions, with slashes. A field of a wrong type is told, and left out. */
export function parseInstruction(file: string, text: string): ParsedFile {
  const [whole, yaml = ''] = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  if (whole === undefined)
    return leftOut(file, 'NO_FRONT_MATTER', 'it does not begin with front matter between two lines "---"')
  try {
    // Few aliases are allowed: a small text must not unfold into a large one.
    const fields: unknown = parse(yaml, { logLevel: 'error', maxAliasCount: 20 })
    if (!isFields(fields)) throw new Error('it holds no fields')
    const problems: Problem[] = []
    // A single text counts as a list of one, and numbers and truth values as texts.
    const texts = (path: string): string[] => {
      const list: unknown[] = [path.split('.').reduce(memberOf, fields) ?? []].flat()
      const found = list.filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
      const message = `its field "${path}" is neither a text nor a list of texts`
      if (found.length < list.length)
        problems.push({ file, code: 'FIELD_INVALID', message, isLeftOut: false })
      return found.map((each) => String(each).trim()).filter((each) => each !== '')
    }
    return { instruction: instructionOf(file, texts, text.slice(whole.length)), problems }
  } catch (failure) {
    const [reason] = String(failure instanceof Error ? failure.message : failure).split('\n')
    return leftOut(file, 'YAML_INVALID', `its front matter is not valid YAML: ${reason}`)
  }
}

function memberOf(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function instructionOf(file: string, texts: (path: string) => string[], body: string) {
  const text = (...paths: string[]): string => paths.map((path) => texts(path).join(' ')).find(Boolean) ?? ''
  const parts = file.slice(0, -FILE_ENDING.length).split('/')
  const name = parts.at(-1) ?? ''
  const ownId = text('id')
  const core = /^core:(.+)$/i.exec(ownId)?.[1]
  const domains = texts('domains')
  const category = parts.at(-2) ?? domains[0] ?? (core === undefined ? 'general' : 'core')
  const triggers = [...texts('patterns'), ...texts('routing.triggers.keywords')]
  const sentence = text('routing.triggers.nlp')
  const isCommand = (trigger: string): boolean => trigger.startsWith('/')
  const commands = [...triggers.filter(isCommand), ...commandsIn(sentence, body)]
  return {
    /** Unique in a catalogue. */
    id: `${category}/${name}`,
    /** The folder it stands in. */
    category,
    name,
    uri: `instruction://${encodeURIComponent(category)}/${encodeURIComponent(name)}`,
    /** Other names that find it, such as `core:name`; not unique. */
    aliases: [name, ownId, core ?? ''].filter((each) => each !== ''),
    file,
    /** A core file that no other may stand in for. */
    isProtected: core !== undefined && text('routing.protected') === 'true',
    version: text('version') || '1.0.0',
    title: text('title') || headingsOf(body)[0] || spoken(name),
    description: text('description', 'routing.description'),
    tags: texts('tags'),
    /** The folder first, then the domains that the file names. */
    categories: [...new Set([category, ...domains])],
    /** P0 is the most urgent: of two that fit alike it comes first. */
    priority: priorityOf(text('priority', 'routing.priority')),
    /** Globs of project files that it is about. */
    appliesTo: texts('applies_to'),
    /** Words and phrases of prompts that it is for. */
    keywords: triggers.filter((each) => !isCommand(each)).map(spoken),
    /** When it applies. */
    sentence,
    /** Slash commands that it answers, such as `/retro`, in lower case. */
    commands: commands.map((each) => each.toLowerCase()),
    /** Names of others that go with it, as the file writes them. */
    related: [...texts('routing.includes'), ...texts('related_instructions')],
    /** What a project must have for it to apply; told to the agent, who knows. */
    requires: texts('routing.conditional.requires'),
    /** The Markdown text below the front matter. */
    body,
  }
}

/** `/name` in the sentence, and on a line such as "**Command**: `/retro`". */
function commandsIn(sentence: string, body: string): string[] {
  const lines = [...body.matchAll(/^[ \t>*_-]{0,9}commands?[*_ ]{0,4}:(.{0,200})/gim)].map(([, line]) => line)
  return [sentence, ...lines].join('\n').match(/(?<![\w/.])\/[a-z][\w-]*(?![\w/.])/gi) ?? []
}

/** `P0` to `P3`, or a number as core files have it, where 100 and more is the most urgent. */
function priorityOf(said: string): string {
  if (/^p[0-3]$/i.test(said)) return said.toUpperCase()
  const urgency = Number(said)
  return urgency >= 100 ? 'P0' : urgency >= 50 ? 'P1' : 'P2'
}

/** The headings of a text, without those in code. Lines are cut, so that a hostile one is not searched from each of its places. */
export function headingsOf(body: string): string[] {
  const text = body.replace(/^(`{3,9}|~{3,9})[\s\S]*?^\1/gm, '')
  return [...text.matchAll(/^#{1,4}[ \t]+(\S.{0,200})/gm)].map(([, heading = '']) => heading.trim())
}

/** `work_log` is "work log". */
function spoken(name: string): string {
  return name.replace(/[_-]+/g, ' ')
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
