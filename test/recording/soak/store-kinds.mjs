/** The stores on a disk, as the soak tests and their processes open them: one row each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { openCassetteStore, openSqliteStore } from '../../../dist/recording/index.js'

/** `place` is what `open` takes, in a folder of the test's own; `damageOf` looks at it from outside. */
export const STORE_KINDS = {
  sqlite: {
    place: (folder) => join(folder, 'recordings.db'),
    open: (place) => openSqliteStore(place),
    damageOf: integrityProblem,
  },
  cassette: {
    place: (folder) => join(folder, 'recordings.jsonl'),
    open: (place) => openCassetteStore(place),
    damageOf: brokenLine,
  },
}

function integrityProblem(place) {
  const database = new Libsql(place)
  const [said] = database.prepare('PRAGMA integrity_check').raw().get([])
  database.close()
  return said === 'ok' ? undefined : said
}

/** Once somebody has written after a crash. */
function brokenLine(place) {
  const lines = readFileSync(place, 'utf8').split('\n')
  const last = lines.pop()
  if (last !== '') return `The last line has no end: ${last.slice(0, 80)}`
  return lines.find((line) => !isObject(line))
}

function isObject(line) {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
