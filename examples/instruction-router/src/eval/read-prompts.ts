/** Reads labelled prompts, in YAML or JSON; whatever is wrong is told with its line. */
import { createSchemaCompiler } from 'mcp-understudy/schema'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import type { LabelledPrompt } from './labelled-prompt.js'
import { MeasurementError } from './measurement-error.js'

/**
 * `schema` is the JSON Schema of the format, `file` the name for messages.
 * @throws MeasurementError for text that is no YAML, breaks the schema, or has an id or a message twice.
 */
export function readPrompts(file: string, text: string, schema: JsonSchema): readonly LabelledPrompt[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const place = (offset: number) => `${file}:${lines.linePos(offset).line}`
  const [broken] = document.errors
  if (broken !== undefined)
    throw new MeasurementError(`Cannot read prompts: ${place(broken.pos[0])}: ${firstLine(broken.message)}`)
  const value = plain(document, file)
  const placeOf = (path: readonly string[]) => place(offsetOf(document, path))
  holdAgainst(schema, value, placeOf, file)
  // The schema has just said that the value has this shape.
  const { prompts }: PromptFile = document.toJS()
  const placed = prompts.map(({ also = [], ...prompt }, n) => ({
    ...prompt,
    also,
    place: placeOf(['prompts', String(n)]),
  }))
  refuseTwice(placed, 'id', ({ id }) => id)
  refuseTwice(placed, 'message', ({ message, context }) =>
    JSON.stringify([message.trim().toLowerCase(), context]),
  )
  return placed
}

interface PromptFile {
  readonly prompts: readonly (Omit<LabelledPrompt, 'also' | 'place'> & {
    readonly also?: readonly string[]
  })[]
}

type JsonSchema = Parameters<ReturnType<typeof createSchemaCompiler>['compile']>[0]

/** Anchors that grow without end are refused by the parser when the value is built. */
function plain(document: Document, file: string): JsonSchema {
  try {
    return document.toJS()
  } catch (cause) {
    throw new MeasurementError(`Cannot read prompts: ${file}: ${String(cause)}`, { cause })
  }
}

function holdAgainst(
  schema: JsonSchema,
  value: JsonSchema,
  placeOf: (path: readonly string[]) => string,
  file: string,
): void {
  const compilation = createSchemaCompiler().compile(schema)
  if (compilation.kind === 'refused')
    throw new MeasurementError(`Cannot use the schema of prompts: ${compilation.problem.message}`)
  if (typeof value === 'object' && value !== null && 'prompts' in value && isEmpty(value.prompts))
    throw new MeasurementError(`Cannot measure with "${file}": it holds no prompts`)
  const issues = compilation.schema.check(value)
  if (issues.length === 0) return
  const told = issues
    .slice(0, MOST_TOLD)
    .map(({ pointer, message }) => `${placeOf(steps(pointer))}: ${message}`)
  const more = issues.length > told.length ? [`and ${issues.length - told.length} more`] : []
  throw new MeasurementError(['Prompts do not have their form:', ...told, ...more].join('\n  '), {
    hint: 'the form is described in prompts/README.md',
  })
}

const MOST_TOLD = 10

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function steps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Where a value begins; of one that is missing, where the nearest thing around it begins. */
function offsetOf(document: Document, path: readonly string[]): number {
  const node = path.length === 0 ? document.contents : document.getIn(path, true)
  if (isNode(node) && node.range) return node.range[0]
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1))
}

function refuseTwice(
  prompts: readonly LabelledPrompt[],
  what: string,
  keyOf: (prompt: LabelledPrompt) => string,
): void {
  const seen = new Map<string, LabelledPrompt>()
  for (const prompt of prompts) {
    const first = seen.get(keyOf(prompt))
    if (first !== undefined)
      throw new MeasurementError(
        `Prompts must differ: ${prompt.place} ("${prompt.id}") has the ${what} of ${first.place} ("${first.id}")`,
      )
    seen.set(keyOf(prompt), prompt)
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
