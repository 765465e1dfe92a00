/** A file of answers given by hand. */
import { positionText, type TextPosition, UsageError } from '../base/index.js'
import { parseToolRef, type Stub, stub } from '../call/index.js'
import {
  type DocumentNode,
  describeNode,
  documentFormat,
  type MapNode,
  memberOf,
  parseDocument,
  repeatedMembers,
} from '../document/index.js'
import type { SchemaCompiler } from '../schema/index.js'
import { MATCH_KEYS, readStubMatch } from './read-stub-match.js'
import { REPLY_KEYS, readStubReply } from './read-stub-reply.js'
import type { RefuseNode } from './refuse-node.js'

/**
 * Parses a list of stubs, in YAML or JSON: each names its `tool`, says which calls it answers, and what it answers
 * (schemas/stubs.schema.json has every key). A draft is told to `onDraft`, and left out: nobody vouches for it yet.
 * @throws UsageError STUBS_INVALID with line and column
 */
export function parseStubsFile(
  text: string,
  fileName: string,
  compiler: SchemaCompiler,
  onDraft: (of: Stub) => void = () => undefined,
): Stub[] {
  const parsing = parseDocument(text, { format: documentFormat(fileName, text), exactNumbers: true })
  if (parsing.kind === 'broken') throw invalidStubs(fileName, parsing, parsing.message)
  const refuse: RefuseNode = (node, problem) => {
    throw invalidStubs(fileName, parsing.positionAt(node.offset), problem)
  }
  const { root } = parsing
  if (root.kind !== 'list') return refuse(root, `a stubs file holds a list, not ${describeNode(root)}`)
  const [repeated] = repeatedMembers(root)
  if (repeated !== undefined) return refuse(repeated, `the key "${repeated.key}" is written twice`)
  return root.items.flatMap((node) => {
    const read = readStub(node, refuse, compiler)
    if (!isDraft(node, refuse)) return [read]
    onDraft(read)
    return []
  })
}

function invalidStubs(fileName: string, at: TextPosition, problem: string): UsageError {
  return new UsageError(
    'STUBS_INVALID',
    `Cannot read the stubs "${fileName}": ${problem} (${positionText(at)})`,
    {
      hint: 'a stub looks like { tool: "server:tool", arguments: { path: "a.txt" }, result: "what it answers" }',
    },
  )
}

const KEYS = ['tool', ...MATCH_KEYS, ...REPLY_KEYS, 'draft']

function isDraft(node: DocumentNode, refuse: RefuseNode): boolean {
  const draft = node.kind === 'map' ? memberOf(node, 'draft') : undefined
  if (draft === undefined) return false
  if (draft.kind === 'scalar' && typeof draft.value === 'boolean') return draft.value
  return refuse(draft, `"draft" is true or false, not ${describeNode(draft)}`)
}

function readStub(node: DocumentNode, refuse: RefuseNode, compiler: SchemaCompiler): Stub {
  if (node.kind !== 'map') return refuse(node, `a stub is an object, not ${describeNode(node)}`)
  const unknown = node.members.find(({ key }) => !KEYS.includes(key))
  if (unknown !== undefined)
    return refuse(unknown, `unknown key "${unknown.key}": a stub has ${KEYS.join(', ')}`)
  return stub(readTool(node, refuse), readStubReply(node, refuse), readStubMatch(node, refuse, compiler))
}

function readTool(node: MapNode, refuse: RefuseNode): string {
  const tool = memberOf(node, 'tool')
  if (tool?.kind === 'scalar' && typeof tool.value === 'string' && parseToolRef(tool.value) !== undefined)
    return tool.value
  return refuse(tool ?? node, 'a stub needs a "tool", named "SERVER:TOOL"')
}
