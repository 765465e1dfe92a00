/** What is told of a copy while something runs in it. */
import { printable } from '../base/index.js'
import type { CliIo } from './cli-io.js'

/** Tells each thing once, in however many copies of one command. */
export interface CopyNotes {
  /** At the first refused attempt: what comes after it may be no answer. */
  reachedOut(): void
  /** Of a root that is no real copy; `why` is a sentence without its end. */
  partly(root: { readonly root: string; readonly why: string }): void
}

export function createCopyNotes({ stderr }: Pick<CliIo, 'stderr'>): CopyNotes {
  const told = new Set<string>()
  const tell = (text: string): void => {
    if (!told.has(text)) stderr(text)
    told.add(text)
  }
  return {
    reachedOut: () => tell(NETWORK_NOTE),
    partly: ({ root, why }) =>
      tell(
        `${printable(`Note: ${root} is not copied whole (${why}): folders that were there cannot be renamed`, { oneLine: true })}\n`,
      ),
  }
}

const NETWORK_NOTE =
  'Note: it tried to reach out. A copy has no network, so what it does now may not be what it would do\n'
