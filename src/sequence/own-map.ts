/** What one world made anew in place of what the session's had made: learned answer by answer, one to one. */
import { isJsonArray, isJsonObject, type JsonValue } from '../base/index.js'
import { isLongBefore } from './times.js'
import { inForm, type Known, type OwnKind, TELLING_LENGTH, type WovenText, weave } from './weave.js'
import { splitText } from './words.js'

export interface OwnPair {
  readonly session: string
  readonly other: string
  readonly kind: OwnKind
}

export interface OwnMap {
  /**
   * Keeps a pair. A sentence where it cannot be: an id stands for one value and no other, in both directions. Short ones and what is no id
   * may be equal by chance, and are kept as they come.
   */
  learn(pair: OwnPair): string | undefined
  /** Whether the word of the other world is what the session's would be there. */
  explains(session: string, other: string): boolean
  /** The text with the other world's own values in place of the session's. */
  render(text: string): string
  /** Names of members, texts, and numbers that are long enough to be told from others. */
  renderValue(value: JsonValue): JsonValue
  /** True for an id of the session that is another one in the other world. */
  isStale(word: string): boolean
  /** The first such id that stands in a text, in whatever form. */
  staleIn(text: string): string | undefined
  /** Keeps that both worlds say this time alike somewhere: wherever else it stands, that one may be meant, and it is put into no text. */
  pin(time: string): void
  isPinned(time: string): boolean
  pairs(): readonly OwnPair[]
  copy(): OwnMap
}

export function createOwnMap(
  known: readonly OwnPair[] = [],
  pinned: ReadonlySet<string> = new Set(),
): OwnMap {
  return new ValuesOfServers(known, pinned)
}

class ValuesOfServers implements OwnMap {
  readonly #pins: Set<string>
  readonly #pairs: OwnPair[] = []
  readonly #bySession = new Map<string, OwnPair[]>()
  readonly #idOf = new Map<string, string>()

  constructor(known: readonly OwnPair[], pinned: ReadonlySet<string>) {
    this.#pins = new Set(pinned)
    for (const pair of known) this.#keep(pair)
  }

  learn(pair: OwnPair): string | undefined {
    const { session, other } = pair
    if (isIdentity(pair)) {
      const before = this.#bySession.get(session)?.find(isIdentity)
      if (before !== undefined && before.other !== other)
        return `${session} is ${before.other} in one place and ${other} in another`
      const twin = this.#idOf.get(other)
      if (twin !== undefined && twin !== session) return `${twin} and ${session} are both ${other}`
    }
    this.#keep(pair)
    return undefined
  }

  explains(session: string, other: string): boolean {
    if (this.#bySession.get(session)?.some((pair) => pair.other === other) === true) return true
    const rendered = this.render(session)
    return rendered === other && rendered !== session
  }

  readonly render = (text: string): string => {
    const known = this.#pairs.filter(({ kind, session }) => kind !== 'time' || !this.#pins.has(session))
    return written(weave(text, known.map(toKnown)))
  }

  readonly renderValue = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return this.render(value)
    if (typeof value === 'number') {
      const text = String(value)
      const pair = this.#bySession.get(text)?.at(-1)
      return pair !== undefined && text.length >= TELLING_LENGTH ? Number(pair.other) : value
    }
    if (isJsonArray(value)) return value.map(this.renderValue)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.render(name), this.renderValue(member)]),
    )
  }

  isStale(word: string): boolean {
    return this.#bySession.get(word)?.some((pair) => isIdentity(pair) && pair.other !== word) === true
  }

  staleIn(text: string): string | undefined {
    // The first letters can be the same in each world: those of an id that begins with its time are.
    for (const part of weave(text, this.#pairs.filter(isIdentity).map(toKnown)))
      if (typeof part !== 'string' && inForm(part.of.session, part) !== inForm(part.of.other, part))
        return part.of.session
    return undefined
  }

  pairs(): readonly OwnPair[] {
    return this.#pairs
  }

  pin(time: string): void {
    void this.#pins.add(time)
  }

  isPinned(time: string): boolean {
    return this.#pins.has(time)
  }

  copy(): OwnMap {
    return createOwnMap(this.#pairs, this.#pins)
  }

  #keep(pair: OwnPair): void {
    const before = this.#bySession.get(pair.session)
    if (before?.some(({ other }) => other === pair.other) === true) {
      // Of equal ones the last heard counts.
      const at = this.#pairs.findIndex(
        ({ session, other }) => session === pair.session && other === pair.other,
      )
      this.#pairs.push(...this.#pairs.splice(at, 1))
      return
    }
    this.#pairs.push(pair)
    if (before === undefined) this.#bySession.set(pair.session, [pair])
    else before.push(pair)
    if (isIdentity(pair)) this.#idOf.set(pair.other, pair.session)
  }
}

function toKnown(pair: OwnPair): Known<OwnPair> {
  const { session: text, other, kind } = pair
  return {
    text,
    kind,
    of: pair,
    others: [other],
    ...(kind === 'time' ? { isLongAgo: isLongBefore(other, text) } : {}),
  }
}

function written(parts: WovenText<OwnPair>): string {
  return parts.map((part) => (typeof part === 'string' ? part : inForm(part.of.other, part))).join('')
}

/** Whether equal values are the same thing, and no coincidence. */
function isIdentity({ session, other, kind }: OwnPair): boolean {
  return kind === 'id' && session.length >= TELLING_LENGTH && other.length >= TELLING_LENGTH
}

/** All words of texts and numbers in a value, names of members too. */
export function wordsOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return splitText(value).words
  if (typeof value === 'number') return [String(value)]
  if (isJsonArray(value)) return value.flatMap(wordsOf)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => [...splitText(name).words, ...wordsOf(member)])
}
