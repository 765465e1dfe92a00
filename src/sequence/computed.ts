/**
 * What an agent computed from a value that its copy made anew: for real it would be another one, and no fresh play shows it, since the
 * literal is the same in each.
 */
import { createHash } from 'node:crypto'
import { shorten } from '../base/index.js'
import { reckoned } from './arithmetic.js'
import { blocksWith, partOf } from './parts.js'
import { hasNumber, longOf, type OwnHeard, type Said, type ToolNumbers } from './said.js'
import { encoded, spelled } from './spelled-otherwise.js'
import { instantOf } from './times.js'
import { timeSpelled } from './times-spelled.js'

/** `literals`: what stands in the arguments of a call and comes from no answer. The end of a sentence; undefined for what is the agent's own. */
export function whyComputed(
  literals: readonly string[],
  own: readonly OwnHeard[],
  said: Said,
): string | undefined {
  if (own.length === 0) return undefined
  for (const literal of literals) {
    const why =
      encoded(literal, own) ??
      spelled(literal, own) ??
      hashed(literal, own, said) ??
      partOf(literal, own, said) ??
      timeSpelled(literal, own, said) ??
      machineMade(literal, said) ??
      addedUp(literal, own, said) ??
      reckoned(literal, own, said) ??
      duration(literal, own, said) ??
      difference(literal, own, said)
    if (why !== undefined) return why
  }
  return undefined
}

function hashed(literal: string, own: readonly OwnHeard[], said: Said): string | undefined {
  const words = [...literal.matchAll(/[A-Za-z0-9+/_-]{6,}={0,2}/g)]
    .map(([word]) => word.toLowerCase())
    .filter((word) => /\d/.test(word))
  if (words.length === 0) return undefined
  const blocks = longOf(own).flatMap(({ session }) => blocksWith(session, said))
  const sources = [...own.map(({ session }) => session), ...said.answers.slice(-MOST_HASHED), ...blocks]
  for (const text of new Set(sources))
    for (const name of ['sha256', 'sha1', 'md5', 'sha512']) {
      const hash = createHash(name).update(text).digest()
      const written = [
        hash.toString('hex'),
        hash.toString('base64').toLowerCase(),
        hash.toString('base64url').toLowerCase(),
      ]
      const word = words.find((each) => written.some((one) => one.startsWith(each) || one.endsWith(each)))
      if (word !== undefined)
        return `holds ${shorten(word, 40)}, the ${name} of ${shorten(text, 60)}, which the copy made`
    }
  return undefined
}

const MOST_HASHED = 200

/** Words that no person writes, and that nobody said. */
function machineMade(literal: string, { text, isInWorld }: Said): string | undefined {
  const words = [
    ...(literal.match(/(?<![0-9A-Za-z])[0-9a-f]{16,}(?![0-9A-Za-z])/gi) ?? []),
    ...(literal.match(/(?<![0-9A-Za-z])[0-9A-Za-z]{24,}(?![0-9A-Za-z])/g) ?? []),
    ...(literal.match(
      /(?<![0-9A-Za-z])(?=(?:[a-f]*\d){2})(?=(?:\d*[a-f]){2})[0-9a-f]{8,15}(?![0-9A-Za-z])/g,
    ) ?? []),
    ...(literal.match(SHORT_HASH) ?? []),
    ...(literal.match(/(?<![\d.])\d{7,}(?![\d.])/g) ?? []),
  ].filter((word) => /\d/.test(word))
  const word = words.find((each) => !text.includes(each) && !isInWorld(each))
  return word === undefined
    ? undefined
    : `holds ${shorten(word, 40)}, which no answer has: it may be computed from what the copy made`
}

