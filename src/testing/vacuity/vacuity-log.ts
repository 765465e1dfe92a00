/** Where assertions that prove nothing are told. */

export interface VacuityFinding {
  /** `toContainText`. */
  readonly matcher: string
  /** Printable lines: which assertion it is, and on what it also passes. */
  readonly text: string
}

/** `warn` tells them, `error` lets the assertion fail with the same text, `off` does not look. */
export type VacuityMode = 'warn' | 'error' | 'off'

export interface VacuityLog {
  readonly mode: VacuityMode
  /** Every finding so far, each text once, in the order they came. */
  readonly findings: readonly VacuityFinding[]
  add(finding: VacuityFinding): void
}

/** `report` is told each finding once, in mode `warn`; what it throws goes to the assertion. */
export function createVacuityLog(
  options: { readonly mode?: VacuityMode; readonly report?: (finding: VacuityFinding) => void } = {},
): VacuityLog {
  const { mode = 'warn', report } = options
  const findings = new Map<string, VacuityFinding>()
  return {
    mode,
    get findings() {
      return [...findings.values()]
    },
    add(finding) {
      if (mode === 'off' || findings.has(finding.text)) return
      findings.set(finding.text, finding)
      if (mode === 'warn') report?.(finding)
    },
  }
}
