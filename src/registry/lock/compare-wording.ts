/** Words that a reader or a model sees: titles and descriptions. */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import type { ToolChange } from './contract-change.js'
import type { LockedTool } from './contract-lock.js'

export function compareWording(was: LockedTool, now: LockedTool): readonly ToolChange[] {
  return [
    ...(was.wording === now.wording ? [] : [changeOf('tool', 'The title or the description is another one')]),
    ...compareSides('input', was.inputSchema, now.inputSchema),
    ...compareSides('output', was.outputSchema, now.outputSchema),
  ]
}

function compareSides(
  part: 'input' | 'output',
  was: JsonValue | undefined,
  now: JsonValue | undefined,
): readonly ToolChange[] {
  const changed = reworded(was, now, 0)
  if (changed === 0) return []
  const count = changed === 1 ? 'A title or description' : `${changed} titles and descriptions`
  return [changeOf(part, `${count} in the ${part} schema changed`)]
}

/** How many words changed at places that both schemas have. */
function reworded(was: JsonValue | undefined, now: JsonValue | undefined, depth: number): number {
  if (depth > MAX_DEPTH) return 0
  if (Array.isArray(was) && Array.isArray(now))
    return was.reduce<number>((sum, item: JsonValue, i) => sum + reworded(item, now[i], depth + 1), 0)
  if (!isJsonObject(was) || !isJsonObject(now)) return 0
  const own = WORDS.filter((word) => {
    const [before, after] = [was[word], now[word]]
    // A property of that name is a schema, and no text.
    return before !== after && [before, after].every((text) => text === undefined || typeof text === 'string')
  }).length
  return Object.keys(was).reduce(
    (sum, key) =>
      sum +
      (DATA.has(key) ? 0 : reworded(was[key], Object.hasOwn(now, key) ? now[key] : undefined, depth + 1)),
    own,
  )
}

const WORDS = ['title', 'description'] as const
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples'])
const MAX_DEPTH = 128

function changeOf(part: ToolChange['part'], message: string): ToolChange {
  return { class: 'wording', part, pointer: '', message }
}
