/** Servers start in a copy and outside of it side by side: nobody waits for one after the other. */
import type { TakenCopies } from './taken-copies.js'

/**
 * Both, once both are there; whoever gets the copies disposes them. Where one fails nothing is left open. Copies whose servers make
 * something when they start, or did not start, are taken anew where the same servers may just have been making it outside.
 * @throws what the catalogue, or else the copies, rejected with
 */
export async function takeBeside<Catalogue, Taken extends TakenCopies | undefined>(
  listing: Promise<Catalogue>,
  take: () => Promise<Taken>,
): Promise<{ readonly catalogue: Catalogue; readonly taken: Taken }> {
  const [listed, taken] = await Promise.allSettled([listing, take()])
  if (taken.status === 'rejected') throw listed.status === 'rejected' ? listed.reason : taken.reason
  if (listed.status === 'rejected') {
    await taken.value?.[Symbol.asyncDispose]()
    throw listed.reason
  }
  const catalogue = listed.value
  if (taken.value?.isMovedByStart !== true) return { catalogue, taken: taken.value }
  await taken.value[Symbol.asyncDispose]()
  return { catalogue, taken: await take() }
}
