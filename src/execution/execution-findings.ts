/** What there is to say about how a plan ran and ended, whoever answered it. */
import type { Finding } from '../base/index.js'
import type { GuestError, GuestRun } from '../sandbox/index.js'
import type { Before } from './before.js'
import type { WorkflowExecutionEnd } from './execute-workflow.js'

/** How a program ended. `certain`: nothing it was told was invented; `isTold`: what it threw is told elsewhere. */
export function programEndFindings(
  { ended, error, why, attempts }: GuestRun,
  { certain, isTold }: { readonly certain: boolean; isTold(error: GuestError): boolean },
): Finding[] {
  if (ended === 'completed') return []
  if (ended !== 'threw') return [stopped('program', why ?? ended)]
  if (error === undefined || isTold(error)) return []
  const message = `The program threw ${error.name}: ${error.message}`
  // A real run draws the chance that a rehearsal has to refuse: what came of the refusal may not come there.
  const isCertain = certain && !attempts.some(({ kind }) => kind === 'chance')
  return [{ code: 'PROGRAM_THREW', severity: 'error', certain: isCertain, message, ...(error.site ?? {}) }]
}

/** What a program tried beside its tools. */
export function attemptFindings({ attempts }: GuestRun): Finding[] {
  return attempts.map(({ kind, target }) => ({
    code: 'CAPABILITY_DENIED',
    severity: 'warning',
    certain: true,
    message: `The program tried to ${triedTo(kind, target)} and was denied`,
  }))
}

function triedTo(kind: string, target: string): string {
  if (kind === 'eval') return `run text as code (${target})`
  if (kind === 'chance') return `draw chance that no seed gives (${target})`
  return `reach the machine (${kind}: ${target})`
}

/** How a workflow ended. `isCertain`: nothing was invented of what an end may owe. */
export function workflowEndFindings(
  { ended, why, tasks }: WorkflowExecutionEnd,
  isCertain: (before: Before) => boolean,
): Finding[] {
  if (ended === 'completed') return []
  if (ended !== 'threw') return [stopped('workflow', why ?? ended)]
  return tasks.flatMap(({ task, result, before }): Finding[] => {
    if (result.state !== 'failed') return []
    const { line, column } = task
    const message = `Task "${task.id}" failed: ${result.why}`
    return [{ code: 'TASK_FAILED', severity: 'error', certain: isCertain(before), message, line, column }]
  })
}

function stopped(what: 'program' | 'workflow', why: string): Finding {
  return { code: 'RUN_STOPPED', severity: 'error', certain: true, message: `The ${what} was stopped: ${why}` }
}
