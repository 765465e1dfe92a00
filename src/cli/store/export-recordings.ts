/** `store export`: recordings as a cassette. */
import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted, printable, UsageError } from '../../base/index.js'
import { beginningOf, type RecordingStore, writeCassette } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { withProgress } from '../progress.js'
import { storeFile } from '../stores.js'
import { chosenRecordings } from './chosen-recordings.js'
import type { StoreRequest } from './store-request.js'

/** @throws UsageError USAGE when there is no place to write to, or something else stands there */
export async function exportRecordings(
  store: RecordingStore,
  request: StoreRequest,
  io: DiscreetIo,
): Promise<void> {
  const { out, format } = request
  if (out === undefined)
    throw new UsageError('USAGE', 'Cannot export without --out', { hint: 'add --out FILE.jsonl' })
  const file = resolve(io.cwd, out)
  refuseToReplace(file, request, io)
  let count = 0
  const { salt, isOfCopy = false, generations } = store
  const content = { salt, isOfCopy, generations, recordings: chosenRecordings(store, request, io) }
  await withProgress(
    io,
    () => `Exporting: ${counted(count, 'recording')}`,
    () =>
      writeCassette(file, content, (now) => {
        count = now
      }).then((all) => {
        count = all
      }),
  )
  if (format === 'json') io.stdoutJson({ exported: count, out })
  else io.stdout(`Exported ${counted(count, 'recording')} to ${printable(out, { oneLine: true })}\n`)
}

/** Only a cassette, or an empty file, gives way to a cassette, and never the store that is read. */
function refuseToReplace(file: string, { store, out = '' }: StoreRequest, io: DiscreetIo): void {
  if (!existsSync(file)) return
  const source = storeFile(store, io)
  if (source !== undefined && realpathSync(source) === realpathSync(file))
    throw new UsageError('USAGE', `Cannot export to ${JSON.stringify(out)}: it is the store itself`, {
      hint: 'to remove recordings from it use understudy store prune',
    })
  const beginning = beginningOf(file)
  if (beginning === undefined || !/^$|"understudy\.cassette\//.test(beginning))
    throw new UsageError(
      'USAGE',
      `Cannot export to ${JSON.stringify(out)}: what stands there is no cassette`,
      {
        hint: 'name another file, or remove it; nothing was changed',
      },
    )
}
