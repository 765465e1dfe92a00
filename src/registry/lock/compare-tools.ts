/** What changed for callers of one tool. */
import { defined, type JsonValue, toPointer } from '../../base/index.js'
import { compareSchemas, type SchemaDifference } from '../../schema/index.js'
import { compareHints } from './compare-hints.js'
import { compareTexts } from './compare-texts.js'
import type { ChangeClass, ToolChange } from './contract-change.js'
import type { LockedTool } from './contract-lock.js'
import { textsOfTool } from './tool-texts.js'

/** `otherTools` are the names that a text of this one should not begin to speak of. */
export function compareTools(
  was: LockedTool,
  now: LockedTool,
  otherTools: readonly string[],
): readonly ToolChange[] {
  const meaning =
    was.fingerprint === now.fingerprint
      ? []
      : [
          ...compareInputs(was, now),
          ...compareOutputs(was, now),
          ...compareHints(was.annotations, now.annotations),
        ]
  const wording = compareWording(was, now, otherTools)
  if (meaning.length > 0 || was.fingerprint === now.fingerprint) return [...meaning, ...wording]
  const message = 'The schemas are written in another way, and take the same'
  return [{ class: 'wording', part: 'tool', pointer: '', message }, ...wording]
}

/** Words that a reader or a model sees: titles, descriptions, and every other text of a tool. */
function compareWording(
  was: LockedTool,
  now: LockedTool,
  otherTools: readonly string[],
): readonly ToolChange[] {
  const changes = compareTexts(textsOfTool(was), textsOfTool(now), otherTools)
  const isOwn = ({ part }: ToolChange): boolean => part === 'tool' || part === 'annotations'
  // Older locks hold the digest of the words alone.
  if (was.wording === now.wording) return changes.filter((change) => !isOwn(change))
  if (changes.some(isOwn)) return changes
  return [
    { class: 'wording', part: 'tool', pointer: '', message: 'The title or the description is another one' },
    ...changes,
  ]
}

/** What steers a model in a tool that was not there. */
export function ordersOfNewTool(tool: LockedTool): readonly ToolChange[] {
  return compareTexts(new Map(), textsOfTool(tool), []).filter((change) => change.class === 'instructions')
}

const INPUT: Readonly<Record<SchemaDifference['change'], ChangeClass>> = {
  narrower: 'breaking',
  wider: 'additive',
  declared: 'additive',
  undeclared: 'risky',
  default: 'risky',
  defaulted: 'additive',
}

const OUTPUT: Readonly<Record<SchemaDifference['change'], ChangeClass>> = {
  narrower: 'additive',
  wider: 'breaking',
  declared: 'additive',
  undeclared: 'risky',
  default: 'wording',
  defaulted: 'wording',
}

function compareInputs(was: LockedTool, now: LockedTool): readonly ToolChange[] {
  return compareSides('input', was.inputSchema, now.inputSchema, INPUT)
}

function compareOutputs(was: LockedTool, now: LockedTool): readonly ToolChange[] {
  const [before, after] = [was.outputSchema, now.outputSchema]
  if (before === undefined && after === undefined) return []
  const common = { part: 'output', pointer: '' } as const
  if (after === undefined)
    return [
      { class: 'breaking', ...common, message: 'The output schema is gone: nothing is promised of results' },
    ]
  if (before === undefined)
    return [{ class: 'additive', ...common, message: 'Results have an output schema now' }]
  return compareSides('output', before, after, OUTPUT)
}

function compareSides(
  part: 'input' | 'output',
  before: JsonValue,
  after: JsonValue,
  classes: Readonly<Record<SchemaDifference['change'], ChangeClass>>,
): readonly ToolChange[] {
  const result = compareSchemas(before, after)
  if (result.kind === 'compared')
    return result.differences.map(({ change, certain, pointer, message, witness }) => ({
      class: certain || classes[change] !== 'breaking' ? classes[change] : 'risky',
      part,
      pointer,
      message,
      ...defined({ witness }),
    }))
  const { which, problem } = result
  const when = which === 'after' ? 'cannot be used any more' : 'could not be used when it was locked'
  const message = `The ${part} schema ${when}: ${problem.message}`
  return [{ class: which === 'after' ? 'breaking' : 'risky', part, pointer: toPointer([]), message }]
}
