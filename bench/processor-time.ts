/** What rehearsals and bare runs take of processors: of this process, and of its guests from when they are ready until they end. */
import { readdirSync, readFileSync } from 'node:fs'
import type { GuestJob, GuestRun, Sandbox } from '../dist/sandbox/index.js'

export interface MeteredSandbox {
  readonly sandbox: Sandbox
  /** Milliseconds of processor time of this process and of guests in the work; undefined where the system does not tell. */
  spentBy(work: () => Promise<unknown>): Promise<number | undefined>
}

/** Guests are asked right before they end, since nobody can ask afterwards: each run is one of a series. */
export function meterSandbox(inner: Sandbox): MeteredSandbox {
  let guestsMs = 0
  const openSeries = () => {
    const series = inner.openSeries?.()
    if (series === undefined) throw new Error('this sandbox has no series')
    const before = liveChildrenMs()
    return {
      run: (job: GuestJob): Promise<GuestRun> => series.run(job),
      async [Symbol.asyncDispose]() {
        guestsMs += liveChildrenMs() - before
        await series[Symbol.asyncDispose]()
      },
    }
  }
  return {
    sandbox: {
      layers: inner.layers,
      openSeries,
      async run(job) {
        await using series = openSeries()
        return await series.run(job)
      },
      [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
    },
    async spentBy(work) {
      guestsMs = 0
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      return isTold() ? (user + system) / 1000 + guestsMs : undefined
    },
  }
}

function isTold(): boolean {
  return liveChildrenMs() > 0
}

/** Processor time of all living processes below this one, in milliseconds, to the nanosecond; 0 where the system does not tell it. */
function liveChildrenMs(): number {
  try {
    return childrenOf(process.pid).reduce((sum, pid) => sum + treeMs(pid), 0)
  } catch {
    return 0
  }
}

function treeMs(pid: string): number {
  try {
    const own = readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [ran = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')
      return sum + Number(ran) / 1_000_000
    }, 0)
    return childrenOf(pid).reduce((sum, each) => sum + treeMs(each), own)
  } catch {
    // It has ended.
    return 0
  }
}

function childrenOf(pid: string | number): readonly string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').trim().split(' ').filter(Boolean),
  )
}
