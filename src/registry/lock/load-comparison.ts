import type { compareContracts } from './compare-contracts.js'

/** What compares contracts, loaded when somebody has two: it reads texts by many patterns, which take time to load. */
export async function loadComparison(): Promise<typeof compareContracts> {
  return (await import('./compare-contracts.js')).compareContracts
}
