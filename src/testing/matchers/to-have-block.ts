/** The answer has a content block of a type. */
import { UsageError } from '../../base/index.js'
import type { ContentBlock } from '../../protocol/index.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { ResponseMatcher } from './matcher.js'
import { describeOutcome } from './outcome-text.js'
import { readResponse } from './received.js'
import { shownLine, shownValue } from './shown-text.js'

/** Passes when a block is of the type and has all the fields, such as `{ mimeType: 'image/png' }`; in results and tool errors. */
export const toHaveBlock: ResponseMatcher<
  [type: ContentBlock['type'], fields?: Readonly<Record<string, unknown>>]
> = {
  read: readResponse,
  controls: () => ['empty'],
  judge(response, [type, fields = {}], { equals }) {
    if (!TYPES.has(type))
      throw new UsageError('USAGE', `Cannot look for blocks of the type ${shownValue(type, 40)}`, {
        hint: `Types: ${[...TYPES].join(', ')}`,
      })
    const pass = response.blocks.some((block) => block.type === type && hasFields(block, fields, equals))
    return {
      pass,
      message: () =>
        responseMessage(
          `${nameOfAnswer(response)} ${pass ? 'not to have' : 'to have'} ${describeWanted(type, fields)}`,
          response.success ? describeTypes(response.blocks) : describeOutcome(response),
          response.blocks
            .slice(0, 5)
            .map((block, at) => shownLine(`  Block ${at + 1}: ${JSON.stringify(block)}`)),
          response,
        ),
    }
  },
}

const TYPES: ReadonlySet<ContentBlock['type']> = new Set([
  'text',
  'image',
  'audio',
  'resource_link',
  'resource',
])

function hasFields(
  block: ContentBlock,
  fields: Readonly<Record<string, unknown>>,
  equals: (actual: unknown, expected: unknown) => boolean,
): boolean {
  const members = new Map<string, unknown>(Object.entries(block))
  return Object.entries(fields).every(([key, value]) => equals(members.get(key), value))
}

function describeWanted(type: string, fields: Readonly<Record<string, unknown>>): string {
  const block = `a block of type ${type}`
  return Object.keys(fields).length === 0 ? block : `${block} with ${shownValue(fields, 40)}`
}

function describeTypes(blocks: readonly ContentBlock[]): string {
  return blocks.length === 0 ? 'no block' : blocks.map(({ type }) => type).join(', ')
}
