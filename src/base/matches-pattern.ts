/** Patterns over names, in which `*` stands for any characters and nothing else is special. */

/** True when the whole text fits the pattern. Never slower than the product of both lengths, whatever they hold. */
export function matchesPattern(pattern: string, text: string): boolean {
  let inPattern = 0
  let inText = 0
  let lastStar = -1
  let resumeAt = 0
  while (inText < text.length) {
    if (pattern[inPattern] === '*') {
      lastStar = inPattern++
      resumeAt = inText
    } else if (pattern[inPattern] === text[inText]) {
      inPattern++
      inText++
    } else if (lastStar >= 0) {
      // Let the last star take one character more; earlier ones need not be tried again.
      inPattern = lastStar + 1
      inText = ++resumeAt
    } else return false
  }
  while (pattern[inPattern] === '*') inPattern++
  return inPattern === pattern.length
}

/** A text as what matches it, and nothing else, in a regular expression. */
export function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
