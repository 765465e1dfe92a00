/** What a plan reads of the answers to its calls, by its text alone. */
import type { TextPosition } from '../base/index.js'
import { isWorkflowName } from '../plan/index.js'
import type { TypeStripper } from '../program/index.js'

export interface PlanRead {
  /** Where the call stands whose answer is read. */
  readonly call: TextPosition
  /** Members and indexes, from the answer down. */
  readonly path: readonly (string | number)[]
}

/** Nothing of a plan that cannot be read. */
export async function planReads(
  plan: Uint8Array,
  fileName: string,
  stripper?: TypeStripper,
): Promise<readonly PlanRead[]> {
  if (isWorkflowName(fileName)) {
    const [{ parseWorkflow }, { taskReads }] = await Promise.all([
      import('../workflow/index.js'),
      import('./task-reads.js'),
    ])
    const parsing = parseWorkflow(Buffer.from(plan).toString('utf8'), { fileName })
    return parsing.kind === 'ready' ? taskReads(parsing.workflow) : []
  }
  const { prepareProgram } = await import('../program/index.js')
  const preparation = await prepareProgram(plan, {
    fileName,
    ...(stripper === undefined ? {} : { stripper }),
  })
  return preparation.kind === 'ready' ? preparation.program.reads : []
}
