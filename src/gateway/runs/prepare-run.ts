/** Reads a plan that is to be run for real, and says what is provably wrong with it before anything is touched. */
import type { Finding } from '../../base/index.js'
import { unreadableSequence } from '../../execution/index.js'
import {
  checkPlan,
  type FoundError,
  planKindOf,
  type UnavailableServer,
  type WrittenCall,
  writtenSteps,
  writtenTask,
} from '../../plan/index.js'
import type { ValidationMode } from '../../policy/index.js'
import { type Program, prepareProgram, type TypeStripper } from '../../program/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import { readSequence, type Sequence, type StepSite } from '../../sequence/index.js'
import { parseWorkflow, type Workflow } from '../../workflow/index.js'

export type PreparedRun = PreparedText &
  (
    | { readonly kind: 'wrong' }
    | { readonly kind: 'program'; readonly program: Program }
    | { readonly kind: 'workflow'; readonly workflow: Workflow }
    | { readonly kind: 'sequence'; readonly sequence: Sequence; readonly sites: readonly StepSite[] }
  )

interface PreparedText {
  /** The text of the plan. */
  readonly source: string
  readonly written: readonly WrittenCall[]
  /** All but what validation found in arguments. */
  readonly findings: readonly Finding[]
  readonly argumentErrors: readonly FoundError[]
}

export interface PreparationOptions {
  /** Its ending decides how the plan is read. */
  readonly fileName: string
  readonly registry: ToolRegistry
  readonly unavailable: readonly UnavailableServer[]
  /** `strict` lets nothing start whose arguments break a schema, `lenient` nothing that no server takes. */
  readonly validation: ValidationMode
  readonly stripper?: TypeStripper
}

export async function prepareRun(plan: string, options: PreparationOptions): Promise<PreparedRun> {
  const { fileName, stripper } = options
  const kind = planKindOf(fileName, plan)
  if (kind === 'sequence') return prepareSequence(plan, options)
  if (kind === 'workflow') {
    const parsing = parseWorkflow(plan, { fileName })
    if (parsing.kind === 'invalid') return unreadable(plan, parsing.findings)
    const { workflow, findings } = parsing
    const checked = checkText(plan, workflow.tasks.map(writtenTask), findings, options)
    return checked.isWrong
      ? { ...checked.text, kind: 'wrong' }
      : { ...checked.text, kind: 'workflow', workflow }
  }
  const preparation = await prepareProgram(plan, {
    fileName,
    ...(stripper === undefined ? {} : { stripper }),
  })
  if (preparation.kind === 'invalid') return unreadable(plan, preparation.findings)
  const { program, findings } = preparation
  const checked = checkText(program.source, program.calls, findings, options)
  return checked.isWrong ? { ...checked.text, kind: 'wrong' } : { ...checked.text, kind: 'program', program }
}

function prepareSequence(plan: string, options: PreparationOptions): PreparedRun {
  const reading = readSequence(plan)
  if (reading.kind === 'invalid') return unreadable(plan, [unreadableSequence(reading.why)])
  const { sequence, sites } = reading
  const checked = checkText(plan, writtenSteps(sequence, sites), [], options)
  return checked.isWrong
    ? { ...checked.text, kind: 'wrong' }
    : { ...checked.text, kind: 'sequence', sequence, sites }
}

function unreadable(source: string, findings: readonly Finding[]): PreparedRun {
  return { kind: 'wrong', source, written: [], findings, argumentErrors: [] }
}

/** What a server may take it judges itself, unless the policy is strict; a tool that does not exist cannot be called. */
function checkText(
  source: string,
  written: readonly WrittenCall[],
  found: readonly Finding[],
  { registry, unavailable, validation }: PreparationOptions,
): { readonly isWrong: boolean; readonly text: PreparedText } {
  const { missingTools, argumentErrors } = checkPlan(written, registry, { unavailable, validation })
  const missing = missingTools.map(({ text, line, column }): Finding => {
    const place = line === undefined || column === undefined ? {} : { line, column }
    return { code: 'TOOL_MISSING', severity: 'error', certain: true, message: text, ...place }
  })
  const findings = [...found, ...missing]
  return {
    isWrong:
      findings.some(({ severity, certain }) => severity === 'error' && certain) ||
      argumentErrors.some(({ error }) => error.certain),
    text: { source, written, findings, argumentErrors },
  }
}
