/** A number that a server measured, or that differs from world to world, written into what the agent calls with: for real it is another. */

import type { JsonObject } from '../base/index.js'
import { addToGroup } from '../base/index.js'
import { keyOf } from './compare-values.js'
import { type Figure, figuresIn, isCalledMeasured, isOfOtherKind } from './figures.js'
import { type FigureSeen, figuresOf, isInLargerUnit, UNITS } from './measured.js'
import type { OwnValueSeen } from './own-values.js'
import type { PlayedCall } from './play.js'
import { withoutReferences } from './template.js'
import { instantOf } from './times.js'

/**
 * `template`: the arguments of the call after `before`. `own`: of all kinds, those of one place too. The end of a sentence; undefined where
 * it holds no such number.
 */
export function figureWritten(
  template: JsonObject,
  before: readonly PlayedCall[],
  own: readonly OwnValueSeen[],
): string | undefined {
  const written = figuresIn(withoutReferences(template))
  if (written.length === 0) return undefined
  const places = new Set(
    own.flatMap((each) => each.places.map(({ call, ...place }) => `${call} ${keyOf(place)}`)),
  )
  const isOwn = ({ call, pointer, word }: FigureSeen): boolean =>
    places.has(`${call.n} ${keyOf({ pointer })}`) ||
    (word !== undefined && places.has(`${call.n} ${keyOf({ pointer, word })}`))
  const answered = before.flatMap(figuresOf)
  const others = new Set([
    ...answered.filter((each) => !isOwn(each)).flatMap(numbersOf),
    ...before.flatMap(({ arguments: args = {} }) => figuresIn(args)).flatMap(numbersOf),
  ])
  const told = answered.filter(isOwn)
  for (const heard of told)
    for (const each of written)
      if (isTakenFrom(each, heard, others))
        return `holds ${each.text}, which is ${heard.text} of call ${heard.call.n}: a figure of the copy's own, and another one for real`
  const computed = written.find((each) => !others.has(each.number) && isOfSeveral(each, told))
  return computed === undefined
    ? undefined
    : `holds ${computed.text}, which is computed from figures of the copy's own, and another one for real`
}

/** The sum or mean of what is said in one place of several answers, or how far apart they are; in a larger unit, too. */
function isOfSeveral({ number }: Figure, heard: readonly FigureSeen[]): boolean {
  if (number.length < TELLING_FIGURE) return false
  const byPlace = new Map<string, number[]>()
  for (const each of heard)
    if (instantOf(each.number) === undefined) addToGroup(byPlace, each.place, Number(each.number))
  const decimals = number.split('.')[1]?.length ?? 0
  return [...byPlace.values()].some((values) => {
    if (values.length < 2) return false
    const sum = values.reduce((total, each) => total + each, 0)
    return [sum, sum / values.length, Math.max(...values) - Math.min(...values)].some((value) =>
      [1, ...UNITS].some((unit) => value > 0 && (value / unit).toFixed(decimals) === number),
    )
  })
}

function numbersOf({ text, number }: Figure): readonly string[] {
  return [text, number]
}

/** `others`: numbers that were said elsewhere, too. */
function isTakenFrom(written: Figure, heard: FigureSeen, others: ReadonlySet<string>): boolean {
  if (written.number === heard.number) {
    if (isCalledAlike(written, heard)) return true
    if (others.has(written.number) || isOfOtherKind(written, heard)) return false
    if (isCalledMeasured(written) || written.number.length >= TELLING_FIGURE) return true
    // How many, or which page: a short number that is an argument by itself bears another name.
    if (written.isWhole) return written.word !== undefined && isCalledMeasured(heard)
    return written.number.length > 1
  }
  return (
    written.number.length > (written.isWhole ? 2 : 1) &&
    !others.has(written.number) &&
    isInLargerUnit(written.number, heard.number) &&
    (heard.number.length >= LARGE || isCalledMeasured(written))
  )
}

/** From there on few numbers are another one in a larger unit by chance. */
const LARGE = 5

/** Such numbers are hardly the same by chance. */
const TELLING_FIGURE = 3

/** By its name or its unit: in a text any short word may come before a number. */
function isCalledAlike(written: Figure, heard: FigureSeen): boolean {
  const isUnit = heard.unit !== '' && written.unit.toLowerCase() === heard.unit.toLowerCase()
  const isName = heard.name.length > 2 && written.name.toLowerCase() === heard.name.toLowerCase()
  return isUnit || isName
}
