/** Numbers that methods take, and throw for any else. */
import { bare } from './primordials.js'

const DIGITS = bare({ least: 0, most: 100 })

export const RANGES = bare({
  toFixed: DIGITS,
  toExponential: DIGITS,
  toPrecision: bare({ least: 1, most: 100 }),
  toString: bare({ least: 2, most: 36 }),
  // The longest text that there is.
  repeat: bare({ least: 0, most: 536_870_888 }),
  fromCodePoint: bare({ least: 0, most: 0x10ffff }),
})
