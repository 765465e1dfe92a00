export interface ComparedRow {
  readonly scenario: string
  readonly direct: readonly string[]
  readonly recorded: readonly string[]
  readonly replayed: readonly string[]
  readonly isEqual: boolean
}

export function compareRuns(
  args: readonly string[],
  target?: { readonly url?: string; readonly command?: readonly string[] },
): Promise<readonly ComparedRow[]>
