/** The calls that stand in a plan, for whoever asks about them before it is rehearsed. */
import { planKindOf, type WrittenCall, writtenSteps, writtenTask } from '../plan/index.js'
import { prepareProgram } from '../program/index.js'
import { readSequence } from '../sequence/index.js'
import { parseWorkflow } from '../workflow/index.js'

/** Empty for a plan that cannot be read: its rehearsal says why. Calls whose tool is computed are not among them. */
export async function writtenCalls(
  plan: string | Uint8Array,
  fileName: string,
): Promise<readonly WrittenCall[]> {
  const source = typeof plan === 'string' ? plan : Buffer.from(plan).toString('utf8')
  const kind = planKindOf(fileName, source)
  if (kind === 'program') {
    const preparation = await prepareProgram(plan, { fileName })
    return preparation.kind === 'invalid' ? [] : preparation.program.calls
  }
  if (kind === 'sequence') {
    const reading = readSequence(source)
    return reading.kind === 'invalid' ? [] : writtenSteps(reading.sequence, reading.sites)
  }
  const parsing = parseWorkflow(source, { fileName })
  return parsing.kind === 'invalid' ? [] : parsing.workflow.tasks.map(writtenTask)
}
