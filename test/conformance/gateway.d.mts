export interface GatewayRow {
  readonly scenario: string
  readonly direct: readonly string[]
  readonly http: readonly string[]
  readonly stdio: readonly string[]
  readonly isEqual: boolean
}

export function compareGateway(
  args: readonly string[],
  era: 'legacy' | 'modern',
): Promise<readonly GatewayRow[]>
