/** What a rehearsal says of the arguments of a real call: as they were, or where they will come from. */
import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  toPointer,
  unescapedStep,
} from '../../base/index.js'
import { splitText } from '../../sequence/index.js'
import type { Leaf } from './answer-leaves.js'
import { keyedDigest } from './keyed-digest.js'
import type { KnownAfter, ReceiptEffect } from './receipt.js'

export type ExpectedArguments = Pick<
  ReceiptEffect,
  'arguments' | 'template' | 'known_after' | 'unknown' | 'unknown_within' | 'secret'
>

/** What is known when a call is made. */
export interface ArgumentSources {
  /** True for a value that stands in the plan, in its parameters or in an answer that is bound by its digest. */
  isGiven(value: string | number): boolean
  /** In answers that will be others for real, and that had been given by then; the latest first. */
  readonly leaves: LeafIndex
  /** Whether variants of the rehearsal saw the value at this JSON Pointer come from there; undefined where they saw nothing of it. */
  cameFrom(pointer: string, leaf: Leaf): boolean | undefined
  /** Numbers of the calls whose answers are unknown as a whole, and had been given by then. */
  readonly unknownCalls: readonly number[]
}

export interface LeafIndex {
  /** Leaves of just this value. */
  equalTo(value: string | number): readonly Leaf[]
  /** Texts that are long enough to be told from chance. */
  readonly texts: readonly Leaf[]
  /** Texts of which this is a word that is long enough, with a digit in it. */
  withWord(word: string): readonly WordOfLeaf[]
}

export interface WordOfLeaf {
  readonly leaf: Leaf
  /** Which one, from 0. */
  readonly word: number
}

export interface Secrecy {
  /** The value with its secrets replaced; the very value when there are none. */
  redact(value: JsonValue): JsonValue
  readonly key: string
}

/** `unknownAt`: JSON Pointers to what nobody knows yet. */
export function expectedArguments(
  args: JsonObject,
  unknownAt: readonly string[],
  sources: ArgumentSources,
  { redact, key }: Secrecy,
): ExpectedArguments {
  const unknownPlaces = new Set(unknownAt)
  const knownAfter: Record<string, KnownAfter> = {}
  const unknown: Record<string, readonly number[]> = {}
  const within: Record<string, readonly string[]> = {}
  const secret: Record<string, string> = {}
  const shown = show(args, redact(args), [])
  return {
    // An object stays one, or is secret as a whole.
    arguments: isJsonObject(shown) ? shown : {},
    ...(Object.keys(knownAfter).length === 0 ? {} : { known_after: knownAfter }),
    ...(Object.keys(unknown).length === 0 ? {} : { unknown }),
    ...(Object.keys(within).length === 0 ? {} : { unknown_within: within }),
    ...(Object.keys(secret).length === 0 ? {} : { secret }),
  }

  function show(value: JsonValue, redacted: JsonValue, path: readonly (string | number)[]): JsonValue {
    const pointer = toPointer(path)
    const around = value === redacted ? textAround(value, sources) : undefined
    if (unknownPlaces.has(pointer) || around !== undefined) {
      unknown[pointer] = sources.unknownCalls
      if (around?.some((text) => text !== '') === true) within[pointer] = around
      return null
    }
    if (Array.isArray(value) && Array.isArray(redacted) && value.length === redacted.length)
      return value.map((item: JsonValue, i) => show(item, redacted[i] as JsonValue, [...path, i]))
    if (isJsonObject(value) && isJsonObject(redacted) && haveSameKeys(value, redacted))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          show(member, redacted[name] as JsonValue, [...path, name]),
        ]),
      )
    const isSecret = value !== redacted || !isTellable(value)
    const origin = originOf(value, path, sources, isSecret)
    if (isSecret && origin === undefined) {
      secret[pointer] = keyedDigest(key, value)
      return null
    }
    if (origin === undefined) return value
    knownAfter[pointer] = origin
    return null
  }
}

/**
 * Of a sequence, whose arguments are made of words that answers have; undefined where nothing is, and where a secret stands in them, which
 * no template may show: then one origin for each text is what can be told.
 */
