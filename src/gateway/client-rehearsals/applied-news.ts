/** What a client hears once somebody has applied what it rehearsed: it remembers ids that only its copy had. */
import { isJsonObject, listText, parseJson, shorten } from '../../base/index.js'
import { toldValue } from '../../call/index.js'
import type { JournaledRun, RunJournal } from '../../journal/index.js'
import type { Redactor } from '../../recording/index.js'
import { readRehearsal } from './rehearsal-record.js'

export interface AppliedNews {
  /** This client has finished one. */
  finished(client: string, id: string): void
  /** Of those that were applied since it was asked last: a sentence each. */
  of(client: string): Promise<readonly string[]>
}

export function createAppliedNews(journal: Pick<RunJournal, 'read'>, redactor: Redactor): AppliedNews {
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
        if (run?.state === 'done') told.push(sentence(run, redactor))
        else if (run?.state === 'waiting' || run?.state === 'running') left.push(id)
      }
      waiting.set(client, left)
      return told
    },
  }
}

/** Older ones are told nobody any more. */
const MOST = 4

function sentence(run: JournaledRun, redactor: Redactor): string {
  const { id, went = '{}' } = run
  const renamed = parseJson(went, 'what is called otherwise')
  const isSecret = secretsOf(run, redactor)
  const pairs = Object.entries(isJsonObject(renamed) ? renamed : {}).filter(
    ([session, now]) => !isSecret(session) && redactor.text(String(now)) === now,
  )
  const names = pairs.map(
    ([session, now]) => `\`${shorten(session, 80)}\` is \`${shorten(String(now), 80)}\``,
  )
  return `A person has applied the rehearsal ${id}: it was done for real.${names.length === 0 ? '' : ` What the copy called otherwise: ${listText(names, MOST_NAMES)}.`}`
}

/**
 * Whether a word of the copy was said where secrets are: the real one is told to nobody who did not call for it. By name and by looks, as in
 * reports.
 */
function secretsOf(run: JournaledRun, redactor: Redactor): (word: string) => boolean {
  const said = (readRehearsal(run)?.calls ?? []).map(({ answer: { outcome } }) => {
    const value = toldValue(outcome)
    return { plain: JSON.stringify(value), shown: JSON.stringify(redactor.redact(value)) }
  })
  return (word) =>
    redactor.text(word) !== word ||
    said.some(({ plain, shown }) => plain.includes(word) && !shown.includes(word))
}

const MOST_NAMES = 50
