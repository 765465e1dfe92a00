/** `store import`: recordings of other stores, added to one. */
import { counted, printable, UsageError } from '../../base/index.js'
import { type ImportedRecordings, importRecordings } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { withProgress } from '../progress.js'
import { openStoreToRead, openStoreToWrite } from '../stores.js'
import type { StoreRequest } from './store-request.js'

/** A store that is made by it gets the salt of the first file. */
export async function importFiles(request: StoreRequest, io: DiscreetIo): Promise<void> {
  const { names, store: chosen, format } = request
  if (names.length === 0)
    throw new UsageError('USAGE', 'Cannot import nothing', {
      hint: 'name files: understudy store import FILE…',
    })
  const files = []
  for (const file of names) {
    const done = { file, ...(await importFile(file, chosen, io)) }
    // At once: the next file may be none, and this one is imported.
    if (format === 'text') tell(done, io)
    files.push(done)
  }
  if (format === 'json')
    io.stdoutJson({ files: files.map(({ sameSalt, ...rest }) => ({ ...rest, same_salt: sameSalt })) })
}

interface ImportedFile extends ImportedRecordings {
  readonly file: string
  readonly sameSalt: boolean
}

function tell({ file, imported, skipped, sameSalt }: ImportedFile, io: DiscreetIo): void {
  const shown = printable(file, { oneLine: true })
  const known = skipped === 0 ? '' : `, ${counted(skipped, 'was', 'were')} there already`
  io.stdout(`Imported ${counted(imported, 'recording')} from ${shown}${known}\n`)
  if (!sameSalt)
    io.stderr(
      `Note: ${shown} was recorded with another salt. Placeholders and principals are kept as they are: what was asked with a secret is not found again in this store.\n`,
    )
}

async function importFile(
  file: string,
  chosen: string | undefined,
  io: DiscreetIo,
): Promise<Omit<ImportedFile, 'file'>> {
  await using source = await openStoreToRead(file, io)
  if (source === undefined) throw new UsageError('USAGE', 'Cannot import from a file without a name')
  await using target = await openStoreToWrite(chosen ?? true, io, source.salt)
  let now = { imported: 0, skipped: 0 }
  const done = await withProgress(
    io,
    () => `Importing ${file}: ${counted(now.imported + now.skipped, 'recording')}`,
    () =>
      importRecordings(source, target, (soFar) => {
        io.signal.throwIfAborted()
        now = soFar
      }),
  )
  return { ...done, sameSalt: source.salt === target.salt }
}