/** Six or seven letters of a hash; what a person writes so is a colour. */
const SHORT_HASH = /(?<![0-9A-Za-z#])(?=(?:[a-f]*\d){2})(?=(?:\d*[a-f]){2})[0-9a-f]{6,7}(?![0-9A-Za-z])/g

/** A number that is written as a time, `30 ms`, and is how far apart two times are, to its own unit; or that and whole seconds. */
function duration(literal: string, own: readonly OwnHeard[], { text, instants }: Said): string | undefined {
  const written = [
    ...literal.matchAll(/(?<![\w.:-])(\d+(?:\.\d+)?)\s?(ms|milliseconds?|s|secs?|seconds?)(?!\w)/g),
  ]
    .map(([, number = '', unit = '']) => ({ number, unitMs: unit.startsWith('m') ? 1 : 1000 }))
    .filter(({ number }) => !hasNumber(text, number))
  if (written.length === 0) return undefined
  const times = own.flatMap(({ session, kind }) => (kind === 'time' ? (instantOf(session) ?? []) : []))
  const apart = times.flatMap((one) => instants.map((two) => Math.abs(one - two))).filter((ms) => ms > 0)
  const found = written.find(({ number, unitMs }) => {
    const ms = Number(number) * unitMs
    return apart.some((each) =>
      unitMs === 1
        ? ms >= each && (ms - each) % 1000 === 0
        : Math.abs(ms - each) < unitMs / 10 ** decimals(number),
    )
  })
  return found === undefined
    ? undefined
    : `holds ${found.number}, written as a time, which is how far apart two times are that the copy made`
}

/** Numbers of three digits or more, or with a point, that are as far apart as two times are, and that no plain arithmetic tells. */
function difference(literal: string, own: readonly OwnHeard[], said: Said): string | undefined {
  const numbers = (literal.match(/(?<![\w.:-])\d+(?:\.\d+)?(?![\w:-]|\.\d)/g) ?? [])
    .filter((word) => (word.length >= 3 || word.includes('.')) && !hasNumber(said.text, word))
    .map((word) => ({ word, value: Number(word) }))
  if (numbers.length === 0) return undefined
  const times = own.flatMap(({ session, kind }) => (kind === 'time' ? (instantOf(session) ?? []) : []))
  const apart = times.flatMap((one) => said.instants.map((two) => Math.abs(one - two)))
  const span = Math.max(0, ...times) - Math.min(...times, Number.POSITIVE_INFINITY)
  const hit = numbers.find(({ word, value }) =>
    apart.some(
      (ms) =>
        ms > 0 &&
        [1, 1000, 60_000].some(
          (unit) => (ms / unit).toFixed(decimals(word)) === word || Math.floor(ms / unit) === value,
        ),
    ),
  )
  if (hit !== undefined) return `holds ${hit.word}, which is how far apart two times are that the copy made`
  const near = numbers.find(
    ({ word, value }) =>
      span > 0 &&
      (word.includes('.') ? value * 1000 : value) <= span * 1.05 &&
      !isPlainArithmetic(value, said.numbers),
  )
  return near === undefined
    ? undefined
    : `holds ${near.word}, which no answer has, and may be how long something took in the copy`
}

/** All letters of an id added up, by their codes. */
function addedUp(literal: string, own: readonly OwnHeard[], { text }: Said): string | undefined {
  const numbers = (literal.match(/(?<![\w.:-])\d{3,6}(?![\w:-]|\.\d)/g) ?? []).filter(
    (word) => !hasNumber(text, word),
  )
  if (numbers.length === 0) return undefined
  const found = longOf(own).find(({ session }) =>
    numbers.includes(String([...session].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0))),
  )
  return found === undefined
    ? undefined
    : `holds the letters of ${found.session} of call ${found.call}, added up`
}

function decimals(word: string): number {
  return word.split('.')[1]?.length ?? 0
}

/** A sum, difference or product of two, the sum of an answer, or of what stands in the same place of several of one tool. */
function isPlainArithmetic(value: number, said: readonly ToolNumbers[]): boolean {
  const all = [...new Set(said.flatMap(({ numbers }) => numbers))].slice(-MOST_NUMBERS)
  const isSame = (other: number): boolean => Math.abs(other - value) < 1e-6
  if (all.some((one) => all.some((two) => isSame(one + two) || isSame(one - two) || isSame(one * two))))
    return true
  if (said.some(({ numbers }) => isSame(sum(numbers)))) return true
  return [...new Set(said.map(({ tool }) => tool))].some((tool) => {
    const ofTool = said.filter((each) => each.tool === tool)
    return Array.from({ length: MOST_PLACES }, (_, i) =>
      sum(ofTool.flatMap(({ numbers }) => numbers[i] ?? [])),
    ).some(isSame)
  })
}

const MOST_NUMBERS = 300
const MOST_PLACES = 20

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
