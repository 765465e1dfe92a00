/** The recorder of one server that was named on the command line. */
import { messageOf, printable } from '../base/index.js'
import { contractsUnder, launchDigest, principalIn, type ServerEntry } from '../config/index.js'
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
  /** Told once why the store fails; default: a warning on standard error. What passes is not disturbed. */
  readonly onFailure?: (reason: string) => void
}

export function recorderOf(entry: ServerEntry, world: RecordingWorld): Recorder {
  const { store, redactor, io, policy, beside = [], onFailure } = world
  return createRecorder({
    server: entry.name,
    beside,
    launch: launchDigest(entry),
    store,
    redactor,
    principal: principalIn(store, { entries: [entry] })(entry.name),
    clock: io.clock,
    describe: contractsUnder(policy, entry.name),
    onFailure(failure) {
      const reason = messageOf(failure)
      if (onFailure === undefined) io.stderr(`Warning: not everything was recorded. ${printable(reason)}\n`)
      else onFailure(reason)
    },
  })
}
