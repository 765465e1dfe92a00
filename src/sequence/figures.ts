/** Numbers in answers and arguments, with what each is called; and which of them a server measures, by that name. */
import { isJsonArray, isJsonObject, type JsonValue, toPointer } from '../base/index.js'
import { isRelativeTime } from './times.js'
import { QUANTITY, splitText } from './words.js'

export interface Figure {
  readonly pointer: string
  /** Which word of the text there; absent for a number as a whole. */
  readonly word?: number
  /** As it stands there, with a unit that is written onto it: `12ms`. */
  readonly text: string
  /** Its digits alone. */
  readonly number: string
  /** What it is called: the name of the member, or the word before it. */
  readonly name: string
  /** All that stands for its name: members on the way to it, or up to three words before it in its line. */
  readonly names: readonly string[]
  /** What comes after it, or is written onto it. */
  readonly unit: string
  /** It with what is beside it, as it may stand elsewhere: in some file, or in an argument. */
  readonly spellings: readonly string[]
  /** It is all of an argument, or of what stands there. */
  readonly isWhole: boolean
  /** `name: 3` or `name=3`. */
  readonly isSet: boolean
  /** What stands around it in a text, alike for two texts of one form. */
  readonly frame: string
}

/** In the order in which they stand. */
export function figuresIn(value: JsonValue): readonly Figure[] {
  const found: Figure[] = []
  look(value, [])
  return found

  function look(part: JsonValue, path: readonly (string | number)[]): void {
    if (typeof part === 'number') found.push(memberFigure(String(part), path))
    else if (typeof part === 'string') found.push(...textFigures(part, path))
    else if (isJsonArray(part)) for (const [i, item] of part.entries()) look(item, [...path, i])
    else if (isJsonObject(part))
      for (const [name, member] of Object.entries(part)) look(member, [...path, name])
  }
}

function memberFigure(text: string, path: readonly (string | number)[]): Figure {
  const names = path.filter((step) => typeof step === 'string')
  const name = names.at(-1) ?? ''
  const spellings = [`"${name}":${text}`, `"${name}": ${text}`, `${name}: ${text}`, `${name}=${text}`]
  return {
    pointer: toPointer(path),
    text,
    number: text,
    name,
    names,
    spellings,
    ...{ unit: '', isSet: true, isWhole: true, frame: '' },
  }
}

function textFigures(text: string, path: readonly (string | number)[]): readonly Figure[] {
  const { between, words } = splitText(text)
  const pointer = toPointer(path)
  const members = path.filter((step) => typeof step === 'string')
  return words.flatMap((said, word): Figure[] => {
    const [, digits, onto] = QUANTITY.exec(said) ?? []
    const isTime = isRelativeTime(said)
    if (digits === undefined && !isTime) return []
    const isAfter = !/\n/.test(between[word + 1] ?? '\n')
    const after = isAfter ? (words[word + 1] ?? '') : ''
    const before = wordsBefore(between, words, word)
    const [name, next] = [words[word - 1] ?? '', words[word + 1] ?? '']
    return [
      {
        ...{ pointer, word, text: said, number: digits ?? said, isWhole: words.length === 1 },
        name: anyDigits(name),
        // A text that is a number alone bears the name of its member.
        names: words.length === 1 ? members : before,
        unit: onto || (/^\s?%/.test(between[word + 1] ?? '') ? '%' : after),
        isSet: /[:=]/.test(between[word] ?? ''),
        spellings: [
          [before.length > 0 ? name + (between[word] ?? '') : '', said]
            .concat(isAfter ? [(between[word + 1] ?? '') + next] : [])
            .join(''),
        ],
        frame: JSON.stringify([anyDigits(name), between[word], between[word + 1], anyDigits(next)]),
      },
    ]
  })
}

/** Up to three, in its line, no number among them. */
function wordsBefore(between: readonly string[], words: readonly string[], word: number): readonly string[] {
  const found: string[] = []
  for (let at = word; at > 0 && found.length < MOST_BEFORE; at--) {
    const before = words[at - 1] as string
    if (/[\n,;]/.test(between[at] ?? '') || QUANTITY.test(before)) break
    found.unshift(before)
  }
  return found
}

