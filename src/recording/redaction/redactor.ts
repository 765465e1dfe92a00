/** Takes secrets out of what is about to be stored or shown. */
import { createHmac } from 'node:crypto'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../base/index.js'
import { base64Traces, redactBase64 } from './base64-runs.js'
import { disguisesOf } from './disguises.js'
import { replaceNamedInMarkup } from './named-in-markup.js'
import { replaceNamedSecrets } from './named-in-text.js'
import { redactPercentEncoded } from './percent-encoded.js'
import { patternReplacer, type RedactionRules } from './redaction-rules.js'
import { isAlwaysSecret, isVariable, namedSecretsIn } from './secret-names.js'
import { secretSpellings } from './secret-spellings.js'
import { redactSplit } from './split-secrets.js'
import { kindOfSecret, replaceTokenShapes } from './token-shapes.js'

/** Replaces secrets by placeholders. The same secret gets the same placeholder, and redacting twice changes nothing more. */
export interface Redactor {
  text(text: string): string
  /**
   * Redacts a value of JSON at every depth, keys included; the very value when there is nothing to replace.
   * Its shape stays, but for a number that is a secret: that becomes text.
   */
  redact<T>(value: T): T
  /** Replaces given secrets alone: for texts of the protocol that mean nothing by themselves, such as cursors. */
  opaque(text: string): string
  /** Replaces given secrets that begin in one text of a list and go on in the next; the very list when there are none. */
  list(items: readonly JsonValue[]): readonly JsonValue[]
}

/** What is redacted, and how. */
export interface RedactorOptions {
  /** Replaced wherever they appear: see secretValues. */
  readonly secrets: readonly string[]
  /** The store's: then placeholders tell secrets of one store apart. Without it they say only that a secret stood there. */
  readonly salt?: string
  /** What the user adds and allows. */
  readonly rules?: RedactionRules
}

/** What a project says of the secrets in its recordings. */
export interface RedactionSettings extends RedactionRules {
  /** Replaced wherever they appear, as secrets of a server are. */
  readonly values?: readonly string[]
}

/** The redactor of what goes into a store, and of what is looked for in it; without a store, of what is shown. */
export function captureRedactor(
  store: { readonly salt: string } | undefined,
  secrets: readonly string[],
  { values = [], ...rules }: RedactionSettings,
): Redactor {
  return createRedactor({
    ...{ secrets: [...secrets, ...values], rules },
    ...(store === undefined ? {} : { salt: store.salt }),
  })
}

/**
 * Redacts the given secrets wherever they appear, tokens of known shape, and values that bear the name of a secret and look like one.
 * Also as JSON, XML and URLs escape them, inside JSON that is text, and inside base64 (which is written anew with the placeholder);
 * given ones of eight bytes and more also in hex, in base64 that is broken, in UTF-16, and parted between texts of a list.
 */
export function createRedactor({ secrets, salt, rules = {} }: RedactorOptions): Redactor {
  const given = secrets.filter((secret) => secret !== '')
  const spellings = secretSpellings(given)
  const disguises = disguisesOf(given)
  const longGiven = secretSpellings(given.filter((secret) => Buffer.byteLength(secret) >= 8))
  const traces = base64Traces(given)
  const hide = createHiding(salt)
  const replacePatterns = patternReplacer(rules.patterns)
  const allowed = new Set(rules.allow)
  /** What nobody gave is known by its looks or its name, and may be innocent all the same. */
  const hideUnlessAllowed = (secret: string): string => (allowed.has(secret) ? secret : hide(secret))

  const shortest = shortestSecret(given, rules)
  const text = (raw: string, depth: number): string => {
    if (raw.length < shortest) return raw
    const byLooks = replaceTokenShapes(spellings.replace(raw, hide), hideUnlessAllowed)
    const byPattern = replacePatterns(byLooks, hideUnlessAllowed)
    const inMarkup = replaceNamedInMarkup(byPattern, hideUnlessAllowed, rules)
    const plain = replaceNamedSecrets(inMarkup, hideUnlessAllowed, rules)
    if (depth >= MAX_NESTING) return plain
    const inner = (wrapped: string): string => text(wrapped, depth + 1)
    const readable = redactBase64(redactPercentEncoded(plain, inner), traces, inner)
    return inEscapedJson(disguises.replace(readable, hide), depth + 1)
  }

  /** JSON may escape even plain letters: then a secret is seen only once it is parsed. It is written anew only if one was. */
  const inEscapedJson = (raw: string, depth: number): string => {
    const parsed = escapedJsonIn(raw)
    if (parsed === undefined) return raw
    const redacted = json(parsed, depth)
    return redacted === parsed ? raw : JSON.stringify(redacted)
  }

  const json = (value: JsonValue, depth: number): JsonValue => {
    if (typeof value === 'string') return text(value, depth)
    if (typeof value === 'number') return spellings.isSecret(String(value)) ? hide(String(value)) : value
    if (Array.isArray(value)) {
      const items = value.map((item: JsonValue, i) => named(nameBefore(value, i), item, depth))
      return list(items.every((item, i) => item === value[i]) ? value : items)
    }
    return isJsonObject(value) ? object(value, depth) : value
  }

  const list = (items: readonly JsonValue[]): readonly JsonValue[] => redactSplit(items, longGiven.find, hide)

  const object = (value: JsonObject, depth: number): JsonObject => {
    const redacted: (readonly [string, JsonValue])[] = []
    let isSame = true
    for (const [key, member] of Object.entries(value)) {
      const entry = [text(key, depth), named(memberName(key, value), member, depth)] as const
      isSame &&= entry[0] === key && entry[1] === member
      redacted.push(entry)
    }
    return isSame ? value : Object.fromEntries(redacted)
  }

  const named = (name: string, value: JsonValue, depth: number): JsonValue => {
    if (isAlwaysSecret(name, rules)) return hideAll(value, hideUnlessAllowed)
    if (typeof value !== 'string') return json(value, depth)
    const hidden = namedSecretsIn(name, value, rules).reduce(
      (rest, secret) => rest.replace(secret, () => hideUnlessAllowed(secret)),
      value,
    )
    return text(hidden, depth)
  }

  return {
    text: (raw) => text(raw, 0),
    // The contract wants JSON, and gives back JSON of the same shape.
    redact: <T>(value: T) => json(value as unknown as JsonValue, 0) as unknown as T,
    opaque: (raw) => disguises.replace(spellings.replace(raw, hide), hide),
    list,
  }
}

