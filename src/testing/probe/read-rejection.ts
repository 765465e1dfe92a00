/** Whether a server says, in the words of a structural validator, that arguments are invalid. Anything else it may say is its business. */
import { isJsonObject, type JsonValue, parseJson, toPointer } from '../../base/index.js'
import { type Outcome, outcomeText } from '../../call/index.js'

export interface Rejection {
  /** Where the validator points to, as far as it says. */
  readonly pointer: string
  /** True when it is about a format such as an address of mail, of which validators have different ideas. */
  readonly isAboutFormat: boolean
}

/**
 * Undefined for what proves nothing: "file not found", "cannot use both", a refinement that is more than a schema can say. Known are
 * the issues of zod, as JSON and as sentences, and the sentences of ajv, pydantic, jsonschema, Go's jsonschema and serde; besides,
 * error -32602 that says no more than that the params are invalid.
 */
export function readRejection(outcome: Outcome): Rejection | undefined {
  if (outcome.kind === 'result') return undefined
  const text = outcomeText(outcome)
  const issues = zodIssuesIn(text)
  if (issues !== undefined) return readZodIssues(issues)
  if (SENTENCES.some((sentence) => sentence.test(text)))
    return { pointer: '', isAboutFormat: FORMAT.test(text) }
  const isBare = outcome.kind === 'rpc-error' && outcome.code === -32602 && BARE.test(text.trim())
  return isBare ? { pointer: '', isAboutFormat: false } : undefined
}

interface ZodIssue {
  readonly code: string
  readonly path: readonly (string | number)[]
  readonly whole: JsonValue
}

function zodIssuesIn(text: string): readonly ZodIssue[] | undefined {
  const start = text.indexOf('[')
  const end = text.lastIndexOf(']')
  if (start < 0 || end < start) return undefined
  try {
    const items = parseJson(text.slice(start, end + 1), 'the issues of a validator')
    const issues = Array.isArray(items) ? items.map(asZodIssue) : []
    const known = issues.filter((issue) => issue !== undefined)
    return known.length > 0 && known.length === issues.length ? known : undefined
  } catch {
    // Brackets of another kind.
    return undefined
  }
}

function asZodIssue(value: JsonValue): ZodIssue | undefined {
  if (!isJsonObject(value) || typeof value.code !== 'string' || !Array.isArray(value.path)) return undefined
  const path = value.path.filter((step) => typeof step === 'string' || typeof step === 'number')
  return { code: value.code, path, whole: value }
}

/** `custom` is the code of refinements: they say what a schema cannot. */
function readZodIssues(issues: readonly ZodIssue[]): Rejection | undefined {
  const structural = issues.filter(
    ({ code, whole }) => STRUCTURAL.has(code) && !JSON.stringify(whole).includes('"custom"'),
  )
  const [first] = structural
  if (first === undefined) return undefined
  return { pointer: toPointer(first.path), isAboutFormat: structural.every(isFormatIssue) }
}

const STRUCTURAL = new Set([
  ...['invalid_type', 'invalid_literal', 'invalid_value', 'invalid_enum_value', 'unrecognized_keys'],
  ...['invalid_union', 'invalid_union_discriminator', 'invalid_string', 'invalid_format'],
  ...['too_small', 'too_big', 'not_multiple_of', 'invalid_key', 'invalid_element'],
])

function isFormatIssue({ code, whole }: ZodIssue): boolean {
  const isPattern = /"(?:validation|format)":"regex"/.test(JSON.stringify(whole))
  return (code === 'invalid_string' || code === 'invalid_format') && !isPattern
}

const TYPES = '(?:string|number|integer|boolean|bool|object|array|null|list|dict|float|int)'

const SENTENCES: readonly RegExp[] = [
  // zod
  new RegExp(`\\bexpected ${TYPES}(?:, received|\\b.*, received) \\w+`, 'i'),
  /\b(?:Too (?:small|big): expected|Invalid option: expected one of|Unrecognized keys?[: ]|Invalid enum value\. Expected)/,
  /\b(?:String|Array|Number) must (?:contain|be (?:greater|less)) /,
  /Invalid string: must match pattern/,
  // ajv
  new RegExp(`\\bmust be (?:an? )?${TYPES}\\b`),
  /\bmust have required property '|\bmust NOT have (?:additional|unevaluated) properties\b|\bmust be equal to (?:constant|one of the allowed values)/,
  /\bmust NOT have (?:more|fewer) than \d+ |\bmust be (?:<=?|>=?|multiple of) -?\d|\bmust match (?:pattern|format) "/,
  // pydantic
  /\b\d+ validation errors? for \S+|\bInput should be (?:a valid |less than|greater than|a multiple of|')|\[type=\w+, input_value=/,
  // jsonschema of Python
  new RegExp(`is not of type '${TYPES}'`),
  /' is a required property\b|\bis not one of \[|\bAdditional properties are not allowed \(|\bis (?:less|greater) than the (?:minimum|maximum) of\b|' (?:is too (?:long|short)|does not match ')/,
  // jsonschema of Go, serde of Rust
  /\bvalidating \/?\S+: (?:validating \S+: )*(?:type|required|enum|minimum|maximum|minLength|maxLength|pattern|additionalProperties)\b/,
  /\bmissing field `|\bunknown (?:field|variant) `|\binvalid type: .+, expected /,
]

const FORMAT =
  /\b(?:must match format|invalid (?:email|url|uri|uuid|date|datetime)|valid (?:email|url|uri|uuid|date))/i

const BARE =
  /^(?:MCP error -32602: ?)*invalid (?:params|parameters|arguments|argument|input)(?: for (?:tool )?\S+)?[.:]?$/i
