/** One call, judged. What would be told as a crash or a hang happens twice, the second time on a fresh server, or it is not told. */
import { shorten } from '../base/index.js'
import { type Judgement, judgeCall, type ProbedTool } from './judge-call.js'
import type { CallReport, ProbeCaller } from './probe-caller.js'
import type { ProbeInput } from './probe-input.js'

export interface Observation extends Judgement {
  /** No answer within the limit, though the server lived. */
  readonly isSlow: boolean
  /** The server had to be started again. */
  readonly wasGone: boolean
}

/** What `isProved` already is not tried twice. After it the server is fit for the next call. @throws what the caller throws */
export async function observeCall(
  caller: ProbeCaller,
  tool: ProbedTool,
  input: ProbeInput,
  isProved: (key: string) => boolean,
): Promise<Observation> {
  const report = await caller.call(tool.name, input.args)
  const judgement = judged(tool, input, report)
  if (!isGone(report)) return { ...judgement, isSlow: report.event.kind === 'silent', wasGone: false }
  await caller.restart()
  if (judgement.defects.every(({ key }) => isProved(key)))
    return { ...judgement, isSlow: false, wasGone: true }
  const again = await caller.call(tool.name, input.args)
  if (isGone(again)) await caller.restart()
  if (again.event.kind === report.event.kind)
    return { ...judged(tool, input, again), isSlow: false, wasGone: true }
  const note = `ended or hung once with ${shorten(JSON.stringify(input.args), 200)}, and not when it was called again`
  return { verdict: 'could-not-tell', defects: [], notes: [note], isSlow: false, wasGone: true }
}

function judged(tool: ProbedTool, input: ProbeInput, report: CallReport): Judgement {
  return report.noEvidence === undefined
    ? judgeCall(tool, input, report)
    : { verdict: 'could-not-tell', defects: [], notes: [report.noEvidence] }
}

function isGone({ event }: CallReport): boolean {
  return event.kind === 'closed' || (event.kind === 'silent' && !event.isAlive)
}
