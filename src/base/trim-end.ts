/**
 * The text without those characters at its end of which each matches `character`. An expression such as `/x+$/` begins anew at each
 * `x` of a long run within the text, and so takes the square of its length.
 */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length
  while (end > 0 && character.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
