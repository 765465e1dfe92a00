export function killWriters(plan: {
  readonly kind: string
  readonly folder: string
  readonly runs: number
  readonly seed: number
}): Promise<{ readonly acknowledged: number; readonly problems: readonly string[] }>
