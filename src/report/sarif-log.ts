/** The parts of a SARIF 2.1.0 log (OASIS standard, section 3) that a report becomes. */

export interface SarifLog {
  readonly $schema: string
  readonly version: '2.1.0'
  readonly runs: readonly [SarifRun]
}

export interface SarifRun {
  readonly tool: { readonly driver: SarifDriver }
  readonly automationDetails: { readonly id: string }
  readonly invocations: readonly [{ readonly executionSuccessful: true }]
  readonly columnKind: 'utf16CodeUnits'
  readonly results: readonly SarifResult[]
  readonly properties: {
    readonly verdict: string
    readonly ended: string
    readonly planId: string
    readonly assumptions?: readonly string[]
  }
}

export interface SarifDriver {
  readonly name: 'understudy'
  readonly semanticVersion?: string
  readonly rules: readonly SarifRule[]
}

export interface SarifRule {
  readonly id: string
  readonly shortDescription?: SarifMessage
  readonly fullDescription?: SarifMessage
  readonly help?: SarifMessage
}

export interface SarifMessage {
  readonly text: string
  readonly markdown?: string
}

export interface SarifResult {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: 'error' | 'warning' | 'note'
  readonly message: SarifMessage
  readonly locations: readonly [{ readonly physicalLocation: SarifPlace }]
  readonly partialFingerprints: Readonly<Record<string, string>>
  readonly properties: { readonly certain: boolean }
}

export interface SarifPlace {
  readonly artifactLocation: { readonly uri: string }
  readonly region?: {
    readonly startLine: number
    readonly startColumn?: number
    readonly snippet?: SarifMessage
  }
}
