/** The recorder of one server that was named on the command line. */
import { messageOf, printable } from '../base/index.js'
import {
  contractsUnder,
  effectsAsStated,
  launchDigest,
  principalIn,
  type ServerEntry,
} from '../config/index.js'
import type { StatedFootprint } from '../effects/index.js'
import type { Policy } from '../policy/index.js'
import { createRecorder, type Recorder, type RecordingStore, type Redactor } from '../recording/index.js'
import type { DiscreetIo } from './discreet-io.js'

interface RecordingWorld {
  readonly store: RecordingStore
  readonly redactor: () => Redactor
  readonly io: DiscreetIo
  /** Names of the servers that see what this one changes. */
  readonly beside?: readonly string[]
  /** The user's word on what tools do. */
  readonly policy?: Policy
  /** The same of the settings, which a policy comes before. */
  readonly stated?: readonly StatedFootprint[]
  /** Told once why the store fails; default: a warning on standard error. What passes is not disturbed. */
  readonly onFailure?: (reason: string) => void
}

export async function recorderOf(entry: ServerEntry, world: RecordingWorld): Promise<Recorder> {
  const { store, redactor, io, policy, stated = [], beside = [], onFailure } = world
  const effects = await effectsAsStated(stated)
  return createRecorder({
    server: entry.name,
    beside,
    launch: launchDigest(entry),
    store,
    redactor,
    principal: principalIn(store, { entries: [entry] })(entry.name),
    clock: io.clock,
    ...contractsUnder({ policy, effects }, entry.name),
    onFailure(failure) {
      const reason = messageOf(failure)
      if (onFailure === undefined) io.stderr(`Warning: not everything was recorded. ${printable(reason)}\n`)
      else onFailure(reason)
    },
  })
}
