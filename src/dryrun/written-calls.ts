/** The calls that stand in a plan, for whoever asks about them before it is rehearsed. */
import { isWorkflowName, type WrittenCall, writtenTask } from '../plan/index.js'
import { prepareProgram } from '../program/index.js'
import { parseWorkflow } from '../workflow/index.js'

/** Empty for a plan that cannot be read: its rehearsal says why. Calls whose tool is computed are not among them. */
export async function writtenCalls(
  plan: string | Uint8Array,
  fileName: string,
): Promise<readonly WrittenCall[]> {
  if (!isWorkflowName(fileName)) {
    const preparation = await prepareProgram(plan, { fileName })
    return preparation.kind === 'invalid' ? [] : preparation.program.calls
  }
  const source = typeof plan === 'string' ? plan : Buffer.from(plan).toString('utf8')
  const parsing = parseWorkflow(source, { fileName })
  return parsing.kind === 'invalid' ? [] : parsing.workflow.tasks.map(writtenTask)
}
