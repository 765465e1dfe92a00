/** Everything that a gateway has, whatever its mode does with it. */
import type { KeyObject } from 'node:crypto'
import type { Clock, Environment } from '../../base/index.js'
import type { Stub } from '../../call/index.js'
import { principalIn, type Settings, secretsOfServer } from '../../config/index.js'
import type { EffectSource } from '../../effects/index.js'
import type { RunJournal } from '../../journal/index.js'
import type { Policy } from '../../policy/index.js'
import type { RecordingStore } from '../../recording/index.js'
import { principalOf } from '../../recording/principal.js'
import type { Redactor } from '../../recording/redaction/index.js'
import type { ContractLock } from '../../registry/index.js'
import type { Budgets } from '../../sandbox/index.js'
import type { UndoLimits } from '../../undo/index.js'
import { ANONYMOUS } from '../clients/principal-of.js'
import type { MakeContacts } from '../contacts/make-contacts.js'
import type { GatewayOptions } from '../gateway-options.js'
import type { RunArchive } from '../runs/run-archive.js'
import type { GatewayLine } from './gateway-line.js'
import type { LazyProgramPlace } from './program-place.js'
import type { ConfiguredServers } from './read-servers.js'

export interface GatewayWorld extends ConfiguredServers {
  /** As they were given. */
  readonly options: GatewayOptions
  readonly line: GatewayLine
  readonly store: RecordingStore | undefined
  readonly policy: Policy | undefined
  /** What the settings say of effects; the policy comes before them. */
  readonly effects: readonly EffectSource[]
  /** What rehearsals may ask for real; absent where the settings allow nothing. */
  readonly contacts?: MakeContacts
  readonly lock: ContractLock | undefined
  readonly stubs: readonly Stub[]
  readonly settings: Settings
  readonly place: LazyProgramPlace
  readonly budgets: Partial<Budgets>
  readonly archive: RunArchive
  /** Where receipts are spent, and runs are kept. */
  readonly journal: RunJournal
  /** How much is kept of what runs change, and for how long. */
  readonly undo: UndoLimits
  readonly env: Environment
  /** Those whose signed yes counts for runs, and nobody else's; absent: everybody's does. */
  readonly approvers: readonly KeyObject[] | undefined
  /** Whether the journal outlives this process, so that runs go on. Else it is there for receipts alone. */
  readonly keepsRuns: boolean
  /** Absolute: where relative paths start. */
  readonly cwd: string
  readonly clock: Clock
  /** Of what goes into the store or out of it, and of all that is told of calls. */
  readonly redactor: Redactor
  /** What servers were given and nobody may see. */
  readonly secrets: readonly string[]
  readonly warn: (message: string) => void
}

/**
 * Under whose name a client's recordings of a server are kept. Those of anonymous clients are those of the command line, which
 * knows the server's credentials alone; those of a principal are its own.
 */
export function recordingPrincipal(
  { entries }: ConfiguredServers,
  store: RecordingStore,
  principal: string,
): (server: string) => string {
  if (principal === ANONYMOUS) return principalIn(store, { entries })
  const secrets = new Map(entries.map((entry) => [entry.name, secretsOfServer(entry)]))
  return (server) =>
    principalOf([...(secrets.get(server) ?? []), `client of a gateway: ${principal}`], store.salt)
}
