/** What the settings file says of the rehearsals of clients. */
import { parseDuration } from '../base/index.js'
import type { DocumentNode } from '../document/index.js'
import type { RehearsalSettings } from './settings.js'
import { membersOf, type Refuse, readTexts } from './settings-nodes.js'

/** `readCount` reads a whole number above 0. */
export function readRehearsals(
  node: DocumentNode,
  refuse: Refuse,
  readCount: (node: DocumentNode, what: string, refuse: Refuse) => number,
): RehearsalSettings {
  const known = ['idle', 'longest', 'worlds', 'assume'] as const
  const { idle, longest, worlds, assume } = membersOf(node, '"rehearsals"', known, refuse)
  return {
    ...(idle && { idleMs: readTime(idle, '"idle"', refuse) }),
    ...(longest && { longestMs: readTime(longest, '"longest"', refuse) }),
    ...(worlds && { worlds: readCount(worlds, '"worlds"', refuse) }),
    ...(assume && {
      assume: readTexts(assume, '"assume"', refuse, (text, item) =>
        /^[^:]+:.+$/.test(text)
          ? text
          : refuse(item, `"${text}" is no pattern of tools: it is "SERVER:TOOL", where * is any characters`),
      ),
    }),
  }
}

function readTime(node: DocumentNode, what: string, refuse: Refuse): number {
  const text = node.kind === 'scalar' ? node.value : undefined
  const ms = typeof text === 'string' ? parseDuration(text) : undefined
  return ms !== undefined && ms > 0
    ? ms
    : refuse(node, `${what} is a number with a unit, such as "1 hour" or "90m", or "never"`)
}
