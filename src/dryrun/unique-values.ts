/** Values that nobody else says: where one is met again, it was passed on. */
import { seededRandom } from '../base/index.js'

/** Like nothing that anybody else says. */
export function uniqueText(of: string): string {
  const random = seededRandom(`text ${of}`)
  let text = ''
  for (let i = 0; i < 9; i++) text += LETTERS[random.integer(0, LETTERS.length - 1)] ?? 'q'
  return text
}

const LETTERS = 'bcdfghjklmnpqrstvwxz0123456789'

export function uniqueNumber(of: string): number {
  return seededRandom(`number ${of}`).integer(1_013, 98_947)
}
