/** Holds what a rehearsal on schemas alone says of a program against runs with answers that its schemas allow and nobody wishes for. */
import { isSameJson, type JsonObject, type JsonValue, type Random, valueAt } from '../../../src/base/index.js'
import type { Report } from '../../../src/dryrun/index.js'
import { placesOf, replaceAt } from '../../../src/dryrun/places.js'
import { explain } from '../../../src/dryrun/variants/explain.js'
import type { CallName } from '../../../src/dryrun/variants/played.js'
import { ISSUE_LIKE } from './guessed-programs.js'
import { schemaOf } from './labels.js'

const TOOLS = ['make', 'list'] as const

export interface HostileAnswers {
  readonly make: JsonValue
  readonly list: JsonValue
}

const LIST_LIKE: JsonObject = {
  items: [
    { id: 'i-7', size: 7, kind: 'k' },
    { id: 'i-8', size: 8, kind: 'm' },
  ],
}

/** Well-formed, as protocols have them: no half of a pair of characters. */
const TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    'a',
    '$&',
    '$`',
    "$'",
    '$$',
    '$1',
    '$<x>',
    '"',
    "'",
    '`',
    '\\',
    '\\u12',
    '\n',
    '\r\n',
    '\t',
    '\0',
  ],
  ...[
    'x"y',
    'back\\slash',
    '{t}',
    '{u}',
    '{}',
    '[]',
    'null',
    '"a"',
    '{"a":1}',
    '[1,2]',
    'a,b',
    'a, b ,c',
    ',',
  ],
  ...[
    '0',
    '-0',
    '-1',
    '7',
    '1.5',
    '1e999',
    '0x10',
    '007',
    ' 42 ',
    '12abc',
    'NaN',
    'Infinity',
    '123456789012345678901',
  ],
  ...['%', '%41', '%zz', '%E0%A4%A', '(', '[a', '*', '+', '?', '.', '^', 'a|b', '(?<x>', '(?i:'],
  ...[
    'http://x.y/z',
    '//',
    'http://',
    '::',
    '?q=1#h',
    'a&b=c',
    'a=b',
    'a b',
    '../..',
    '/',
    'x y.com',
    '@',
    'a@b.c',
  ],
  ...['é', 'e\u0301', 'ß', 'İ', 'ﬁ', '日本語', '👍🏽', '\u2028', '\u200b', '\u202e', 'Ω', '\u00e9clair'],
  ...['2026-02-03', '2026-02-30', '2026-02-03T04:05:06Z', '1969-12-31', 'Tue', '24:00'],
  ...['__proto__', 'constructor', 'toString', 'length', 'hasOwnProperty', 'title', 'id', 'one', 'x', 'abs'],
  ...[
    'en',
    'de-DE',
    'en_US',
    'EUR',
    'eu',
    'UTC',
    'utf-8',
    'NFC',
    'US',
    'x-y:z',
    'a: b',
    '#12',
    '10-20',
    'QUJD',
    'QUJ',
  ],
  ...[
    'x'.repeat(50),
    'word '.repeat(80),
    'x'.repeat(5_000),
    'ABC',
    'abc',
    'a.b',
    '<b>',
    '--',
    "'; DROP",
    'i-9',
    'T9',
  ],
]

const NUMBERS: readonly number[] = [
  ...[
    0, 1, -1, 2, 3, 5, -5, 7, 57, 10, 15, 16, 36, 37, 64, 99, 100, 101, 149, 150, 199, 200, 255, 1_000,
    -1_000,
  ],
  ...[0.5, 1.5, -0.5, 0.1, 0.3, 2.675, 1e-7, 5e-324, 9.999],
  ...[
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31),
    2 ** 32,
    2 ** 53,
    2 ** 53 - 1,
    -(2 ** 53),
    1e15,
    8.64e15 + 1,
    -1e15,
    0x110000,
  ],
  ...[1e21, 1e22, -1e21, 1e300, 1e308, -1e308],
]

const LENGTHS: readonly number[] = [0, 1, 3, 12, 60]

/** Each place with each other value, then all at once: `more` times by chance. */
export function hostileAnswers(random: Random, more: number): readonly HostileAnswers[] {
  const single = TOOLS.flatMap((tool) =>
    placesOf(PLAIN[tool]).flatMap(({ pointer, value }) =>
      valuesFor(value).flatMap((by): HostileAnswers[] => {
        const changed = replaceAt(PLAIN[tool], pointer, by)
        return isAllowed(tool, changed) ? [{ ...PLAIN, [tool]: changed }] : []
      }),
    ),
  )
  const mixed = Array.from({ length: more }, () => ({
    make: mixedAnswer('make', random),
    list: mixedAnswer('list', random),
  }))
  return [PLAIN, ...single, ...mixed]
}

const PLAIN: HostileAnswers = { make: ISSUE_LIKE, list: LIST_LIKE }

/** Undefined takes a member away. */
function valuesFor(value: JsonValue): readonly (JsonValue | undefined)[] {
  if (typeof value === 'string') return [undefined, null, ...TEXTS, ...STATES]
  if (typeof value === 'number') return NUMBERS
  if (typeof value === 'boolean') return [!value]
  if (!Array.isArray(value)) return []
  const [sample = null] = value
  const texts = typeof sample === 'string' ? TEXTS.map((each) => [each]) : []
  const alike = LENGTHS.map((length) => Array<JsonValue>(length).fill(sample))
  return [...alike, ...texts]
}

