/** Approvals that are signed: whose yes counts is said by a key that the verifier has, and never by one that comes with the approval. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { canonicalJson, messageOf, UsageError } from '../base/index.js'

/** What somebody says yes to: a question of a run, or all of a receipt. */
export type Approved =
  | { readonly run: string; readonly question: string }
  | {
      /** Its id, which is of the whole. */
      readonly receipt: string
    }

/** A yes as it travels with a receipt: who it is from is known by the signature alone. */
export interface SignedApproval {
  /** A name, for people. */
  readonly by: string
  /** Ed25519, base64url. */
  readonly signature: string
}

/**
 * Reads a private key of Ed25519 (PEM, PKCS #8).
 * @throws UsageError APPROVAL_KEY
 */
export function readSigningKey(text: string, what: string): KeyObject {
  return readKey(what, () => createPrivateKey(text))
}

/**
 * Reads public keys of Ed25519 (PEM, SPKI), one after another: each is one whose approval counts.
 * @throws UsageError APPROVAL_KEY for what is none, and for a private key, which nobody needs to verify
 */
export function readVerifyKeys(text: string, what: string): readonly KeyObject[] {
  const blocks = text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? []
  if (blocks.length === 0) throw refused(what, 'it holds no key in PEM')
  return blocks.map((block) => {
    if (block.includes('PRIVATE')) throw refused(what, 'it holds a private key: give the public one')
    return readKey(what, () => createPublicKey(block))
  })
}

export function signApproval(approved: Approved, key: KeyObject): string {
  return sign(null, textOf(approved), key).toString('base64url')
}

export function isApprovedBy(approved: Approved, signature: string, keys: readonly KeyObject[]): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  return keys.some((key) => verify(null, textOf(approved), key, bytes))
}

function textOf(approved: Approved): Buffer {
  return Buffer.from(canonicalJson({ format: FORMAT, ...approved }))
}

function readKey(what: string, read: () => KeyObject): KeyObject {
  let key: KeyObject
  try {
    key = read()
  } catch (failure) {
    throw refused(what, messageOf(failure))
  }
  if (key.asymmetricKeyType === 'ed25519') return key
  throw refused(what, `it is a key of ${key.asymmetricKeyType ?? 'another kind'}, and not of Ed25519`)
}

function refused(what: string, found: string): UsageError {
  return new UsageError('APPROVAL_KEY', `Cannot use the key of an approver ${what}: ${found}`, {
    hint: 'openssl genpkey -algorithm ed25519 -out approver.key makes one, openssl pkey -in approver.key -pubout -out approver.pub its public half',
  })
}

const FORMAT = 'understudy.approval/1'