export function templatedArguments(
  args: JsonObject,
  template: JsonObject | undefined,
  { redact }: Secrecy,
): ExpectedArguments | undefined {
  if (template === undefined || isSameJson(args, template)) return undefined
  // Places in answers are escaped, and may be named by a secret.
  for (const text of [template, unescapedPlaces(template)])
    if (!isSameJson(redact(text), text)) return undefined
  const shown = redact(args)
  return { arguments: isJsonObject(shown) ? shown : {}, template }
}

function unescapedPlaces(value: JsonValue): JsonValue {
  if (typeof value === 'string') return unescapedStep(value)
  if (Array.isArray(value)) return value.map(unescapedPlaces)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unescapedPlaces(member)]))
}

/**
 * What stands around values that nobody knows yet, in a text that was made of them; undefined for one that was not. A mark that the plan
 * itself has is its own word.
 */
function textAround(
  value: JsonValue,
  { isGiven, unknownCalls }: ArgumentSources,
): readonly string[] | undefined {
  if (typeof value !== 'string' || unknownCalls.length === 0 || !value.isWellFormed()) return undefined
  const marks = value.match(UNKNOWN_MARK) ?? []
  return marks.length === 0 || marks.some(isGiven) ? undefined : value.split(UNKNOWN_MARK)
}

/** As the guest prints what is unknown. */
const UNKNOWN_MARK = /⟨unknown [^⟨⟩]*⟩/g

/** Canonical JSON cannot hold half a character. */
function isTellable(value: JsonValue): boolean {
  return typeof value !== 'string' || value.isWellFormed()
}

function haveSameKeys(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && key.isWellFormed())
  )
}

/**
 * One place and no other: a choice among several would be the program's. Values that were made up are alike by chance, so that what
 * variants saw comes before what is merely equal.
 */
function originOf(
  value: JsonValue,
  path: readonly (string | number)[],
  { isGiven, leaves, cameFrom }: ArgumentSources,
  isSecret: boolean,
): KnownAfter | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  if (isGiven(value)) return undefined
  const pointer = toPointer(path)
  const equal = likelyOf(leaves.equalTo(value))
  const [first] = equal
  if (first !== undefined) {
    const named = equal.find((leaf) => leaf.name === String(path.at(-1) ?? '')) ?? first
    return { call: named.call, pointer: named.pointer }
  }
  // What stands around a secret may be one, too.
  if (typeof value !== 'string' || isSecret) return undefined
  const within = likelyOf(leaves.texts.filter((leaf) => value.includes(String(leaf.value))))
  const longest = within.toSorted((a, b) => String(b.value).length - String(a.value).length)[0]
  if (longest === undefined) return wordOrigin(value, isGiven, leaves)
  return { call: longest.call, pointer: longest.pointer, ...around(value, String(longest.value)) }

  function likelyOf(found: readonly Leaf[]): readonly Leaf[] {
    const seen = found.filter((leaf) => cameFrom(pointer, leaf) === true)
    return seen.length === 0 ? found : seen
  }
}

/** Of a text that an answer tells in a sentence: `Created ticket tk_17ab`. */
function wordOrigin(
  value: string,
  isGiven: ArgumentSources['isGiven'],
  leaves: LeafIndex,
): KnownAfter | undefined {
  const found = [...new Set(splitText(value).words)].flatMap((text) => {
    const [last] = isGiven(text) ? [] : leaves.withWord(text)
    return last === undefined ? [] : [{ text, ...last }]
  })
  const longest = found.toSorted((a, b) => b.text.length - a.text.length)[0]
  if (longest === undefined) return undefined
  const { leaf, word, text } = longest
  return { call: leaf.call, pointer: leaf.pointer, word, ...(text === value ? {} : around(value, text)) }
}

function around(value: string, part: string): Pick<KnownAfter, 'before' | 'after'> {
  const at = value.indexOf(part)
  return { before: value.slice(0, at), after: value.slice(at + part.length) }
}
