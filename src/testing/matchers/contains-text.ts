/** Looks for a text in another, with or without regard to case. */
import { escapeForPattern } from '../../base/index.js'

/** True when the text has the part: exactly, or by the rule of `findIgnoringCase`. */
export function containsText(text: string, part: string, caseSensitive: boolean): boolean {
  return text.includes(part) || (!caseSensitive && findIgnoringCase(text, part) !== undefined)
}

/**
 * The first place that is the part but for case, as the text has it. Two characters are equal when Unicode's simple case folding
 * makes them so, as for a regular expression with the flags `i` and `u`: the same in every language, each character for itself
 * (ß is ẞ but not ss, İ is not i), and without normalisation (é as one character is not e with an accent).
 */
export function findIgnoringCase(text: string, part: string): string | undefined {
  return new RegExp(escapeForPattern(part), 'iu').exec(text)?.[0]
}
