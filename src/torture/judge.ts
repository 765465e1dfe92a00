/** Whether a client did right by a row: a value, from what it printed and how it ended. */
import { counted, processEndText } from '../base/index.js'
import type { ProgramRun } from '../transport/index.js'
import type { TortureRow } from './row.js'

/** What the server of one run says when it is right, and when it is wrong. No client can know them but by asking. */
export interface Tokens {
  readonly right: string
  readonly wrong: string
}

/** What a client did. */
export interface Deed extends Pick<ProgramRun, 'end' | 'stdout' | 'stderr'> {
  /** Processes of the server that the client left running. */
  readonly left: readonly number[]
}

/** What a client can do wrong; completed to sentences by `whys`. */
export type Fault =
  | 'hang'
  | 'signal'
  | 'crash'
  | 'wrong-answer'
  | 'no-answer'
  | 'no-error'
  | 'refused'
  | 'speechless'
  | 'left-running'

export interface Judgement {
  /** What the client told, where it came to telling anything. */
  readonly told: 'answer' | 'error' | 'neither'
  /** What it did wrong, the worst first; nothing when it was right. */
  readonly faults: readonly Fault[]
}

/** Holds the deed against what the row wants. */
export function judge(right: TortureRow['right'], deed: Deed, tokens: Tokens): Judgement {
  const { end, stdout, left } = deed
  if (end.kind === 'timed-out') return { told: 'neither', faults: ['hang'] }
  const leftRunning: readonly Fault[] = left.length > 0 ? ['left-running'] : []
  if (end.kind === 'signalled') return { told: 'neither', faults: ['signal', ...leftRunning] }
  if (end.code !== 0) return { told: 'error', faults: [...faultsOfError(right, deed), ...leftRunning] }
  if (stdout.includes(tokens.wrong)) return { told: 'answer', faults: ['wrong-answer', ...leftRunning] }
  if (!stdout.includes(`hi ${tokens.right}`))
    return { told: 'neither', faults: [right === 'error' ? 'no-error' : 'no-answer', ...leftRunning] }
  return { told: 'answer', faults: [...(right === 'error' ? (['no-error'] as const) : []), ...leftRunning] }
}

function faultsOfError(right: TortureRow['right'], { stderr }: Deed): readonly Fault[] {
  if (isDump(stderr)) return ['crash']
  if (right === 'answer') return ['refused']
  return stderr.trim() === '' ? ['speechless'] : []
}

/** What a runtime prints when nobody caught the failure. Python prints the same for one that was caught and told: it is let pass. */
function isDump(stderr: string): boolean {
  return DUMPS.some((dump) => dump.test(stderr))
}

const DUMPS = [
  /^Node\.js v\d+\.\d+\.\d\S*\s*$/m,
  /^goroutine \d+ \[running\]:$/m,
  /^thread '.*' (\(\d+\) )?panicked at /m,
  /^Exception in thread "/m,
]

/** What the client did wrong, as sentences about it. */
export function whys({ faults }: Judgement, deed: Deed, deadlineMs: number): readonly string[] {
  return faults.map((fault) => why(fault, deed, deadlineMs))
}

function why(fault: Fault, { end, left }: Deed, deadlineMs: number): string {
  switch (fault) {
    case 'hang':
      return `it did not end within ${deadlineMs} ms, and was killed`
    case 'signal':
      return `it ${processEndText(end.kind === 'signalled' ? end : { signal: 'a signal' })}`
    case 'crash':
      return 'it crashed: nobody caught the failure'
    case 'wrong-answer':
      return 'it printed a wrong answer as if it were right'
    case 'no-answer':
      return 'it exited with code 0 without the answer'
    case 'no-error':
      return 'it exited with code 0, and nothing was right'
    case 'refused':
      return `it ${processEndText(end.kind === 'exited' ? end : { code: 0 })}, and there was an answer to be had`
    case 'speechless':
      return 'it failed without a word on standard error'
    case 'left-running':
      return `it left ${counted(left.length, 'process', 'processes')} running`
  }
}
