export interface GatewayRow {
  readonly scenario: string
  readonly direct: readonly string[]
  readonly http: readonly string[]
  readonly stdio: readonly string[]
  readonly isSeen: boolean
  readonly isEqual: boolean
  readonly leftOut: readonly string[]
}

export function rowOf(scenario: string, runs: readonly ReadonlyMap<string, readonly string[]>[]): GatewayRow

export function summaryOf(revision: string, rows: readonly GatewayRow[], era: 'legacy' | 'modern'): string

export function compareGateway(
  args: readonly string[],
  era: 'legacy' | 'modern',
): Promise<readonly GatewayRow[]>
