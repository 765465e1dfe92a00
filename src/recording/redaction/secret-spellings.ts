/** The ways in which one secret may be written. */
import { escapeForPattern } from '../../base/index.js'

export interface SecretSpellings {
  /** Replaces every spelling of every secret; of two that overlap the one that starts first, then the longer one. */
  replace(text: string, replacement: (secret: string) => string): string
  isSecret(text: string): boolean
  /** Where they stand, from the first to the last. */
  find(text: string): readonly SecretRange[]
}

/** From `start` to before `end`. */
export interface SecretRange {
  readonly start: number
  readonly end: number
  readonly secret: string
}

/** As they are, escaped for JSON (once and twice), and encoded for URLs (also as forms do). */
export function secretSpellings(secrets: readonly string[]): SecretSpellings {
  const secretOf = new Map<string, string>()
  for (const secret of secrets) {
    for (const spelling of spellingsOf(secret)) if (!secretOf.has(spelling)) secretOf.set(spelling, secret)
  }
  if (secretOf.size === 0) return { replace: (text) => text, isSecret: () => false, find: () => [] }
  const longestFirst = [...secretOf.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map(escapeForPattern).join('|'), 'g')
  return {
    replace: (text, replacement) =>
      text.replace(pattern, (spelling) => replacement(secretOf.get(spelling) ?? spelling)),
    isSecret: (text) => secretOf.get(text) === text,
    find: (text) =>
      [...text.matchAll(pattern)].map(({ 0: spelling, index }) => ({
        start: index,
        end: index + spelling.length,
        secret: secretOf.get(spelling) ?? spelling,
      })),
  }
}

function spellingsOf(secret: string): string[] {
  const inJson = insideJson(secret)
  const inAsciiJson = inJson.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const inUrl = secret.isWellFormed() ? encodeURIComponent(secret) : secret
  return [
    secret,
    inJson,
    insideJson(inJson),
    inAsciiJson,
    inJson.replaceAll('/', '\\/'),
    inUrl,
    inUrl.replaceAll('%20', '+'),
    inUrl.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    // Bytes that are no text are searched one character a byte.
    Buffer.from(secret, 'utf8').toString('latin1'),
  ]
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
