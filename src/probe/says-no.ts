/** Whether a result without `isError` says that the tool failed: whoever says so did not take the arguments. */
import { isJsonObject, type JsonValue } from '../base/index.js'
import { domainFailure, outcomeText, outcomeValue, type ResultOutcome } from '../call/index.js'

export function saysNo(outcome: ResultOutcome): boolean {
  if (domainFailure(outcome) !== undefined || SAYS_NO.test(outcomeText(outcome))) return true
  const value = outcomeValue(outcome)
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value]
  return items.length > 0 && items.every(isFailure)
}

/** In the first words of a text that is no data. */
const SAYS_NO =
  /^(?![{[]).{0,100}?(?:\b(?:errors?|exception|traceback|invalid|fail(?:ed|ure|s)?|cannot|can['’]t|could(?: not|n['’]t)|unable|must|should be|missing|required|expected|refused|denied|not allowed|not an?|unknown|unsupported|not found|no such|please|sorry)\b|\busage:|[❌✖✗⚠🚫])/iu

/** In data, as servers usually put it. */
function isFailure(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  const { ok, success, isError, error, errors, status, code, message } = value
  const isListed = Array.isArray(errors) && errors.length > 0
  const isCoded = [status, code].some((each) => typeof each === 'number' && each >= 400 && each < 600)
  const isNamed = typeof status === 'string' && /^(?:error|fail|invalid|bad)/i.test(status)
  const isSaid = typeof error === 'string' ? error !== '' : error === true || isJsonObject(error ?? null)
  const isDenied = ok === false || success === false || isError === true
  return isDenied || isSaid || isListed || isNamed || (isCoded && message !== undefined)
}
