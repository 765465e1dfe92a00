/** Which servers can see what another one did: one world are servers whose roots overlap. */
import { isAtOrBelow } from '../base/index.js'

/** What a server can reach, as far as it is known from how it is started. */
export type Reach =
  /** Behind a URL: a world of its own, shared by all that name the same origin. */
  | { readonly kind: 'remote'; readonly origin: string }
  /** On this machine: `roots` are absolute paths with `/`, without links; absent or empty: anywhere. */
  | { readonly kind: 'local'; readonly roots?: readonly string[] }

/**
 * Whether one server may see what the other one changed. A server of which nothing is known may be any on this machine. Not
 * transitive: two folders apart are apart, though a third server has both.
 */
export function shareWorld(a: Reach = ANYWHERE, b: Reach = ANYWHERE): boolean {
  if (a.kind === 'remote' || b.kind === 'remote')
    return a.kind === 'remote' && b.kind === 'remote' && a.origin === b.origin
  const { roots: ours = [] } = a
  const { roots: theirs = [] } = b
  if (ours.length === 0 || theirs.length === 0) return true
  return ours.some((one) => theirs.some((other) => isWithin(one, other) || isWithin(other, one)))
}

const ANYWHERE: Reach = { kind: 'local' }

/** File systems that take two spellings for one name are common: such folders are not provably apart. */
function isWithin(one: string, other: string): boolean {
  return isAtOrBelow(comparable(one), comparable(other))
}

function comparable(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
