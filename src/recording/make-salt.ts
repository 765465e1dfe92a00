/** The salt of a new store. */
import { randomName } from '../base/index.js'

/** 128 unpredictable bits, in hexadecimal. */
export function makeSalt(): string {
  return randomName() + randomName()
}
