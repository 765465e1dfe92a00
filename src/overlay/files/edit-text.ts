/** Edits of a text as the official filesystem server makes them: exact first, else line by line without regard to white space. */
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/index.js'

export interface TextEdit {
  readonly oldText: string
  readonly newText: string
}

/** Undefined for what is no list of edits. */
export function parseEdits(value: JsonValue | undefined): readonly TextEdit[] | undefined {
  if (value === undefined || !isJsonArray(value)) return undefined
  const edits = value.flatMap((each) => {
    if (!isJsonObject(each)) return []
    const { oldText, newText } = each
    return typeof oldText === 'string' && typeof newText === 'string' ? [{ oldText, newText }] : []
  })
  return edits.length === value.length ? edits : undefined
}

/** The text afterwards, or the edit that finds nothing to replace. */
export function editText(
  text: string,
  edits: readonly TextEdit[],
): { readonly text: string } | { readonly unmatched: TextEdit } {
  let edited = withLineFeeds(text)
  for (const edit of edits) {
    const [old, by] = [withLineFeeds(edit.oldText), withLineFeeds(edit.newText)]
    const next = edited.includes(old) ? edited.replace(old, () => by) : replaceLines(edited, old, by)
    if (next === undefined) return { unmatched: edit }
    edited = next
  }
  return { text: edited }
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n/g, '\n')
}

function replaceLines(text: string, old: string, by: string): string | undefined {
  const oldLines = old.split('\n')
  const lines = text.split('\n')
  const last = lines.length - oldLines.length
  for (let at = 0; at <= last; at++) {
    if (!oldLines.every((line, i) => line.trim() === lines[at + i]?.trim())) continue
    const indent = indentOf(lines[at])
    lines.splice(at, oldLines.length, ...indented(by, oldLines, indent))
    return lines.join('\n')
  }
  return undefined
}

function indented(by: string, oldLines: readonly string[], indent: string): string[] {
  return by.split('\n').map((line, i) => {
    if (i === 0) return indent + line.trimStart()
    const [was, is] = [indentOf(oldLines[i]), indentOf(line)]
    if (was === '' || is === '') return line
    return indent + ' '.repeat(Math.max(0, is.length - was.length)) + line.trimStart()
  })
}

function indentOf(line = ''): string {
  return /^\s*/.exec(line)?.[0] ?? ''
}
