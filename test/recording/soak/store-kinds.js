/** The stores on a disk, as the soak tests and their processes open them: one row each. */
import { join } from 'node:path'
import { openCassetteStore, openSqliteStore } from '../../../dist/recording/index.js'

/** `place` is what `open` takes, in a folder of the test's own. */
export const STORE_KINDS = {
  sqlite: { place: (folder) => join(folder, 'recordings.db'), open: (place) => openSqliteStore(place) },
  cassette: {
    place: (folder) => join(folder, 'recordings.jsonl'),
    open: (place) => openCassetteStore(place),
  },
}
