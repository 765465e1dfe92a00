/** What a tool is, in one line: as much of it as there is room for. */
import { inOneLine, printable, trimEndOf } from '../../base/index.js'
import { claimOfTool } from '../../effects/index.js'
import type { RegisteredTool } from '../../registry/index.js'
import { memberTexts } from './type-text.js'

/** From the most telling to the shortest. A line starts with the tool's name, without its server. */
export const LINE_STYLES: readonly ((tool: RegisteredTool) => string)[] = [
  (tool) => `${typed(tool, allOfThem)} - ${firstWords(tool, 160)}`,
  (tool) => `${typed(tool, allOfThem)} - ${firstWords(tool, 60)}`,
  (tool) => `${typed(tool, namesOfOptional)} - ${firstWords(tool, 60)}`,
  (tool) => `${typed(tool, namesOfOptional)} - ${firstWords(tool, 40)}`,
  (tool) => `${typed(tool, namesOfOptional)} - ${firstWords(tool, 28)}`,
  (tool) => `${typed(tool, countOfOptional)} - ${firstWords(tool, 48)}`,
  (tool) => `${typed(tool, countOfOptional)} - ${firstWords(tool, 28)}`,
  (tool) => typed(tool, countOfOptional),
  lineOfName,
]

/** Of a tool that was looked for: with its server and its effect. */
export function lineOfFound(tool: RegisteredTool): string {
  const server = inOneLine(tool.server, 128)
  return `${server}:${typed(tool, allOfThem)} [${claimOfTool(tool).effect}] - ${firstWords(tool, 160)}`
}

export function lineOfName({ name }: RegisteredTool): string {
  return shownName(name)
}

type Optional = (members: readonly { readonly name: string; readonly type: string }[]) => string[]

function allOfThem(members: Parameters<Optional>[0]): string[] {
  return members.map(({ name, type }) => `${name}?: ${type}`)
}

function namesOfOptional(members: Parameters<Optional>[0]): string[] {
  return members.map(({ name }) => `${name}?`)
}

function countOfOptional(members: Parameters<Optional>[0]): string[] {
  return members.length > 3 ? [`+${members.length} optional`] : namesOfOptional(members)
}

function typed({ name, definition: { inputSchema } }: RegisteredTool, optional: Optional): string {
  const members = memberTexts(inputSchema, 1)
  const required = members.filter(({ isRequired }) => isRequired)
  const others = members.filter(({ isRequired }) => !isRequired)
  const texts = [...required.map((each) => `${each.name}: ${each.type}`), ...optional(others)]
  return `${shownName(name)}(${texts.join(', ')})`
}

/** The first sentence of what the server says the tool is for, in one line and at most so many characters. */
function firstWords({ definition: { description, title } }: RegisteredTool, most: number): string {
  const said = printable((description ?? title ?? '').trim(), { oneLine: true }).replaceAll(/\\x0a|\s+/g, ' ')
  const [sentence = ''] = said.split(/(?<=[^.])[.](?:\s|$)/)
  if (sentence.length <= most) return sentence
  const words = sentence.slice(0, Math.max(0, sentence.slice(0, most).lastIndexOf(' ')))
  return `${trimEndOf(words, /[\s,;:(]/)}…`
}

function shownName(name: string): string {
  return inOneLine(name, 128)
}
