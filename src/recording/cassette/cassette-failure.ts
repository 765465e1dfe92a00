/** What the file system says of a cassette, as errors of a store. */
import { codeOf, StoreError } from '../../base/index.js'

/** Does the work, and turns failures of the file system into StoreError STORE_FULL or STORE_UNREADABLE. */
export function withCassetteFailures<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (failure) {
    throw storeError(failure, path)
  }
}

function storeError(failure: unknown, path: string): unknown {
  const code = codeOf(failure)
  if (failure instanceof StoreError || typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return failure
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new StoreError(
    isFull ? 'STORE_FULL' : 'STORE_UNREADABLE',
    `Cannot use the store "${path}": ${MEANINGS[code] ?? (failure instanceof Error ? failure.message : code)}`,
    {
      hint: isFull
        ? 'make room on the disk; what was stored before is kept'
        : 'check the file, its folder and their permissions, or name another file',
      data: { path },
      cause: failure,
    },
  )
}

const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'there is no such file any more',
  EACCES: 'permission is denied',
  EROFS: 'the file system is read-only',
}
