/** `JSON.parse` of a text of which nothing is known: what comes out is as unknown as the text. */
import { jsonObject, reflectApply } from './primordials.js'
import { replaceMethod } from './replace.js'
import { createUnknown, isUnknown } from './unknown.js'

export function installParsing(): void {
  replaceMethod(jsonObject, 'parse', (original) => (self, values) => {
    const text = values[0]
    return isUnknown(text) ? createUnknown('JSON.parse()') : reflectApply(original, self, values)
  })
}
