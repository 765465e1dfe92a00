/** Parts of texts that differ from run to run, and names for them that do not. */

/** Gives the volatile parts of texts numbered names; equal parts get one number, in the order in which they are first seen. */
export interface VolatileTexts {
  replace(text: string): string
  /** The text with the parts named but not numbered: for an order that does not hang on them. */
  withoutNumbers(text: string): string
}

/** What a whole part is replaced by, and what of the match counts when two are compared. */
interface VolatilePattern {
  readonly name: string
  readonly pattern: RegExp
  /** What of a match stays in front of the name. */
  readonly kept?: (match: string) => string
}

/** Creates the numbering of one value. `own` are patterns of the test's, named `volatile`; matches that are empty stay. */
export function createVolatileTexts(own: readonly RegExp[] = []): VolatileTexts {
  const numbers = new Map<string, Map<string, number>>()
  const patterns = [...own.map(ownPattern), ...PATTERNS]
  const replaceAll = (text: string, nameOf: (name: string, part: string) => string): string =>
    patterns.reduce(
      (result, { name, pattern, kept = nothing }) =>
        result.replace(pattern, (match: string) =>
          match === '' ? '' : `${kept(match)}<${nameOf(name, match.slice(kept(match).length))}>`,
        ),
      text,
    )
  return {
    replace: (text) => replaceAll(text, (name, part) => `${name}:${numberOf(numbers, name, part)}`),
    withoutNumbers: (text) => replaceAll(text, (name) => name),
  }
}

function ownPattern({ source, flags }: RegExp): VolatilePattern {
  return { name: 'volatile', pattern: new RegExp(source, `${flags.replace(/[gy]/g, '')}g`) }
}

function nothing(): string {
  return ''
}

function numberOf(numbers: Map<string, Map<string, number>>, name: string, part: string): number {
  const ofName = numbers.get(name) ?? new Map<string, number>()
  numbers.set(name, ofName)
  // A UUID and a digest are the same in either case; a path, and what a test names, may be another one.
  const key = name === 'uuid' || name === 'hex' ? part.toLowerCase() : part
  const number = ofName.get(key) ?? ofName.size + 1
  ofName.set(key, number)
  return number
}

/** In this order: a temporary folder may be named after a UUID. Where letters or digits go on, it is something else. */
const PATTERNS: readonly VolatilePattern[] = [
  // With the folder below the system's one, where programs put theirs; a path that only ends in /tmp, or goes through one, stays.
  {
    name: 'temp',
    pattern:
      /(?:(?<=file:\/\/)|(?<![\w.~/-]))(?:(?:\/private)?\/(?:var\/)?tmp|(?:\/private)?\/var\/folders\/[\w+]+\/[\w+]+\/T)\/[^\s/\\"'`<>|:,;()[\]{}]*[^\s/\\"'`<>|:,;()[\]{}.]/g,
  },
  {
    name: 'temp',
    pattern:
      /(?<![A-Za-z])[A-Za-z]:(?:\\+|\/)(?:[^\\/:"<>|\r\n]+(?:\\+|\/))*?(?:AppData(?:\\+|\/)Local(?:\\+|\/)Temp)(?:\\+|\/)[^\s\\/:"'<>|,;]*[^\s\\/:"'<>|,;.]/gi,
  },
  // A date without a time may well be a revision of the protocol.
  {
    name: 'time',
    pattern:
      /(?<![\dA-Za-z])\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?| \d{2}:\d{2}:\d{2})(?:[.,]\d{1,9})?(?:Z| ?[+-]\d{2}:?\d{2})?(?![\dA-Za-z])/g,
  },
  // As Date of JavaScript writes it: Sat Nov 21 2026 14:06:35 GMT+0000 (Coordinated Universal Time).
  {
    name: 'time',
    pattern:
      /(?<![\dA-Za-z])(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{2} \d{4} \d{2}:\d{2}:\d{2} GMT[+-]\d{4}(?: \([^()\n]{1,60}\))?/g,
  },
  // As HTTP writes it (RFC 9110, 5.6.7), and mail (RFC 5322, 3.3): Sat, 21 Nov 2026 14:06:35 GMT.
  {
    name: 'time',
    pattern:
      /(?<![\dA-Za-z])(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} (?:GMT|[+-]\d{4})(?![\dA-Za-z])/g,
  },
  {
    name: 'uuid',
    pattern: /(?<![\dA-Za-z-])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\dA-Za-z-])/gi,
  },
  // Letters and digits both: a long number is no digest, nor is a row of one letter.
  {
    name: 'hex',
    pattern: /(?<![\dA-Za-z])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{32,}(?![\dA-Za-z])/gi,
  },
  {
    name: 'port',
    pattern: /(?<![\w.-])(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):\d{2,5}(?![\w.])/gi,
    kept: (match) => match.slice(0, match.lastIndexOf(':') + 1),
  },
]
