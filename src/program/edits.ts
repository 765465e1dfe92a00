/** Changes to a text that leave every line where it is, and places of the new text told back. */
import type { TextPosition } from '../base/index.js'

export interface Edits {
  /** Of what is put in at one offset, what was put in later stands further in. */
  insertBefore(offset: number, text: string): void
  insertAfter(offset: number, text: string): void
  /** Neither text holds the end of a line. */
  replace(start: number, end: number, text: string): void
  /** Where a sign stands between two offsets, comments aside. */
  find(sign: string, start: number, end: number): number | undefined
  apply(): string
  /** Where a place of the new text stood; what was put in stands where it was put. */
  placeOf(place: TextPosition): TextPosition
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** For nodes that are met from the outside in. */
export function createEdits(source: string): Edits {
  const before = new Map<number, string>()
  const after = new Map<number, string>()
  const replaced = new Map<number, Edit>()
  let made: { readonly text: string; readonly edits: readonly Edit[] } | undefined
  return {
    insertBefore: (offset, text) => void before.set(offset, (before.get(offset) ?? '') + text),
    insertAfter: (offset, text) => void after.set(offset, text + (after.get(offset) ?? '')),
    replace: (start, end, text) => void replaced.set(start, { start, end, text }),
    find(sign, start, end) {
      const between = source.slice(start, end).replaceAll(COMMENT, (comment) => ' '.repeat(comment.length))
      const at = between.indexOf(sign)
      return at < 0 ? undefined : start + at
    },
    apply: () => make().text,
    placeOf(place) {
      const { edits } = make()
      const lineStart = startOfLine(source, place.line)
      let left = place.column - 1
      let at = lineStart
      for (const { start, end, text } of edits) {
        if (start < at) continue
        if (start - at > left) break
        left -= start - at
        at = start
        if (text.length > left) return { line: place.line, column: at - lineStart + 1 }
        left -= text.length
        at = end
      }
      return { line: place.line, column: at - lineStart + left + 1 }
    },
  }

  function make(): { readonly text: string; readonly edits: readonly Edit[] } {
    made ??= joinEdits()
    return made
  }

  function joinEdits(): { readonly text: string; readonly edits: readonly Edit[] } {
    const offsets = [...new Set([...before.keys(), ...after.keys(), ...replaced.keys()])].sort(
      (a, b) => a - b,
    )
    const edits = offsets.flatMap((offset): Edit[] => {
      // What ends here ends before what begins here.
      const text = (after.get(offset) ?? '') + (before.get(offset) ?? '')
      const replacement = replaced.get(offset)
      const inserted = text === '' ? [] : [{ start: offset, end: offset, text }]
      return replacement === undefined ? inserted : [...inserted, replacement]
    })
    let text = ''
    let at = 0
    for (const each of edits) {
      text += source.slice(at, each.start) + each.text
      at = each.end
    }
    return { text: text + source.slice(at), edits }
  }
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

function startOfLine(source: string, line: number): number {
  const ends = /\r\n|[\n\r\u2028\u2029]/g
  let start = 0
  for (let n = 1; n < line; n++) {
    const end = ends.exec(source)
    if (end === null) return start
    start = end.index + end[0].length
  }
  return start
}
