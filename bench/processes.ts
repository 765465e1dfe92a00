/** Whole processes against each other: what they take of processors and of time, in turn, so that a busy machine is busy for all. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { median } from './figure.js'

export interface ProcessToCompare {
  readonly args: readonly string[]
  readonly cwd?: string
}

export interface ComparedProcesses {
  /** Of processor time, with that of the processes below; where the system does not tell it, of time. */
  readonly ratio: number
  /** How much processor time ours takes more; milliseconds. */
  readonly moreMs: number
  readonly detail: string
}

/** Runs Node with the arguments of each, `rounds` times. @throws Error when one does not exit with 0 */
export function compareProcesses(
  ours: ProcessToCompare,
  floor: ProcessToCompare,
  rounds: number,
): ComparedProcesses {
  const runs = Array.from({ length: rounds + 1 }, () => ({
    floor: runNode(floor),
    ours: runNode(ours),
  })).slice(1)
  const sum = (of: 'floor' | 'ours'): number => runs.reduce((all, run) => all + run[of].cpuMs, 0)
  const wall = median(runs.map((run) => run.ours.wallMs / run.floor.wallMs))
  const isTold = sum('floor') > 0
  const mean = (of: 'floor' | 'ours'): string => (sum(of) / rounds).toFixed(0)
  return {
    ratio: isTold ? sum('ours') / sum('floor') : wall,
    moreMs: (sum('ours') - sum('floor')) / rounds,
    detail: `processor ${mean('ours')} ms against ${mean('floor')} ms; time × ${wall.toFixed(2)}`,
  }
}

function runNode({ args, cwd }: ProcessToCompare): { readonly cpuMs: number; readonly wallMs: number } {
  const [cpuBefore, wallBefore] = [cpuOfChildren(), performance.now()]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, env: environment(), encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')}: exit ${status}: ${stderr}`)
  return { cpuMs: cpuOfChildren() - cpuBefore, wallMs: performance.now() - wallBefore }
}

/** Certificates to read slow the start of every Node: what is started beside it would look quicker than it is. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
  return rest
}

/** Milliseconds, of all children that have ended, in steps of ten; 0 where the system does not tell. */
function cpuOfChildren(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) * 10
  } catch {
    return 0
  }
}
