/** What a rehearsal would change on the disk, in the end. */
import { mergeChanges, type SeenChange } from '../../dryrun/index.js'
import type { RehearsalRecord } from './rehearsal-record.js'

/** What came and went again is no change; what moved outside of the folders that servers were given is none of theirs. */
export function changedFiles({
  calls,
  late,
}: Pick<RehearsalRecord, 'calls' | 'late'>): readonly SeenChange[] {
  return mergeChanges([...calls.map(({ changes }) => changes), late]).filter(({ isInRoot }) => isInRoot)
}
