/** The recorder of one server that was named on the command line. */
import { printable } from '../base/index.js'
import { launchDigest, principalIn, type ServerEntry } from '../config/index.js'
import { createRecorder, type Recorder, type RecordingStore, type Redactor } from '../recording/index.js'
import { contractOf } from '../registry/contract-of.js'
import type { DiscreetIo } from './discreet-io.js'

interface RecordingWorld {
  readonly store: RecordingStore
  readonly redactor: () => Redactor
  readonly io: DiscreetIo
  /** Told once why the store fails; default: a warning on standard error. What passes is not disturbed. */
  readonly onFailure?: (reason: string) => void
}

export function recorderOf(entry: ServerEntry, { store, redactor, io, onFailure }: RecordingWorld): Recorder {
  return createRecorder({
    server: entry.name,
    launch: launchDigest(entry),
    store,
    redactor,
    principal: principalIn(store, { entries: [entry] })(entry.name),
    clock: io.clock,
    describe: contractOf,
    onFailure(failure) {
      const reason = failure instanceof Error ? failure.message : String(failure)
      if (onFailure === undefined) io.stderr(`Warning: not everything was recorded. ${printable(reason)}\n`)
      else onFailure(reason)
    },
  })
}
