/** The instructions of one folder, always as they are on disk. */
import { type Catalogue, createCatalogue } from './catalogue.js'
import { findFiles, reasonOf } from './find-files.js'
import { createFolderWatch } from './folder-watch.js'
import { type ReadFiles, readFiles } from './read-files.js'

export interface Library extends Disposable {
  readonly folder: string
  /**
   * The catalogue as of now; the same object as long as nothing changed. Files that did not change are not read again.
   * A file is never seen half written. Callers at the same time share one look.
   */
  current(): Promise<LibraryState>
  /** As above, after reading every file again. */
  reread(): Promise<LibraryState>
}

export type LibraryState =
  | { readonly kind: 'read'; readonly catalogue: Catalogue; readonly readAt: Date }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Opens a folder, which need not be there yet. */
export function openLibrary(folder: string, options: { readonly now?: () => number } = {}): Library {
  const { now = Date.now } = options
  const watch = createFolderWatch(folder)
  let files: ReadFiles = new Map()
  let state: LibraryState | undefined
  let lookedAt = 0
  let hasLinks = false
  let complaintsBefore = ''
  let looking: Promise<LibraryState> | undefined
  let following: Promise<LibraryState> | undefined

  async function look(): Promise<LibraryState> {
    watch.restart()
    lookedAt = now()
    try {
      const found = await findFiles(folder, watch.enter)
      const read = await readFiles(folder, found.files, files)
      hasLinks = found.hasLinks
      const complaints = JSON.stringify(found.problems)
      if (state?.kind === 'read' && isSame(files, read) && complaints === complaintsBefore) return state
      files = read
      complaintsBefore = complaints
      const catalogue = createCatalogue(read.values(), found.problems)
      state = { kind: 'read', catalogue, readAt: new Date(now()) }
    } catch (failure) {
      watch[Symbol.dispose]()
      files = new Map()
      state = { kind: 'unreadable', reason: reasonOf(failure) }
    }
    return state
  }

  /** A look that began before the question may have missed what was written between: then one more is taken. */
  function lookOnce(): Promise<LibraryState> {
    if (looking === undefined) {
      looking = look().finally(() => {
        looking = undefined
      })
      return looking
    }
    following ??= looking.then(() => {
      following = undefined
      return lookOnce()
    })
    return following
  }

  async function isUnchanged(): Promise<boolean> {
    if (state?.kind !== 'read' || hasLinks || looking !== undefined) return false
    const since = now() - lookedAt
    return since >= 0 && since < TRUST_MS && (await watch.isQuiet())
  }

  return {
    folder,
    async current() {
      if ((await isUnchanged()) && state !== undefined && looking === undefined) return state
      return lookOnce()
    },
    async reread() {
      await looking
      files = new Map()
      state = undefined
      return lookOnce()
    },
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  }
}

/** Some file systems never tell of changes: nothing is taken for unchanged for longer than this. */
const TRUST_MS = 2000

function isSame(before: ReadFiles, after: ReadFiles): boolean {
  return before.size === after.size && [...after].every(([path, file]) => before.get(path) === file)
}
