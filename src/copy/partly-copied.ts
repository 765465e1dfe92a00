/** Roots that are no real copies, in words. */
import { isInside } from '../transport/index.js'
import type { CopiedWorld, CopyLimit } from './create-copy.js'

/** Those of the world in which one of these folders lies. `why`: a sentence without its end. */
export function partlyCopied(
  { limits }: Pick<CopiedWorld, 'limits'>,
  folders: readonly string[],
): readonly { readonly root: string; readonly why: string }[] {
  return limits
    .filter(({ root }) => folders.some((own) => own === root || isInside(own, root)))
    .map(({ root, why }) => ({ root, why: WHY_LEFT[why] }))
}

const WHY_LEFT: Readonly<Record<CopyLimit['why'], string>> = {
  files: 'it has too many files',
  bytes: 'it is too large',
  owner: 'something in it belongs to somebody else',
  unreadable: 'something in it cannot be read',
  device: 'there is a device in it',
  mounts: 'something is mounted in it',
}
