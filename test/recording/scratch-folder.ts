/** Folders for tests, gone afterwards. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ScratchFolder extends AsyncDisposable {
  readonly path: string
}

/** Creates an empty folder; disposing it removes it with all it holds. */
export async function createScratchFolder(): Promise<ScratchFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'understudy-store-')))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}
