/** The report as a SARIF 2.1.0 log (OASIS standard): what code scanning services read. */
import type { Report } from '../dryrun/index.js'
import { type CiOptions, levelOf } from './fail-on.js'
import { FINDING_HELP } from './finding-help.js'
import { createFingerprints } from './fingerprint.js'
import { type Problem, problemsOf } from './problems.js'
import { safeText } from './safe-text.js'
import type { SarifLog, SarifPlace, SarifResult, SarifRule } from './sarif-log.js'
import { splitLines } from './source-excerpt.js'

export interface SarifOptions extends CiOptions {
  /** The version of this package. */
  readonly version?: string
}

/** One run with one result for each finding, wrong argument and missing tool; a JSON value, to be written by `JSON.stringify`. */
export function renderSarif(report: Report, options: SarifOptions): SarifLog {
  const problems = problemsOf(report)
  const codes = [...new Set(problems.map(({ code }) => code))].sort()
  const uri = uriOf(options)
  const lines = splitLines(options.source)
  const fingerprint = createFingerprints(lines)
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'understudy',
            ...(options.version === undefined ? {} : { semanticVersion: options.version }),
            rules: codes.map(ruleFor),
          },
        },
        // The part before the last slash tells apart what is uploaded for several plans of one commit.
        automationDetails: { id: `understudy/${uri}/` },
        invocations: [{ executionSuccessful: true }],
        columnKind: 'utf16CodeUnits',
        results: problems.map(
          (problem): SarifResult => ({
            ruleId: problem.code,
            ruleIndex: codes.indexOf(problem.code),
            level: levelOf(problem, options.failOn ?? 'fail'),
            message: { text: messageText(problem.message) },
            locations: [{ physicalLocation: placeOf(problem, uri, lines) }],
            partialFingerprints: { 'understudyFinding/v1': fingerprint(problem) },
            properties: { certain: problem.certain },
          }),
        ),
        properties: {
          ...{ verdict: report.verdict, ended: report.ended, planId: report.plan_id },
          ...(report.assumptions === undefined
            ? {}
            : { assumptions: report.assumptions.map(({ text }) => messageText(text)) }),
        },
      },
    ],
  }
}

/** A relative reference (RFC 3986, section 4.2): no character of the name can make it a URL of another kind. */
function uriOf({ path, fileName }: SarifOptions): string {
  return safeText(path ?? fileName, Number.POSITIVE_INFINITY)
    .split('/')
    .filter((step) => step !== '')
    .map(encodeURIComponent)
    .join('/')
}

function ruleFor(code: string): SarifRule {
  const help = FINDING_HELP[code]
  if (help === undefined) return { id: code }
  const { means, todo } = help
  const text = `${sentence(means)} ${sentence(todo)}`
  return {
    id: code,
    shortDescription: { text: escapeMessage(sentence(means)) },
    fullDescription: { text: escapeMessage(text) },
    help: { text: escapeMessage(text), markdown: escapeBraces(`${sentence(means)}\n\n${sentence(todo)}`) },
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function messageText(message: string): string {
  return escapeMessage(safeText(message, 1000))
}

/** Section 3.11.6: brackets make links. */
function escapeMessage(text: string): string {
  return escapeBraces(text.replace(/[\\[\]]/g, '\\$&'))
}

/** Section 3.11.5: braces hold the place of arguments. */
function escapeBraces(text: string): string {
  return text.replace(/[{}]/g, '$&$&')
}

function placeOf({ line, column }: Problem, uri: string, lines: readonly string[]): SarifPlace {
  const artifactLocation = { uri }
  if (line === undefined) return { artifactLocation }
  const text = lines[line - 1]
  return {
    artifactLocation,
    region: {
      startLine: line,
      ...(column === undefined ? {} : { startColumn: column }),
      ...(text === undefined ? {} : { snippet: { text: safeText(text, 400) } }),
    },
  }
}
