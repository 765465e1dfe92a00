/** Takes secrets out of what is about to be stored or shown. */
import { createHmac } from 'node:crypto'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../base/index.js'
import { base64Traces, redactBase64 } from './base64-runs.js'
import { type Disguises, disguisesOf } from './disguises.js'
import { replaceNamedInMarkup } from './named-in-markup.js'
import { replaceNamedSecrets } from './named-in-text.js'
import { redactPercentEncoded } from './percent-encoded.js'
import { type PatternReplacer, patternReplacer, type RedactionRules } from './redaction-rules.js'
import { isAlwaysSecret, isVariable, namedSecretsIn } from './secret-names.js'
import { type SecretSpellings, secretSpellings } from './secret-spellings.js'
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
export function createRedactor(options: RedactorOptions): Redactor {
  return new RuledRedactor(options)
}

class RuledRedactor implements Redactor {
  readonly #rules: RedactionRules
  readonly #spellings: SecretSpellings
  readonly #disguises: Disguises
  readonly #longGiven: SecretSpellings
  readonly #traces: RegExp | undefined
  readonly #hide: (secret: string) => string
  readonly #replacePatterns: PatternReplacer
  readonly #allowed: Set<string>
  readonly #shortest: number

  constructor(options: RedactorOptions) {
    this.#rules = options.rules ?? {}
    const given = options.secrets.filter((secret) => secret !== '')
    this.#spellings = secretSpellings(given)
    this.#disguises = disguisesOf(given)
    this.#longGiven = secretSpellings(given.filter((secret) => Buffer.byteLength(secret) >= 8))
    this.#traces = base64Traces(given)
    this.#hide = createHiding(options.salt)
    this.#replacePatterns = patternReplacer(this.#rules.patterns)
    this.#allowed = new Set(this.#rules.allow)
    this.#shortest = shortestSecret(given, this.#rules)
  }

  readonly text = (raw: string): string => this.#text(raw, 0)

  // The contract wants JSON, and gives back JSON of the same shape.
  readonly redact = <T>(value: T): T => {
    return this.#json(value as unknown as JsonValue, 0) as unknown as T
  }

  readonly opaque = (raw: string): string =>
    this.#disguises.replace(this.#spellings.replace(raw, this.#hide), this.#hide)

  readonly list = (items: readonly JsonValue[]): readonly JsonValue[] =>
    redactSplit(items, this.#longGiven.find, this.#hide)

  /** What nobody gave is known by its looks or its name, and may be innocent all the same. */
  readonly #hideUnlessAllowed = (secret: string): string =>
    this.#allowed.has(secret) ? secret : this.#hide(secret)

  #text(raw: string, depth: number): string {
    if (raw.length < this.#shortest) return raw
    const byLooks = replaceTokenShapes(this.#spellings.replace(raw, this.#hide), this.#hideUnlessAllowed)
    const byPattern = this.#replacePatterns(byLooks, this.#hideUnlessAllowed)
    const inMarkup = replaceNamedInMarkup(byPattern, this.#hideUnlessAllowed, this.#rules)
    const plain = replaceNamedSecrets(inMarkup, this.#hideUnlessAllowed, this.#rules)
    if (depth >= MAX_NESTING) return plain
    const inner = (wrapped: string): string => this.#text(wrapped, depth + 1)
    const readable = redactBase64(redactPercentEncoded(plain, inner), this.#traces, inner)
    return this.#inEscapedJson(this.#disguises.replace(readable, this.#hide), depth + 1)
  }

  /** JSON may escape even plain letters: then a secret is seen only once it is parsed. It is written anew only if one was. */
  #inEscapedJson(raw: string, depth: number): string {
    const parsed = escapedJsonIn(raw)
    if (parsed === undefined) return raw
    const redacted = this.#json(parsed, depth)
    return redacted === parsed ? raw : JSON.stringify(redacted)
  }

  #json(value: JsonValue, depth: number): JsonValue {
    if (typeof value === 'string') return this.#text(value, depth)
    if (typeof value === 'number')
      return this.#spellings.isSecret(String(value)) ? this.#hide(String(value)) : value
    if (Array.isArray(value)) {
      const items = value.map((item: JsonValue, i) => this.#named(nameBefore(value, i), item, depth))
      return this.list(items.every((item, i) => item === value[i]) ? value : items)
    }
    return isJsonObject(value) ? this.#object(value, depth) : value
  }

  #object(value: JsonObject, depth: number): JsonObject {
    const redacted: (readonly [string, JsonValue])[] = []
    let isSame = true
    for (const [key, member] of Object.entries(value)) {
      const entry = [this.#text(key, depth), this.#named(memberName(key, value), member, depth)] as const
      isSame &&= entry[0] === key && entry[1] === member
      redacted.push(entry)
    }
    return isSame ? value : Object.fromEntries(redacted)
  }

  #named(name: string, value: JsonValue, depth: number): JsonValue {
    if (isAlwaysSecret(name, this.#rules)) return hideAll(value, this.#hideUnlessAllowed)
    if (typeof value !== 'string') return this.#json(value, depth)
    const hidden = namedSecretsIn(name, value, this.#rules).reduce(
      (rest, secret) => rest.replace(secret, () => this.#hideUnlessAllowed(secret)),
      value,
    )
    return this.#text(hidden, depth)
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
