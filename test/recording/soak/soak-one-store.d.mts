export function fillCassette(file: string, count: number): Promise<void>

export interface SoakPhase {
  readonly phase: string
  readonly seconds: number
  /** After each tenth. */
  readonly megabytes: readonly number[]
}

export function soakOneStore(plan: {
  readonly kind: string
  readonly source: string
  readonly folder: string
  readonly count: number
}): Promise<readonly SoakPhase[]>
