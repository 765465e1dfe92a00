/** Words for a shell. */

/** One word that the shell takes as it stands. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(' ')
}
