export interface Load {
  readonly calls: number
  readonly rehearsals: number
  readonly fromRecordings: number
  readonly reads: number
  /** In words; empty when all went well. */
  readonly problems: readonly string[]
  /** Resident MB of each gateway, after a tenth of the time and at the end. */
  readonly sizes: readonly (readonly number[])[]
}

export function loadGateways(load: {
  /** The URL of the store. */
  readonly store: string
  readonly seconds: number
  readonly clients: number
}): Promise<Load>
