/** The size of a folder is what a file system makes of it, and in a copy it is another one: where an answer tells it, any will do. */
import { isJsonArray, isJsonObject, type JsonValue, textsIn, toPointer } from '../base/index.js'
import { toldValue } from '../call/index.js'
import type { DifferingWord } from './compare-values.js'
import type { PlayedCall } from './play.js'
import { lastName } from './template.js'
import { splitText } from './words.js'

/** The words that an answer calls a size, of a call that names a folder. */
export function folderSizes(
  { arguments: args = {}, end }: PlayedCall,
  isFolder: (path: string) => boolean,
): readonly DifferingWord[] {
  if (end.kind !== 'answered' || !textsIn(args).some((text) => mayBePath(text) && isFolder(text))) return []
  const sizes: DifferingWord[] = []
  look(toldValue(end.outcome), [])
  return sizes

  function look(value: JsonValue, path: readonly (string | number)[]): void {
    const pointer = toPointer(path)
    if (typeof value === 'number') {
      if (/size$/i.test(lastName(pointer))) sizes.push(sizeAt(pointer, undefined, String(value)))
    } else if (typeof value === 'string') {
      const { between, words } = splitText(value)
      for (const [i, word] of words.entries())
        if (
          /^\d+$/.test(word) &&
          /size$/i.test(words[i - 1] ?? '') &&
          /^["']?\s*(?:[:=]\s*)?$/.test(between[i] ?? '')
        )
          sizes.push(sizeAt(pointer, i, word))
    } else if (isJsonArray(value)) for (const [i, item] of value.entries()) look(item, [...path, i])
    else if (isJsonObject(value))
      for (const [name, member] of Object.entries(value)) look(member, [...path, name])
  }
}

function sizeAt(pointer: string, word: number | undefined, size: string): DifferingWord {
  return {
    pointer,
    ...(word === undefined ? {} : { word }),
    ...{ session: size, other: size, kind: 'number', isNew: false, isHidden: false },
  }
}

/** A name alone is a path, too. */
function mayBePath(text: string): boolean {
  return text.length < MOST_LETTERS && !text.includes('\0')
}

const MOST_LETTERS = 1_024
