/** What of a tool a model reads as text, wherever it stands. */
import { isJsonObject, type JsonValue, toPointer } from '../../base/index.js'
import type { ToolChange } from './contract-change.js'
import type { LockedTool } from './contract-lock.js'

export interface ContractText {
  readonly part: ToolChange['part']
  /** Where in the part. */
  readonly pointer: string
  /** What it is: `description`, `title`, or the keyword of a schema. */
  readonly name: string
  readonly text: string
  /** Whether the contract gives it a meaning of its own, such as a pattern or a value: then other words are another contract. */
  readonly isContract: boolean
}

/** By part and pointer. */
export type ContractTexts = ReadonlyMap<string, ContractText>

export function textsOfTool({
  title,
  description,
  annotations,
  inputSchema,
  outputSchema,
}: LockedTool): ContractTexts {
  const own = { title, description }
  const texts = Object.entries(own).flatMap(([name, text]): ContractText[] =>
    text === undefined ? [] : [{ part: 'tool', pointer: `/${name}`, name, text, isContract: false }],
  )
  const other = annotations?.title
  if (other !== undefined)
    texts.push({ part: 'annotations', pointer: '/title', name: 'title', text: other, isContract: false })
  collect(inputSchema, 'input', [], false, texts)
  if (outputSchema !== undefined) collect(outputSchema, 'output', [], false, texts)
  return new Map(texts.map((each) => [`${each.part} ${each.pointer}`, each]))
}

function collect(
  value: JsonValue,
  part: ToolChange['part'],
  path: readonly string[],
  isContract: boolean,
  into: ContractText[],
): void {
  if (path.length > MAX_DEPTH) return
  if (typeof value === 'string')
    into.push({ part, pointer: toPointer(path), name: path.at(-1) ?? '', text: value, isContract })
  else if (Array.isArray(value))
    for (const [i, item] of value.entries()) collect(item, part, [...path, String(i)], isContract, into)
  else if (isJsonObject(value))
    for (const [key, member] of Object.entries(value)) {
      // A property of that name is a schema, and no keyword.
      const isKeyword = !NAMED_SCHEMAS.has(path.at(-1) ?? '')
      collect(member, part, [...path, key], isContract || (isKeyword && CONTRACT.has(key)), into)
    }
}

const MAX_DEPTH = 128
const NAMED_SCHEMAS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])
/** Keywords whose texts mean something to a program. */
const CONTRACT: ReadonlySet<string> = new Set([
  ...['type', 'format', 'pattern', 'enum', 'const', 'default', 'required', 'dependentRequired'],
  ...[
    '$ref',
    '$schema',
    '$id',
    '$anchor',
    '$dynamicRef',
    '$dynamicAnchor',
    '$recursiveRef',
    'contentEncoding',
    'contentMediaType',
  ],
])
