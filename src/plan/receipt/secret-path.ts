/** Paths that hold a secret: a receipt has to look at the place again, so that a digest would not do. Only its journal's key opens them. */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

/** Never an absolute path. The same path gives the same text: receipts stay as comparable as their digests. */
export function sealPath(key: string, path: string): string {
  const nonce = mac(key, `nonce ${path}`).subarray(0, NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, mac(key, 'key'), nonce)
  const sealed = Buffer.concat([nonce, cipher.update(path, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${SEALED}${sealed.toString('base64url')}`
}

/** As it is, or as it was before it was sealed. @throws Error for what another key sealed: the seal of the receipt was asked before */
export function readFilePath(key: string, path: string): string {
  if (!path.startsWith(SEALED)) return path
  const sealed = Buffer.from(path.slice(SEALED.length), 'base64url')
  const decipher = createDecipheriv(ALGORITHM, mac(key, 'key'), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

function mac(key: string, purpose: string): Buffer {
  return createHmac('sha256', key).update(`understudy secret path ${purpose}`).digest()
}

const SEALED = 'sealed:'
const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