const STATES: readonly string[] = ['new', 'busy', 'done', 'gone']

function mixedAnswer(tool: keyof HostileAnswers, random: Random): JsonValue {
  let answer = PLAIN[tool]
  for (const { pointer } of placesOf(answer).toReversed()) {
    const held = valueAt(answer, pointer)
    if (held === undefined || random.next() < 0.4) continue
    const others = valuesFor(held)
    if (others.length === 0) continue
    const changed = replaceAt(answer, pointer, random.pick(others))
    if (isAllowed(tool, changed)) answer = changed
  }
  return answer
}

function isAllowed(tool: string, value: JsonValue): boolean {
  return schemaOf(tool)?.check(value).length === 0
}

interface RealRun {
  readonly calls: readonly (readonly [tool: string, args: JsonObject])[]
  readonly result: JsonValue | undefined
  readonly threw?: string
}

export type Program = (answers: HostileAnswers) => Promise<RealRun>

/** Runs it as plain JavaScript. */
export function realProgram(text: string): Program {
  const make = Object.getPrototypeOf(async () => undefined).constructor
  const run = make('mcp', 'console', text)
  return async (answers) => {
    const calls: [string, JsonObject][] = []
    const tool = (name: string) => (args: JsonObject) => {
      calls.push([`s:${name}`, asJson(args) as JsonObject])
      return Promise.resolve(
        structuredClone(Object.entries(answers).find(([tool]) => tool === name)?.[1] ?? null),
      )
    }
    const s = Object.fromEntries(['make', 'list', 'send', 'raw'].map((name) => [name, tool(name)]))
    try {
      const result = await run({ s }, { log: () => undefined })
      return { calls, result: asJson(result) }
    } catch (failure) {
      return { calls, result: undefined, threw: String(failure) }
    }
  }
}

function asJson(value: unknown): JsonValue | undefined {
  const text = JSON.stringify(value)
  return text === undefined ? undefined : JSON.parse(text)
}

export interface Held {
  /** In what way the verdict is wrong; absent where no answer is against it. */
  readonly wrong?: string
  /** Whether it completes with every answer, makes the same calls, and hands values on alone. */
  readonly isSound: boolean
}

interface Answered {
  readonly run: RealRun
  readonly given: HostileAnswers
}

/** Rejects as no program does: what it throws is told. */
export async function hold(
  report: Report,
  program: Program,
  answers: readonly HostileAnswers[],
): Promise<Held> {
  const runs: Answered[] = []
  for (const given of answers) runs.push({ run: await program(given), given })
  const against = otherEnd(report, runs) ?? otherValue(report, runs)
  const completes = runs.find(({ run }) => run.threw === undefined)
  if (report.verdict === 'fail' && completes !== undefined)
    return { wrong: `fail, and really completes with ${shown(completes.given)}`, isSound: false }
  const isWrong = report.verdict === 'pass' && against !== undefined
  return { ...(isWrong ? { wrong: `pass, and really ${against}` } : {}), isSound: against === undefined }
}

/** An exception, or other calls. */
function otherEnd({ calls }: Report, runs: readonly Answered[]): string | undefined {
  const tools = calls.map(({ tool }) => tool as string)
  for (const { run, given } of runs) {
    if (run.threw !== undefined) return `${run.threw} with ${shown(given)}`
    const called = run.calls.map(([tool]) => tool)
    if (!isSameJson(called, tools)) return `calls ${called.join()} with ${shown(given)}`
  }
  return undefined
}

type Values = readonly (JsonValue | undefined)[]

/** Something that is not handed on from an answer as it was in the rehearsal: with one of the answers, or with several. */
function otherValue(report: Report, runs: readonly Answered[]): string | undefined {
  const said = TOOLS.map(
    (name): Values => [
      report.calls.find(({ tool }) => tool === `s:${name}`)?.value,
      ...runs.map(({ given }) => given[name]),
    ],
  )
  const values: readonly Values[] = [
    ...report.calls.map(({ arguments: args = {} }, i) => [args, ...runs.map(({ run }) => run.calls[i]?.[1])]),
    [report.simulated_result ?? null, ...runs.map(({ run }) => run.result ?? null)],
  ]
  for (const each of values) {
    if (!isComputed(each, said)) continue
    const alone = runs.find((_, i) =>
      isComputed(
        pair(each, i),
        said.map((of) => pair(of, i)),
      ),
    )
    return `makes another value with ${alone === undefined ? 'several answers' : shown(alone.given)}`
  }
  return undefined
}

function isComputed(values: Values, said: readonly Values[]): boolean {
  const answers = new Map(TOOLS.map((name, i) => [name as CallName, said[i] ?? []]))
  return explain({ values, answers }).kind === 'computed'
}

/** In the rehearsal and in one of the runs. */
function pair(values: Values, run: number): Values {
  return [values[0], values[run + 1]]
}

/** What is not as it mostly is. */
function shown(given: HostileAnswers): string {
  const told = TOOLS.flatMap((tool) =>
    placesOf(given[tool]).flatMap(({ pointer, value }) =>
      (typeof value === 'object' && value !== null) || isSameJson(value, valueAt(PLAIN[tool], pointer))
        ? []
        : [`${pointer}=${JSON.stringify(value).slice(0, 40)}`],
    ),
  )
  return told.slice(0, 4).join(' ') || 'fewer members or items'
}
