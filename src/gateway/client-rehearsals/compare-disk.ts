/** Holds the disk, after it was done for real, against what the rehearsal showed. */
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JsonObject } from '../../base/index.js'
import type { SeenChange } from '../../dryrun/index.js'

/** A sentence for each file that is otherwise than shown. Files of repositories hold hashes, and were compared as answers. */
export function comparedWithDisk(
  changes: readonly SeenChange[],
  { cwd, renamed }: { readonly cwd: string; readonly renamed: JsonObject },
): readonly string[] {
  return changes
    .filter(({ path }) => !/(?:^|\/)\.git\//.test(path))
    .flatMap((change) => difference(change, cwd, renamed) ?? [])
}

function difference(
  { path, change, after }: SeenChange,
  cwd: string,
  renamed: JsonObject,
): string | undefined {
  const named = renamedText(path, renamed)
  const file = resolve(cwd, named)
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (change === 'removed')
    return found === undefined ? undefined : `${named} is still there, and was to be removed`
  if (found === undefined) return `${named} is not there`
  if (after?.kind !== 'file' || after.digest === undefined) return undefined
  const now = readFileSync(file)
  if (`sha256:${createHash('sha256').update(now).digest('hex')}` === after.digest) return undefined
  // Contents that were not kept can hold what each world makes anew.
  if (after.content === undefined) return undefined
  const shown = renamedText(Buffer.from(after.content).toString('utf8'), renamed)
  return shown === now.toString('utf8') ? undefined : `${named} holds something else than was shown`
}

/** By whole ids and by their first letters. */
function renamedText(text: string, renamed: JsonObject): string {
  let told = text
  for (const [session, now] of Object.entries(renamed).toSorted(([a], [b]) => b.length - a.length))
    for (let letters = session.length; letters >= Math.min(session.length, LEAST_LETTERS); letters--)
      told = told.replaceAll(
        session.slice(0, letters),
        String(now).slice(0, letters === session.length ? undefined : letters),
      )
  return told
}

const LEAST_LETTERS = 6
