/** JSON with positions, by the scanner of jsonc-parser. */
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import type { DocumentNode, MemberNode } from './document-node.js'
import { DocumentProblem } from './document-problem.js'
import { checkScalar } from './scalar-limits.js'

/** @throws DocumentProblem for text that is not JSON, or breaks a limit. With `comments`, trailing commas are allowed too. */
export function parseJsonDocument(
  text: string,
  maxDepth: number,
  options: { readonly comments: boolean; readonly exactNumbers: boolean },
): DocumentNode {
  const top: DocumentNode[] = []
  const open: Container[] = []
  const add = (node: DocumentNode): void => {
    const container = open.at(-1)
    if (container === undefined) top.push(node)
    else if (container.kind === 'list') container.items.push(node)
    else container.members.push({ key: container.key, offset: container.keyOffset, value: node })
  }
  const enter = (container: Container): void => {
    if (open.length >= maxDepth) throw new DocumentProblem('nested too deeply', container.offset)
    add(container)
    open.push(container)
  }
  const leave = (): void => void open.pop()
  visit(
    text,
    {
      onObjectBegin: (offset) => enter({ kind: 'map', members: [], offset, key: '', keyOffset: 0 }),
      onObjectProperty: (key, offset) => {
        const container = open.at(-1)
        if (container?.kind !== 'map') return
        container.key = String(checkScalar(key, offset))
        container.keyOffset = offset
      },
      onObjectEnd: leave,
      onArrayBegin: (offset) => enter({ kind: 'list', items: [], offset }),
      onArrayEnd: leave,
      onLiteralValue(value, offset, length) {
        const exact = options.exactNumbers ? text.slice(offset, offset + length) : undefined
        add({ kind: 'scalar', value: checkScalar(value, offset, exact), offset })
      },
      onError: (code, offset, length) => {
        throw new DocumentProblem(describeError(code, text, offset, length), offset)
      },
    },
    { disallowComments: !options.comments, allowTrailingComma: options.comments },
  )
  const [root] = top
  if (root === undefined) throw new DocumentProblem('the text is empty', 0)
  return root
}

/** A node that is being filled. */
type Container =
  | { readonly kind: 'list'; readonly items: DocumentNode[]; readonly offset: number }
  | {
      readonly kind: 'map'
      readonly members: MemberNode[]
      readonly offset: number
      /** The key whose value comes next. */
      key: string
      keyOffset: number
    }

function describeError(code: ParseErrorCode, text: string, offset: number, length: number): string {
  if (text.trim() === '') return 'the text is empty'
  // The codes are names such as CommaExpected.
  const words = printParseErrorCode(code)
    .replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase()
  const found = text.slice(offset, offset + Math.min(length, 20)).split('\n')[0]
  return `${words}, found ${found === undefined || found === '' ? 'the end of the text' : JSON.stringify(found)}`
}
