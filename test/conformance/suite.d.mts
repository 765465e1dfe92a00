export interface Row {
  readonly scenario: string
  readonly passed: number
  readonly failed: number
  readonly isScored: boolean
  readonly isGood: boolean
}

export interface SuiteRun {
  readonly code: number
  readonly output: string
  readonly rows: readonly Row[]
}

export function nodeCommand(running: {
  readonly version: string
  readonly platform: string
  readonly arch: string
  readonly execPath: string
}): string[]
export function runClient(...args: string[]): Promise<SuiteRun>
export function runServer(...args: string[]): Promise<SuiteRun>
export function runService(...args: string[]): Promise<SuiteRun>
export function runMock(stubs: readonly object[], ...args: string[]): Promise<SuiteRun>
export function runRecorded(file: string, ...args: string[]): Promise<SuiteRun>
export function readSummary(output: string): Row[]
