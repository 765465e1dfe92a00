/** Servers start in a copy and outside of it side by side: nobody waits for one after the other. */
import type { TakenCopies } from './taken-copies.js'

/**
 * Both, once both are there; whoever gets the copies disposes them. Where one fails nothing is left open.
 * @throws what the catalogue, or else the copies, rejected with
 */
export async function takeBeside<Catalogue, Taken extends TakenCopies | undefined>(
  listing: Promise<Catalogue>,
  taking: Promise<Taken>,
): Promise<{ readonly catalogue: Catalogue; readonly taken: Taken }> {
  const [listed, taken] = await Promise.allSettled([listing, taking])
  if (listed.status === 'fulfilled' && taken.status === 'fulfilled')
    return { catalogue: listed.value, taken: taken.value }
  if (taken.status === 'fulfilled') await taken.value?.[Symbol.asyncDispose]()
  throw listed.status === 'rejected' ? listed.reason : (taken as PromiseRejectedResult).reason
}
