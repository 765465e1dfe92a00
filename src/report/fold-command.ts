/** A command line for a shell, broken between its words: pasted, it is the command that it was. */
import { displayWidth } from './display-width.js'

/** Indented lines, each but the last with a backslash behind it. A word that is longer than a line stays whole. */
export function foldCommand(command: string, columns: number, indent: number): string[] {
  return fold(command, ' \\', columns, indent)
}

/** The same for a line of YAML in braces, which may be broken between its words as it is. */
export function foldYaml(line: string, columns: number, indent: number): string[] {
  return fold(line, '', columns, indent)
}

function fold(text: string, end: string, columns: number, indent: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text)) {
    const room = columns - indent - end.length - (lines.length === 0 ? 0 : HANG.length)
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > room) {
      lines.push(line + end)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each, i) => ' '.repeat(indent) + (i === 0 ? '' : HANG) + each)
}

const HANG = '  '

/** Parted by spaces that stand in no quotes; an option goes with its value. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:'[^']*'|\\.|[^\s'])+/g) ?? []
  const parts: string[] = []
  for (const word of words) {
    const last = parts.at(-1) ?? ''
    if (/^--[\w-]+$/.test(last) && !word.startsWith('-')) parts[parts.length - 1] = `${last} ${word}`
    else parts.push(word)
  }
  return parts
}
