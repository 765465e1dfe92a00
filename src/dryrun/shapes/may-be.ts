/**
 * What an answer may be, for all that was learned: wider than what was seen wherever little was seen. Members may be absent and values
 * nothing until enough different answers had them; lists have any length, texts any words, and an object may have members that nobody saw.
 */
import { isJsonArray, type JsonObject, type JsonValue, ownMember, parseContainer } from '../../base/index.js'
import { hasForm, isLaw, type ObjectShape, type Shape } from './shape.js'

export function mayBe(value: JsonValue, shape: Shape): boolean {
  if (value === null) return shape.nulls > 0 || !isLaw(shape)
  if (typeof value === 'boolean') return shape.booleans > 0
  if (typeof value === 'number')
    return (
      shape.numbers !== undefined && (!shape.numbers.areWhole || !isLaw(shape) || Number.isInteger(value))
    )
  if (typeof value === 'string') return isText(value, shape)
  if (isJsonArray(value)) {
    const { list } = shape
    return list !== undefined && value.every((item) => list.items === undefined || isItem(item, list.items))
  }
  return shape.object !== undefined && isObject(value, shape.object, isLaw(shape))
}

/** A list of things holds no nothing, unless one was seen that does. */
function isItem(item: JsonValue, items: Shape): boolean {
  return item === null ? items.nulls > 0 : mayBe(item, items)
}

function isText(text: string, shape: Shape): boolean {
  const { texts } = shape
  if (texts === undefined) return false
  if (!isLaw(shape)) return true
  if (texts.form !== undefined) return hasForm(text, texts.form)
  if (texts.json === undefined) return true
  const inside = parseContainer(text)
  return inside !== undefined && mayBe(inside, texts.json)
}

function isObject(value: JsonObject, { count, members, others }: ObjectShape, isWell: boolean): boolean {
  for (const [name, member] of members) {
    const there = ownMember(value, name)
    if (there === undefined ? isWell && member.count === count : !mayBe(there, member.shape)) return false
  }
  return others === undefined || Object.values(value).every((each) => mayBe(each, others))
}
