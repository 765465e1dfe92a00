/** Words that a reader or a model sees: titles, descriptions, and every other text of a tool. */
import { compareTexts } from './compare-texts.js'
import type { ToolChange } from './contract-change.js'
import type { LockedTool } from './contract-lock.js'
import { textsOfTool } from './tool-texts.js'

export function compareWording(
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