/** A placeholder for each secret. */
function createHiding(salt: string | undefined): (secret: string) => string {
  const placeholders = new Map<string, string>()
  return (secret) => {
    const placeholder = placeholders.get(secret) ?? placeholderFor(secret, salt)
    placeholders.set(secret, placeholder)
    return placeholder
  }
}

/** All that stands under a name that the user added. */
function hideAll(value: JsonValue, hide: (secret: string) => string): JsonValue {
  if (typeof value === 'number') return hide(String(value))
  if (typeof value === 'string') return isDone(value) ? value : hide(value)
  if (Array.isArray(value)) return value.map((item: JsonValue) => hideAll(item, hide))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hideAll(member, hide)]))
}

/**
 * What stands where a secret stood.
 * The same text for the same secret and salt, such as `REDACTED_github-token_m_1f2e3d4c5b`: what the secret looked like, how
 * long it was (s up to 16 characters, m up to 64, l up to 256, else xl), and 40 bits of a keyed digest; without a salt no digest,
 * from which a weak secret could be guessed.
 * Only letters, digits, "-" and "_", so that it may stand in JSON, URLs and paths without escapes.
 */
function placeholderFor(secret: string, salt: string | undefined): string {
  const looks = `REDACTED_${kindOfSecret(secret) ?? 'secret'}_${lengthClass(secret.length)}`
  if (salt === undefined) return looks
  return `${looks}_${createHmac('sha256', salt).update(secret, 'utf8').digest('hex').slice(0, 10)}`
}

function lengthClass(length: number): string {
  if (length <= 16) return 's'
  if (length <= 64) return 'm'
  return length <= 256 ? 'l' : 'xl'
}

/** Redacting twice changes nothing more. */
function isDone(value: string): boolean {
  return value === '' || value.includes('REDACTED_')
}

/** The name that a member of an object has: its key, or what stands beside it in `{ "name": …, "value": … }`. */
function memberName(key: string, object: JsonObject): string {
  if (!/^value$/i.test(key)) return key
  const name = NAME_KEYS.map((each) => object[each]).find((each) => typeof each === 'string')
  return typeof name === 'string' ? name : key
}

/** The name that an item of a list has from the one before it: an option, the name of a header, or of a pair the variable. */
function nameBefore(items: readonly JsonValue[], i: number): string {
  const before = i === 0 ? undefined : items[i - 1]
  if (typeof before !== 'string') return ''
  return NAME_ITEM.test(before) ||
    (items.length === 2 && /^[A-Z][A-Z0-9_]{2,80}$/.test(before) && !isName(items[1]))
    ? before
    : ''
}

function isName(item: JsonValue | undefined): boolean {
  return typeof item === 'string' && isVariable(item)
}

const NAME_KEYS = ['name', 'key', 'variable', 'Name', 'Key'] as const
const NAME_ITEM =
  /^(?:--[A-Za-z][\w-]{1,80}|(?:proxy-)?authorization|(?:set-)?cookie|x-(?:[a-z]+-)?(?:key|token|secret))$/i

/** Texts below this length hold nothing to hide; no known token is shorter. A short secret may be shorter still in base64. */
function shortestSecret(given: readonly string[], { patterns, keys }: RedactionRules): number {
  if (patterns !== undefined || keys !== undefined) return 0
  return Math.min(SHORTEST_TEXT, ...given.map(({ length }) => (length < 8 ? 0 : length)))
}

function escapedJsonIn(text: string): JsonValue | undefined {
  if (!text.includes('\\') || !/^\s*[[{]/.test(text)) return undefined
  try {
    return parseJson(text, 'text of a recording')
  } catch {
    // Text that only looks like JSON is text.
    return undefined
  }
}

/** `pwd=` and six characters, or `a://b:c@`. */
const SHORTEST_TEXT = 8

/** How often text may be wrapped in text: JSON in base64 in JSON, and one more. */
const MAX_NESTING = 4
