/** What a client hears once somebody has applied what it rehearsed: it remembers ids that only its copy had. */
import { isJsonObject, parseJson, shorten } from '../../base/index.js'
import type { RunJournal } from '../../journal/index.js'

export interface AppliedNews {
  /** This client has finished one. */
  finished(client: string, id: string): void
  /** Of those that were applied since it was asked last: a sentence each. */
  of(client: string): Promise<readonly string[]>
}

export function createAppliedNews(journal: Pick<RunJournal, 'read'>): AppliedNews {
  const waiting = new Map<string, readonly string[]>()
  return {
    finished: (client, id) => void waiting.set(client, [...(waiting.get(client) ?? []), id].slice(-MOST)),
    async of(client) {
      const ids = waiting.get(client) ?? []
      if (ids.length === 0) return []
      const told: string[] = []
      const left: string[] = []
      for (const id of ids) {
        const run = await journal.read(id, 'rehearsal')
        if (run?.state === 'done') told.push(sentence(id, run.went))
        else if (run?.state === 'waiting' || run?.state === 'running') left.push(id)
      }
      waiting.set(client, left)
      return told
    },
  }
}

/** Older ones are told nobody any more. */
const MOST = 4

function sentence(id: string, went = '{}'): string {
  const renamed = parseJson(went, 'what is called otherwise')
  const pairs = isJsonObject(renamed) ? Object.entries(renamed) : []
  const names = pairs
    .slice(0, MOST_NAMES)
    .map(([session, now]) => `\`${shorten(session, 80)}\` is \`${shorten(String(now), 80)}\``)
  const more = pairs.length > MOST_NAMES ? `, and ${pairs.length - MOST_NAMES} others` : ''
  return `A person has applied the rehearsal ${id}: it was done for real.${names.length === 0 ? '' : ` What the copy called otherwise: ${names.join(', ')}${more}.`}`
}

const MOST_NAMES = 50
