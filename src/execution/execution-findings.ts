/** What there is to say about how a plan ran and ended, whoever answered it. */
import type { Finding } from '../base/index.js'
import type { Before } from '../plan/index.js'
import type { GuestError, GuestRun } from '../sandbox/index.js'
import type { ProgramRun } from './execute-program.js'
import type { SequenceExecutionEnd } from './execute-sequence.js'
import type { WorkflowExecutionEnd } from './execute-workflow.js'

/** How a program ended. `certain`: it would for real, too; `isTold`: what it threw is told elsewhere. */
export function programEndFindings(
  { ended, error, why, failedRead }: ProgramRun,
  { certain, isTold }: { readonly certain: boolean; isTold(error: GuestError): boolean },
): Finding[] {
  if (ended === 'completed') return []
  if (ended !== 'threw') return [stopped('program', why ?? ended, certain)]
  if (error === undefined || isTold(error)) return []
  const thrown = `The program threw ${error.name}: ${error.message}`
  const message = failedRead === undefined ? thrown : `${thrown.replace(/\.$/, '')}; ${failedRead.why}`
  return [{ code: 'PROGRAM_THREW', severity: 'error', certain, message, ...(error.site ?? {}) }]
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

/** How a workflow ended. `isCertain`: whether all that an end may owe to others would be so for real, too. */
export function workflowEndFindings(
  { ended, why, tasks }: WorkflowExecutionEnd,
  isCertain: (before: Before) => boolean,
): Finding[] {
  if (ended === 'completed') return []
  if (ended !== 'threw') return [stopped('workflow', why ?? ended, isCertain(beforeItStopped(tasks)))]
  return tasks.flatMap(({ task, result, before }): Finding[] => {
    if (result.state !== 'failed') return []
    const { line, column } = task
    const message = `Task "${task.id}" failed: ${result.why}`
    return [{ code: 'TASK_FAILED', severity: 'error', certain: isCertain(before), message, line, column }]
  })
}

/** All that was called. */
function beforeItStopped(tasks: WorkflowExecutionEnd['tasks']): Before {
  return { kind: 'all', upTo: Math.max(0, ...tasks.map(({ call = 0 }) => call)) }
}

/** How a sequence ended. `isCertain`: whether what it may owe to others would be so for real, too. */
export function sequenceEndFindings(
  { ended, why, deviatedAt, answered }: SequenceExecutionEnd,
  isCertain: (before: Before) => boolean,
): Finding[] {
  if (ended === 'completed') return []
  const certain = isCertain({ kind: 'all', upTo: answered })
  if (deviatedAt === undefined) return [stopped('sequence', why ?? ended, certain)]
  return [
    {
      code: 'ANSWER_MOVED',
      severity: 'error',
      certain,
      message: why ?? `Call ${deviatedAt} is not as promised`,
    },
  ]
}

/** Of a text that is no sequence although it says so. `why`: a sentence. */
export function unreadableSequence(why: string): Finding {
  return {
    code: 'SEQUENCE_INVALID',
    severity: 'error',
    certain: true,
    message: `Cannot read the sequence: ${why}`,
  }
}

function stopped(what: 'program' | 'workflow' | 'sequence', why: string, certain: boolean): Finding {
  return { code: 'RUN_STOPPED', severity: 'error', certain, message: `The ${what} was stopped: ${why}` }
}
