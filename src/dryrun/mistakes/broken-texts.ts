/**
 * Texts that go into a call, or into the result, with `undefined`, `NaN` or `[object Object]` where a value was meant. A word alone proves nothing: it may be
 * the author's, or stand in an answer. So the program runs once more with marks where its texts are made, and a mark that arrives in an
 * argument, in front of which all is as it was, says where the word comes from.
 */
import { escapedStep, escapeForPattern, type Finding, type JsonValue, listText } from '../../base/index.js'
import { toolRef } from '../../call/index.js'
import type { TextPart } from '../../program/index.js'
import type { CallName } from '../variants/played.js'
import { type Plant, plantMembers } from './plant-members.js'
import type { RehearsedRun, Replay } from './replay.js'

export async function brokenTextFindings(
  rehearsed: RehearsedRun,
  replay: Replay,
): Promise<readonly Finding[]> {
  const { program, stage } = rehearsed
  const unknown = new Set(
    [...replay.entries.values()].flatMap(({ call, answer }) => (answer.unknown ? [call.n] : [])),
  )
  // What is computed from an answer of which nothing is known says nothing of the program.
  const suspects = [...replay.entries].filter(
    ([, { call }]) =>
      WORD.test(JSON.stringify(call.arguments ?? {})) &&
      !stage.ledger.owedBy(call.n).some((n) => unknown.has(n)),
  )
  const { run } = rehearsed
  const isResultSuspect = run.ended === 'completed' && WORD.test(JSON.stringify(run.result))
  if (suspects.length === 0 && !isResultSuspect) return []
  const marked = program.marked()
  const { calls, run: again } = await replay.play({ text: marked })
  const found: Finding[] = []
  const told = new Set<number>()
  for (const [name, { call }] of suspects) {
    const proofs = marksIn(calls.find((each) => each.name === name)?.arguments, call.arguments ?? {})
    const certain = stage.isForSure(call)
    for (const { part: id, pointer, word } of proofs) {
      const part = marked.parts[id]
      if (part === undefined || told.has(id)) continue
      told.add(id)
      const why = await explain({ part, word, name }, replay)
      const where = `"${word}" stands in ${pointer} of ${toolRef(call)} (call ${call.n})`
      found.push(finding(`${where}: ${part.text} is ${NOUNS[word] ?? word}${why}`, certain, part))
    }
    if (proofs.length === 0 && certain) {
      const bare = withoutSource(call.arguments ?? {}, call.n, rehearsed, replay)
      const of = `${toolRef(call)} (call ${call.n})`
      found.push(...bare.map((mark) => finding(bareMessage(mark, of), false, call.site ?? {})))
    }
  }
  if (isResultSuspect) {
    const proofs = marksIn(again.result, run.result)
    found.push(...brokenResult(proofs, marked.parts, told))
    const bare =
      proofs.length > 0 || unknown.size > 0 ? [] : withoutSource(run.result, Infinity, rehearsed, replay)
    found.push(...bare.map((mark) => finding(bareMessage(mark, 'the result'), false, {})))
  }
  return found
}

/** Nothing was done with it: that a text of the result is broken makes no run fail. */
function brokenResult(
  proofs: readonly Mark[],
  parts: readonly TextPart[],
  told: ReadonlySet<number>,
): readonly Finding[] {
  const [first] = proofs.filter(({ part }) => !told.has(part))
  const part = first && parts[first.part]
  if (first === undefined || part === undefined) return []
  const { word, pointer } = first
  const where = `"${word}" stands in ${pointer === '' ? 'the result' : `${pointer} of the result`}`
  return [finding(`${where}: ${part.text} is ${NOUNS[word] ?? word}`, false, part)]
}

const WORD = /undefined|NaN|\bnan\b|\[object \w+\]|Invalid Date|\{ \[native code\] \}/i
const NOUNS: Readonly<Record<string, string>> = {
  '[object Object]': 'an object',
  '[object Promise]': 'a promise that nobody awaits',
  'Invalid Date': 'no date',
  '{ [native code] }': 'a function that nobody calls',
}

function finding(
  message: string,
  certain: boolean,
  at: { readonly line?: number; readonly column?: number },
): Finding {
  const { line, column } = at
  return {
    ...{ code: 'TEXT_BROKEN', severity: 'error', certain, message },
    ...(line === undefined || column === undefined ? {} : { line, column }),
  }
}

interface Mark {
  readonly part: number
  readonly pointer: string
  readonly word: string
}

/** Marks that stand behind their words, in a value that is without them what it was. */
function marksIn(value: JsonValue | undefined, before: JsonValue): readonly Mark[] {
  if (value === undefined) return []
  if (JSON.stringify(value).replaceAll(ANY_MARK, '') !== JSON.stringify(before)) return []
  return leavesOf(value).flatMap(([pointer, leaf]) =>
    [...leaf.matchAll(MARKED_WORD)].map(
      ([, word = '', id]): Mark => ({
        part: Number(id),
        pointer,
        word: WORDS.get(word.toLowerCase()) ?? word,
      }),
    ),
  )
}