const MOST_BEFORE = 3

function anyDigits(word: string): string {
  return word.replace(/\d+/g, '0')
}

/** Whether it is called as what a server measures of itself: memory, load, how long it runs or took. */
export function isCalledMeasured({ names, unit, word, text, number, isSet }: Figure): boolean {
  if (isRelativeTime(text)) return true
  const parts = names.map(partsOf)
  const [all, last] = [parts.flat(), parts.at(-1) ?? []]
  if (all.some((part) => SET_BY_SOMEBODY.has(part))) return false
  const timeUnit = [unit.toLowerCase(), ...last].find((part) => TIME_UNITS.has(part))
  if (timeUnit !== undefined && all.some((part) => TIMED_MEASURES.has(part)))
    return !isRoundTime(Number(number), timeUnit)
  const isMeasure = (part: string): boolean =>
    MEASURES.has(part) || (SHARES.has(part) && (unit === '%' || isUsed(all) || !isRoundShare(Number(number))))
  if (word === undefined) return all.some(isMeasure)
  return timeUnit !== undefined || SIZE_UNITS.has(unit.toLowerCase())
    ? all.some(isMeasure)
    : (isSet || unit === '') && last.some(isMeasure)
}

/** Whole half minutes and tenths of a second, and all that is counted in minutes, are what people set. */
function isRoundTime(value: number, unit: string): boolean {
  if (unit.startsWith('min')) return true
  return value > 0 && value % (unit.startsWith('s') ? 15 : 100) === 0
}

function isUsed(parts: readonly string[]): boolean {
  return parts.some((part) => /^(?:used?|usage|free|percent|pct|holds)$/.test(part))
}

/** `512` of memory and `0.5` of a processor are what somebody gave it. */
function isRoundShare(value: number): boolean {
  return value % (value < 16 ? 0.25 : 16) === 0
}

/**
 * Whether two figures cannot be one, since one is in a unit of time or size, and the other counts something: `12 ms`, `12 lines`. Unless
 * that one is called a measure.
 */
export function isOfOtherKind(written: Figure, heard: Figure): boolean {
  const isInUnit = ({ unit }: Figure): boolean =>
    TIME_UNITS.has(unit.toLowerCase()) || SIZE_UNITS.has(unit.toLowerCase())
  const isMeasure = written.names.some((name) => partsOf(name).some((part) => MEASURE_WORDS.has(part)))
  return isInUnit(heard) && written.unit !== '' && !isInUnit(written) && !isMeasure
}

/** `heapUsed`, `heap_used` and `heap-used` are two. */
function partsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
}

/** Of a process or a machine; nobody sets them. */
const MEASURES: ReadonlySet<string> = new Set(
  'rss heap uptime load loadavg elapsed latency rtt ping jitter'.split(' '),
)
/** Measured, or given by somebody. */
const SHARES: ReadonlySet<string> = new Set('memory mem cpu'.split(' '))
/** What is measured where it is a time: `took 3 ms`, `in 0.2 s`, `duration_ms`. */
const TIMED_MEASURES: ReadonlySet<string> = new Set(
  'took in up needed lasted duration runtime finished done completed ran running time taken'.split(' '),
)
const MEASURE_WORDS: ReadonlySet<string> = new Set([
  ...MEASURES,
  ...SHARES,
  ...['took', 'needed', 'lasted', 'duration', 'runtime', 'taken'],
])
const TIME_UNITS: ReadonlySet<string> = new Set(
  'ns us µs ms s sec secs second seconds millis milliseconds microseconds nanoseconds min mins minutes'.split(
    ' ',
  ),
)
const SIZE_UNITS: ReadonlySet<string> = new Set('b kb mb gb kib mib gib bytes percent %'.split(' '))
/** Beside such a word it is no measure: `memory_limit`, `cpu_count`. */
const SET_BY_SOMEBODY: ReadonlySet<string> = new Set(
  'limit limits max maximum min minimum quota cores count timeout threshold capacity requests expires'.split(
    ' ',
  ),
)
