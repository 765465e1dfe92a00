/** Numbers that methods take, and throw for any else. */
import { bare, mapSet, NativeMap } from './primordials.js'

interface Range {
  readonly least: number
  readonly most: number
}

/** By the name of the method. */
export const RANGES = new NativeMap<string, Range>()
mapSet(RANGES, 'toFixed', bare({ least: 0, most: 100 }))
mapSet(RANGES, 'toExponential', bare({ least: 0, most: 100 }))
mapSet(RANGES, 'toPrecision', bare({ least: 1, most: 100 }))
mapSet(RANGES, 'toString', bare({ least: 2, most: 36 }))
// The longest text that there is.
mapSet(RANGES, 'repeat', bare({ least: 0, most: 536_870_888 }))
mapSet(RANGES, 'fromCodePoint', bare({ least: 0, most: 0x10ffff }))
