/** Whether a server says, in the words of a structural validator, that arguments are invalid. Anything else it may say is its business. */
import { isJsonObject, type JsonValue, parseJson, toPointer } from '../base/index.js'
import { type Outcome, outcomeText } from '../call/index.js'

export interface Rejection {
  /** Where the validator points to, as far as it says. */
  readonly pointer: string
  /** True when it is about a format such as an address of mail, of which validators have different ideas. */
  readonly isAboutFormat: boolean
  /** It says that it speaks of the arguments, and of nothing else that a tool may validate. */
  readonly isAboutArguments: boolean
  /** The members that it names, as far as its words tell, the outermost first. */
  readonly members: readonly string[]
}

/**
 * Undefined for what proves nothing: "file not found", "cannot use both", a refinement that is more than a schema can say. Known are
 * the issues of zod, as JSON and as sentences, and the sentences of ajv, arktype, valibot, pydantic, jsonschema, Go's jsonschema and serde; besides,
 * error -32602 that says no more than that the params are invalid.
 */
export function readRejection(outcome: Outcome): Rejection | undefined {
  if (outcome.kind === 'result') return undefined
  const text = outcomeText(outcome)
  const isInvalidParams = outcome.kind === 'rpc-error' && outcome.code === -32602
  const isAboutArguments = isInvalidParams || ABOUT_ARGUMENTS.test(text)
  if (!isAboutArguments && ABOUT_OTHERS.test(text)) return undefined
  const issues = zodIssuesIn(text)
  if (issues !== undefined) return readZodIssues(issues, isAboutArguments)
  if (SENTENCES.some((sentence) => sentence.test(text)))
    return { pointer: '', isAboutFormat: FORMAT.test(text), isAboutArguments, members: membersIn(text) }
  return isInvalidParams && BARE.test(text.trim())
    ? { pointer: '', isAboutFormat: false, isAboutArguments, members: [] }
    : undefined
}

/** How the SDKs introduce what their validators say of arguments. */
const ABOUT_ARGUMENTS =
  /\b(?:input validation error|invalid (?:arguments|params|parameters)|deserialize parameters|validation errors? for (?:call\[|\w*Arguments\b))/i

/** What a tool was told by others, or read, breaks a schema of its own. */
const ABOUT_OTHERS = /\b(?:output validation|response|upstream)\b|\bat line \d+ column \d+/i

/** The places that validators name: by a path, or by the member that is missing. */
function membersIn(text: string): readonly string[] {
  return [...text.matchAll(NAMED)].flatMap(([, ...groups]) => groups.filter((group) => group !== undefined))
}

const NAMED = new RegExp(
  [
    ...[
      /(?:^|[\s"'`:(])(?:data)?\/([^/\s]{1,200})\S{0,400} must\b/,
      /\bdata\.([\w$-]{1,200})\S{0,400} must\b/,
    ],
    ...[/required property '([^']+)'/, /'([^']+)' is a required property/],
    ...[/missing field `([^`]+)`/, /missing properties: \["([^"]+)"/],
    ...[/→ at ([\w$-]+)/, / at ([\w$-]{1,200})[\w$.[\]-]{0,400}$/, /validation errors? for \S+\n([\w$-]+)/],
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

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
function readZodIssues(issues: readonly ZodIssue[], isAboutArguments: boolean): Rejection | undefined {
  const structural = issues.filter(
    ({ code, whole }) => STRUCTURAL.has(code) && !JSON.stringify(whole).includes('"custom"'),
  )
  const [first] = structural
  if (first === undefined) return undefined
  return {
    pointer: toPointer(first.path),
    isAboutFormat: structural.every(isFormatIssue),
    isAboutArguments,
    members: first.path.slice(0, 1).map(String),
  }
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

/** Where a sentence of ajv ends; one that goes on is by somebody else. */
const END = String.raw`(?=\.?(?:$|["'\])]|[,;] )| \(was )`

const SENTENCES: readonly RegExp[] = [
  // zod
  new RegExp(`\\bexpected ${TYPES}(?:, received|\\b.*, received) \\w+`, 'i'),
  /\b(?:Too (?:small|big): expected|Invalid option: expected one of|Unrecognized keys?[: ]|Invalid enum value\. Expected)/,
  /\b(?:String|Array|Number) must (?:contain|be (?:greater|less)) /,
  /Invalid string: must match pattern/,
  // ajv, and arktype, which adds what it was
  new RegExp(`\\bmust be (?:an? )?${TYPES}${END}`, 'm'),
  /\bmust have required property '|\bmust NOT have (?:additional|unevaluated) properties\b|\bmust be equal to (?:constant|one of the allowed values)/,
  /\bmust NOT have (?:more|fewer) than \d+ |\bmust match (?:pattern|format) "/,
  new RegExp(`\\bmust be (?:<=?|>=?|multiple of) -?[\\d.e+-]+${END}`, 'm'),
  // pydantic
  /\b\d+ validation errors? for \S+|\bInput should be (?:a valid |less than|greater than|a multiple of|')|\[type=\w+, input_value=/,
  // jsonschema of Python
  new RegExp(`is not of type '${TYPES}'`),
  /' is a required property\b|(?:^|: )(?:'[^'\n]*'|\S+) is not one of \[|\bAdditional properties are not allowed \(|\bis (?:less|greater) than the (?:minimum|maximum) of\b|' (?:is too (?:long|short)|does not match ')/,
  // jsonschema of Go, serde of Rust
  /\bvalidating \/?\S+: (?:validating \S+: )*(?:type|required|enum|minimum|maximum|minLength|maxLength|pattern|additionalProperties)\b/,
  /\bmissing field `|\bunknown (?:field|variant) `|\binvalid (?:type|value): .+, expected /,
  // valibot
  /\bInvalid (?:type|value|length): Expected .+ (?:but|and) received /,
]

const FORMAT =
  /\b(?:must match format|invalid (?:email|url|uri|uuid|date|datetime)|valid (?:email|url|uri|uuid|date))/i

const BARE =
  /^(?:MCP error -32602: ?)*invalid (?:params|parameters|arguments|argument|input)(?: for (?:tool )?\S+)?[.:]?$/i
