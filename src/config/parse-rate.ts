import { parseDuration } from '../base/index.js'
/** Rates as people write them. */

export interface CallRate {
  readonly calls: number
  readonly perMs: number
}

/** `10/s`, `100/minute`, `30/10s`: so many calls in so much time; undefined for anything else. */
export function parseRate(text: string): CallRate | undefined {
  const [, calls, count = '1', unit = ''] = /^([1-9]\d{0,8})\/([1-9]\d{0,8} ?)?([a-z]+)$/.exec(text) ?? []
  const perMs = parseDuration(`${count}${unit}`)
  return calls === undefined || perMs === undefined ? undefined : { calls: Number(calls), perMs }
}
