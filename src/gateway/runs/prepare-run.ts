/** Reads a plan that is to be run for real, and says what is provably wrong with it before anything is touched. */
import type { Finding } from '../../base/index.js'
import {
  checkPlan,
  isWorkflowName,
  type PlanCheck,
  type UnavailableServer,
  type WrittenCall,
  writtenTask,
} from '../../dryrun/index.js'
import { type Program, prepareProgram, type TypeStripper } from '../../program/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import { parseWorkflow, type Workflow } from '../../workflow/index.js'

export type PreparedRun = {
  /** The text of the plan. */
  readonly source: string
  readonly written: readonly WrittenCall[]
  readonly findings: readonly Finding[]
} & (
  | { readonly kind: 'wrong' }
  | { readonly kind: 'program'; readonly program: Program }
  | { readonly kind: 'workflow'; readonly workflow: Workflow }
)

export interface PreparationOptions {
  /** Its ending decides how the plan is read. */
  readonly fileName: string
  readonly registry: ToolRegistry
  readonly unavailable: readonly UnavailableServer[]
  readonly stripper?: TypeStripper
}

export async function prepareRun(plan: string, options: PreparationOptions): Promise<PreparedRun> {
  const { fileName, stripper } = options
  if (isWorkflowName(fileName)) {
    const parsing = parseWorkflow(plan, { fileName })
    if (parsing.kind === 'invalid') return wrong(plan, [], parsing.findings)
    const { workflow, findings } = parsing
    const written = workflow.tasks.map(writtenTask)
    const wrongs = wrongsOf(written, findings, options)
    return wrongs ?? { kind: 'workflow', source: plan, written, findings, workflow }
  }
  const preparation = await prepareProgram(plan, {
    fileName,
    ...(stripper === undefined ? {} : { stripper }),
  })
  if (preparation.kind === 'invalid') return wrong(plan, [], preparation.findings)
  const { program, findings } = preparation
  const wrongs = wrongsOf(program.calls, findings, options)
  return wrongs ?? { kind: 'program', source: program.source, written: program.calls, findings, program }

  function wrongsOf(
    written: readonly WrittenCall[],
    found: readonly Finding[],
    { registry, unavailable }: PreparationOptions,
  ): PreparedRun | undefined {
    const all = [...found, ...checkFindings(checkPlan(written, registry, unavailable))]
    const isWrong = all.some(({ severity, certain }) => severity === 'error' && certain)
    return isWrong ? wrong(plan, written, all) : undefined
  }
}

function wrong(source: string, written: readonly WrittenCall[], findings: readonly Finding[]): PreparedRun {
  return { kind: 'wrong', source, written, findings }
}

function checkFindings({ argumentErrors, missingTools }: PlanCheck): Finding[] {
  return [
    ...missingTools.map(({ text, line, column }) => provedWrong('TOOL_MISSING', text, line, column)),
    ...argumentErrors.map(({ error: { text, line, column } }) =>
      provedWrong('ARGUMENT_INVALID', text, line, column),
    ),
  ]
}

function provedWrong(
  code: string,
  message: string,
  line: number | undefined,
  column: number | undefined,
): Finding {
  const place = line === undefined || column === undefined ? {} : { line, column }
  return { code, severity: 'error', certain: true, message, ...place }
}
