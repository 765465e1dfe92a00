/** The port to what a rehearsal of a gateway may ask for real. Whoever opens the gateway hands it in, and nothing that rehearses can make one. */
import type { Settings } from '../../config/index.js'
import type { RehearseOptions } from '../../dryrun/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { Requester } from '../requester.js'

/**
 * Starts nothing before the rehearsal asks. Disposing ends what was started.
 * @throws UsageError CONTACT_INVALID where the settings do not fit the tools
 */
export type MakeContacts = (registry: ToolRegistry, by: Requester, signal: AbortSignal) => ContactsOfRehearsal

export interface ContactsOfRehearsal extends AsyncDisposable {
  readonly options: Pick<RehearseOptions, 'contacts' | 'effects' | 'findings'>
  /** What stand-ins were given and nobody may see. */
  readonly secrets: readonly string[]
}

/** Whether the settings allow any of it. */
export function allowsContacts({ servers }: Settings): boolean {
  return Object.values(servers).some(
    ({ liveReads = [], previews = [], rehearse }) =>
      liveReads.length > 0 || previews.length > 0 || rehearse !== undefined,
  )
}