const ANY_MARK = /zqm\d+qz/gi
const MARKED_WORD = /(undefined|NaN|\[object \w+\]|Invalid Date|\{ \[native code\] \})zqm(\d+)qz/gi
const WORDS: ReadonlyMap<string, string> = new Map(
  ['undefined', 'NaN', '[object Object]', '[object Promise]', 'Invalid Date'].map((word) => [
    word.toLowerCase(),
    word,
  ]),
)

/** Texts and names of members, with their pointers. */
function leavesOf(value: JsonValue, pointer = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[pointer, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]: [string, JsonValue]) => {
    const at = `${pointer}/${escapedStep(key.replaceAll(ANY_MARK, ''))}`
    return [[at, key] as const, ...leavesOf(member, at)]
  })
}

interface Broken {
  readonly part: TextPart
  readonly word: string
  readonly name: CallName
}

/** Which member was missing: the one that, put there, stands in the place of the word. */
async function explain({ part, word, name }: Broken, replay: Replay): Promise<string> {
  if (word === 'undefined') return describe(await missingOf(plantedText, part.members, 'text'))
  if (word !== 'NaN') return ''
  // What is computed from it is not known: one member at a time.
  for (const member of part.members.slice(0, MOST_TRIED)) {
    const plant = await missingOf(plantedNumber, [member], 'number')
    if (plant !== undefined) return describe(plant)
  }
  return ''

  async function missingOf(
    find: (before: string, after: string, plants: readonly Plant[]) => Plant | undefined,
    members: readonly string[],
    kind: 'text' | 'number',
  ): Promise<Plant | undefined> {
    const { plants, answers } = plantMembers(replay.entries, members, kind)
    if (plants.length === 0) return undefined
    const { calls } = await replay.play({ answers })
    const before = JSON.stringify(replay.entries.get(name)?.call.arguments ?? {})
    const after = JSON.stringify(calls.find((each) => each.name === name)?.arguments ?? {})
    return find(before, after, plants)
  }
}

function describe(plant: Plant | undefined): string {
  if (plant === undefined) return ''
  const { member, siblings, of } = plant
  const names = siblings.map((each) => JSON.stringify(each))
  const there = names.length === 0 ? 'there are no members' : `there are ${listText(names, MOST_NAMES)}`
  return `; "${member}" is not in what ${toolRef(of)} (call ${of.n}) answers: ${there}`
}

const MOST_TRIED = 4
const MOST_NAMES = 12

function plantedText(before: string, after: string, plants: readonly Plant[]): Plant | undefined {
  const without = after.replaceAll(/zqp\d+qz/gi, 'undefined').toLowerCase()
  return without === before.toLowerCase() ? plants.find(({ text }) => after.includes(text)) : undefined
}

/** The word gave way to a number, and all else is as it was. */
function plantedNumber(before: string, after: string, plants: readonly Plant[]): Plant | undefined {
  const pattern = before.split(/NaN/i).map(escapeForPattern)
  return new RegExp(`^${pattern.join('-?[\\d.,e+]+')}$`, 'i').test(after) ? plants[0] : undefined
}

type BareWord = Pick<Mark, 'pointer' | 'word'>

/** One word at most that stands in nothing that the program was given before the call of that number: where it was made is not known. */
function withoutSource(
  value: JsonValue,
  before: number,
  { program, settings }: RehearsedRun,
  { entries }: Replay,
): readonly BareWord[] {
  const texts = leavesOf(value).flatMap(([pointer, text]) =>
    [...text.replaceAll(SAID_BY_ENGINE, '').matchAll(BARE_WORD)].map(([word]) => ({ pointer, word })),
  )
  const given = [
    program.source,
    JSON.stringify(settings.params),
    ...[...entries.values()].flatMap(({ call: { n }, answer }) =>
      n < before ? [JSON.stringify(answer.outcome)] : [],
    ),
  ].map((each) => each.toLowerCase())
  const found = texts.find(
    ({ word }) =>
      !ASKED_FOR.some(([of, by]) => of.test(word) && by.test(program.source)) &&
      !given.some((each) => each.includes(word.toLowerCase())),
  )
  return found === undefined ? [] : [found]
}

function bareMessage({ word, pointer }: BareWord, of: string): string {
  const place = pointer === '' ? of : `${pointer} of ${of}`
  return `"${word}" stands in ${place}, and nothing that the program was given says it`
}

/** Sentences of exceptions, which programs pass on. */
const SAID_BY_ENGINE =
  /(of|convert) ['"]?undefined['"]?|as it is undefined|undefined (is not|or null)|(is|received|got) undefined|\(?intermediate value\)?[^.]*undefined|"[^"]*" is not valid JSON/gi

/** What a program writes to get the very word. */
const ASKED_FOR: readonly (readonly [of: RegExp, by: RegExp])[] = [
  [/^undefined$/, /\btypeof\b/],
  [/^\[object/, /\btoString\s*\.\s*(call|apply|bind)\b|\btoStringTag\b/],
]

const BARE_WORD = /undefined|(?<![A-Za-z])NaN(?![A-Za-z])|\[object \w+\]|Invalid Date|\{ \[native code\] \}/g
