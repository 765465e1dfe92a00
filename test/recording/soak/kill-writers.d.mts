import type { KillableStore } from './killable-stores.mjs'

export function killWriters(
  store: KillableStore,
  plan: { readonly runs: number; readonly seed: number },
): Promise<{ readonly acknowledged: number; readonly problems: readonly string[] }>
