/** Which of the values that were given to a server are secrets. */
import { byText, isJsonObject, type JsonValue, parseJson } from '../../base/index.js'

/**
 * Picks the secrets among named values: environment variables and HTTP headers that the user gave to a server. Longest first.
 *
 * A value is a secret when its name says so, or when it looks random and its name does not say otherwise (`GIT_COMMIT`).
 * Passwords and tokens inside URLs, what follows the scheme of `Authorization`, cookies and JSON are taken apart.
 * Paths, common words, values under 6 characters and numbers under 8 digits are never secrets: replacing them wherever they
 * appear would destroy what is innocent.
 */
export function secretValues(given: Readonly<Record<string, string>>): readonly string[] {
  const secrets = Object.entries(given).flatMap(([name, value]) => secretsIn(name, value.trim(), 0))
  return [...new Set(secrets)].sort((a, b) => b.length - a.length || byText(a, b))
}

function secretsIn(name: string, value: string, depth: number): string[] {
  const members = depth < MAX_DEPTH ? jsonIn(value) : undefined
  if (members !== undefined) return secretsInJson(name, members, depth + 1)
  if (URL_START.test(value) && URL.canParse(value)) return secretsInUrl(value)
  const parts = secretsInHeader(name, value)
  return parts === undefined ? [value].filter((each) => isSecret(name, each)) : parts.filter(isWorthHiding)
}

function isSecret(name: string, value: string): boolean {
  if (!isWorthHiding(value) || isPath(value)) return false
  const words = nameWords(name)
  if (SECRET_NAME.test(words)) return true
  // A key may be a column's name, a session a word: such names say little without a look at the value.
  if (MAYBE_SECRET_NAME.test(words) && value.length >= 8 && !/^[a-z_ -]*$/i.test(value)) return true
  return looksRandom(value) && !INNOCENT_NAME.test(words)
}

function isWorthHiding(value: string): boolean {
  return value.length >= 6 && !COMMON_WORDS.has(value.toLowerCase()) && !/^\d{1,7}$/.test(value)
}

function isPath(value: string): boolean {
  return /^(?:~?\/|\.\.?\/|[A-Za-z]:[\\/])/.test(value) && !value.split(/[\\/]/).some(looksRandom)
}

/** 20 characters or more, 16 of them letters and digits in one run, 3.5 bits (Shannon) a character or more. */
export function looksRandom(value: string): boolean {
  const run = /^[\w+/=.~:-]{20,}$/.test(value) ? (/[A-Za-z0-9]{16,}/.exec(value)?.[0] ?? '') : ''
  return /[A-Za-z]/.test(run) && /\d/.test(run) && bitsPerCharacter(value) >= 3.5
}

function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  const shares = [...counts.values()].map((count) => count / value.length)
  return shares.reduce((bits, share) => bits - share * Math.log2(share), 0)
}

/** The password, as written and decoded, tokens of the query, and steps of the path that are keys and not digests. */
function secretsInUrl(value: string): string[] {
  const url = new URL(value)
  const written = /^[^/]*\/\/[^/?#:]*:([^/?#]*)@/.exec(value)?.[1]
  const passwords = [written ?? '', url.password, decoded(url.password)]
  const inQuery = [...url.searchParams].flatMap(([name, each]) => (isSecret(name, each) ? [each] : []))
  const inPath = url.pathname.split('/').filter((step) => looksRandom(step) && !/^[0-9a-f]+$/.test(step))
  return [...passwords.filter(isWorthHiding), ...inQuery, ...inPath]
}

/** What follows the scheme of an `Authorization`, the password of a basic one, the values of cookies; undefined for the rest. */
function secretsInHeader(name: string, value: string): string[] | undefined {
  if (/^cookie$/i.test(name)) return value.split(';').map((pair) => pair.replace(/^[^=]*=/, '').trim())
  const [, scheme, rest] = /^(bearer|basic|token|apikey|negotiate) +(\S.*)/is.exec(value) ?? []
  if (scheme === undefined || rest === undefined) return undefined
  if (scheme.toLowerCase() !== 'basic') return [rest]
  const credentials = Buffer.from(rest, 'base64').toString('utf8')
  return [rest, credentials.slice(credentials.indexOf(':') + 1)]
}

function secretsInJson(name: string, value: JsonValue, depth: number): string[] {
  if (typeof value === 'string') return secretsIn(name, value, depth)
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => secretsInJson(name, item, depth))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => secretsInJson(key, member, depth))
}

function jsonIn(value: string): JsonValue | undefined {
  if (!/^[[{]/.test(value)) return undefined
  try {
    return parseJson(value, 'a value given to a server')
  } catch {
    // A value that only begins like JSON is text.
    return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign stands for itself.
    return text
  }
}

/** `githubToken` and `X-API-Key` as `github token` and `x api key`. */
export function nameWords(name: string): string {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  return spaced
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

const MAX_DEPTH = 4
const URL_START = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//
const SECRET_NAME =
  /(?:secrets?|password|passwd|passphrase)\b|\b(?:credentials?|apikey|authorization|bearer|jwt)\b|\b(?:token|pass|sshpass|pwd)$|\b(?:api|access|private|auth|encryption|signing|master|service) key\b/
const MAYBE_SECRET_NAME = /\b(?:key|auth|pat|dsn|session|signature)$/
const INNOCENT_NAME =
  /\b(?:commit|sha|sha1|sha256|hash|digest|checksum|revision|version|name|region|image|tag|branch|agent)\b/
const COMMON_WORDS: ReadonlySet<string> = new Set([
  'password',
  'changeme',
  'default',
  'disabled',
  'enabled',
  'localhost',
  'undefined',
  'development',
  'production',
  'staging',
  'anonymous',
  'required',
  'optional',
])
