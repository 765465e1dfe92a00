/** Texts as the sentences that they are made of, and these as what they speak of. */

/** A text with what was put behind the old one on a line of its own: titles and short descriptions end without a sign. */
export function setApart(was: string, now: string): string {
  const more = now.slice(was.length)
  return was !== '' && now.startsWith(was) && /^\s+(?=[\p{Lu}\p{N}"'`(<])/u.test(more)
    ? `${was}\n${more}`
    : now
}

export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?:;])\s+|\n+|(?:^|\s)[-*•]\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Without endings and without what every sentence has. */
export function contentWords(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(/[a-z]{2,}/g)]
    .map(([word]) => word.replace(/ies$/, 'y').replace(/(?<=..)(?:es|s|ing|ed)$/, ''))
    .filter((word) => !COMMON.has(word))
}

const COMMON: ReadonlySet<string> = new Set(
  'the a an of to in on for with and or not is are be it its thi that these those as by from at into any all each every you your use us when if only can will may must should one no new same other more than then also which what how'.split(
    ' ',
  ),
)
