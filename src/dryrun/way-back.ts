/** Which effects of a rehearsal can be taken back by the former bytes of files, and why others cannot. */
import { resolve } from 'node:path'
import {
  type FormerPlace,
  formerPlaces,
  keyedDigestOfBytes,
  type ReceiptChange,
  type RehearsedCall,
} from '../plan/index.js'
import type { CopiedAnswer, CopiedServerFacts, SeenChange } from './copies.js'
import type { PlacedChange } from './placed-changes.js'

/** What a copy saw of one call. */
export interface SeenOfCall {
  /** Undefined where no copy was asked, or its answer did not count. */
  readonly answer?: CopiedAnswer | undefined
  readonly facts?: CopiedServerFacts | undefined
  readonly isExternal: boolean
  readonly isError: boolean
  readonly changes: readonly PlacedChange[]
}

/** Why nothing that a copy could show brings back what was; null where files are all that it changed. The end of a sentence. */
export function whyNoWayBack({ answer, facts, isExternal, isError, changes }: SeenOfCall): string | null {
  if (isExternal) return 'what it changes is not on this machine'
  if (answer === undefined || facts === undefined) return 'no copy showed what it changes'
  if (answer.networkAttempts > 0 && !facts.isNetworkIgnored)
    return 'it reached for the network, and what leaves this machine does not come back'
  if (facts.keepsMemory) return 'its server keeps in memory what it changes'
  if (answer.isFull) return 'the copy had no room left to show what it changes'
  const other = changes.find(({ before, after }) => (before ?? after)?.kind === 'other')
  if (other !== undefined) return `${other.path} is no file, folder or link`
  if (changes.length > 0 || isError) return null
  return 'it changed no file in its copy: what it did, if anything, is in the memory of its server'
}

export interface WaysBack {
  readonly changes: readonly ReceiptChange[]
  /** By the number of the effect, where there is one; null: it can be taken back. */
  readonly noWayBack: ReadonlyMap<number, string | null>
}

export interface WaysBackOptions {
  /** Where relative paths start. */
  readonly cwd: string
  readonly key: string
  readonly redact: (path: string) => string
  readonly notKeepable: (places: readonly FormerPlace[]) => ReadonlyMap<string, string>
  /** What changed once the servers ended. */
  readonly late: readonly SeenChange[]
}

/** With what the disk says: whether the former bytes can be kept. */
export function waysBack(
  calls: readonly RehearsedCall[],
  placed: readonly PlacedChange[],
  { cwd, key, redact, notKeepable, late }: WaysBackOptions,
): WaysBack {
  const noWayBack = new Map(
    calls.map(({ call, noWayBack: why = 'no copy showed what it changes' }) => [call.n, why]),
  )
  const changes = placed
    .toSorted((a, b) => a.call - b.call)
    .map((change) => receiptChange(change, cwd, key))
    .filter((change) => {
      const named = [change.path, change.from ?? '']
      if (named.every((path) => path.isWellFormed() && redact(path) === path)) return true
      for (const n of [change.call, ...(change.shared_with ?? [])])
        deny(n, 'a name of what it changes is a secret, or no text')
      return false
    })
  const places = formerPlaces(changes)
  for (const [path, why] of notKeepable(places))
    for (const n of places.find((place) => place.path === path)?.calls ?? []) deny(n, withPath(path, why))
  const last = calls.findLast(({ effect }) => effect !== 'read')?.call.n
  const [first] = late
  if (last !== undefined && first !== undefined)
    deny(last, `${first.path} is changed after the last answer, when nobody looks any more`)
  return { changes, noWayBack }

  function deny(n: number, why: string): void {
    if (noWayBack.get(n) === null) noWayBack.set(n, redact(why))
  }
}

function withPath(path: string, why: string): string {
  return why.includes(path) ? why : `${path}: ${why}`
}

function receiptChange(
  { path, change, from, before, after, call, sharedWith }: PlacedChange,
  cwd: string,
  key: string,
): ReceiptChange {
  return {
    path: resolve(cwd, path),
    change,
    ...(from === undefined ? {} : { from: resolve(cwd, from) }),
    kind: (after ?? before)?.kind ?? 'file',
    call,
    ...(sharedWith.length === 0 ? {} : { shared_with: sharedWith }),
    ...(after?.kind !== 'file' || after.digest === undefined
      ? {}
      : { after: keyedDigestOfBytes(key, after.digest) }),
  }
}
