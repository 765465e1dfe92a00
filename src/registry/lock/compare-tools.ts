/** What changed for callers of one tool. */
import { defined, type JsonValue, toPointer } from '../../base/index.js'
import { compareSchemas, type SchemaDifference } from '../../schema/index.js'
import { compareHints } from './compare-hints.js'
import { compareTexts } from './compare-texts.js'
import type { ChangeClass, ToolChange } from './contract-change.js'
import type { LockedTool, TaskSupport } from './contract-lock.js'
import { textsOfTool } from './tool-texts.js'

/** `otherTools` are the names that a text of this one should not begin to speak of. */
export function compareTools(
  was: LockedTool,
  now: LockedTool,
  otherTools: readonly string[],
): readonly ToolChange[] {
  const meaning = [
    ...(was.fingerprint === now.fingerprint
      ? []
      : [
          ...compareInputs(was, now),
          ...compareOutputs(was, now),
          ...compareHints(was.annotations, now.annotations),
        ]),
    ...compareTaskSupport(was.taskSupport, now.taskSupport),
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

/** A server refuses a call that is made in the other way (specification 2025-11-25: tasks, tool-level negotiation). */
function compareTaskSupport(
  was: TaskSupport | undefined,
  now: TaskSupport | undefined,
): readonly ToolChange[] {
  if (was === now) return []
  const change = (name: ChangeClass, message: string): readonly ToolChange[] => [
    { class: name, part: 'tool', pointer: '/execution/taskSupport', message },
  ]
  if (now === 'required')
    return change('breaking', 'The tool has to be called as a task now: a plain call is refused')
  if (now === 'optional') return change('additive', 'The tool may be called plainly, and as a task')
  return was === 'required'
    ? change('breaking', 'The tool had to be called as a task, and no longer can be')
    : change('risky', 'The tool could be called as a task, and no longer can be')
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
    return result.differences.map((difference) => {
      const { change, certain, pointer, message, witness } = difference
      if (part === 'output' && isMemberGone(difference)) return memberGone(pointer)
      return {
        class: certain || classes[change] !== 'breaking' ? classes[change] : 'risky',
        ...{ part, pointer, message },
        ...defined({ witness }),
      }
    })
  const { which, problem } = result
  const when = which === 'after' ? 'cannot be used any more' : 'could not be used when it was locked'
  const message = `The ${part} schema ${when}: ${problem.message}`
  return [{ class: which === 'after' ? 'breaking' : 'risky', part, pointer: toPointer([]), message }]
}

/** By its values a result without a member that it could have is one of those it could be; but whoever reads the member goes without. */
function isMemberGone({ change, keyword, pointer }: SchemaDifference): boolean {
  return change === 'narrower' && CLOSING.has(keyword) && !pointer.endsWith('/*')
}

const CLOSING: ReadonlySet<string> = new Set(['additionalProperties', 'propertyNames', 'not'])

function memberGone(pointer: string): ToolChange {
  const message = `${JSON.stringify(pointer)} could be in results, and is in none any more`
  return { class: 'risky', part: 'output', pointer, message }
}
