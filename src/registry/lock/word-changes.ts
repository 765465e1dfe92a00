/** Which words of a text are new, and which are gone. */
import { createRequire } from 'node:module'

export interface WordChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** In the order of the texts. Where two texts have little in common, all words of both. */
export function wordChanges(was: string, now: string): WordChanges {
  const [before, after] = [wordsOf(was), wordsOf(now)]
  const parts = diffArrays()(before, after, { maxEditLength: MOST_EDITS })
  if (parts === undefined) return { added: after, removed: before }
  return {
    added: parts.flatMap(({ added, value }) => (added ? value : [])),
    removed: parts.flatMap(({ removed, value }) => (removed ? value : [])),
  }
}

/** Lower-case; what joins letters to a name belongs to the word. */
export function wordsOf(text: string): string[] {
  return [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}_]+(?:['’.:/-][\p{L}\p{N}_]+)*/gu),
  ].map(([word]) => word.replaceAll('’', "'"))
}

const MOST_EDITS = 1000
const require = createRequire(import.meta.url)

/** Loaded only where a text changed. */
function diffArrays(): typeof import('diff').diffArrays {
  return require('diff').diffArrays
}
