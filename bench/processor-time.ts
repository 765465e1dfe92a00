/** What rehearsals and bare runs take of processors: of this process, and of the guests that were ready before. */
import { readdirSync, readFileSync } from 'node:fs'
import type { GuestJob, GuestRun, Sandbox } from '../dist/sandbox/index.js'

export interface MeteredSandbox {
  readonly sandbox: Sandbox
  /**
   * Milliseconds of processor time of this process, and of the guests that stood ready when the work began; undefined where the system
   * does not tell. What takes the place of a guest that was used starts meanwhile, and is no part of the work.
   */
  spentBy(work: () => Promise<unknown>): Promise<number | undefined>
}

/** Guests are asked right before they end, since nobody can ask afterwards: each run is one of a series. */
export function meterSandbox(inner: Sandbox): MeteredSandbox {
  let ready: ReadonlyMap<string, number> = new Map()
  const latest = new Map<string, number>()
  const look = (): void => {
    for (const pid of ready.keys()) latest.set(pid, Math.max(latest.get(pid) ?? 0, treeMs(pid)))
  }
  const openSeries = () => {
    const series = inner.openSeries?.()
    if (series === undefined) throw new Error('this sandbox has no series')
    return {
      run: (job: GuestJob): Promise<GuestRun> => series.run(job),
      async [Symbol.asyncDispose]() {
        look()
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
      ready = timesOfChildren()
      latest.clear()
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      look()
      if (ready.size === 0) return undefined
      const guestsMs = [...ready].reduce(
        (sum, [pid, was]) => sum + Math.max(0, (latest.get(pid) ?? was) - was),
        0,
      )
      return (user + system) / 1000 + guestsMs
    },
  }
}

/** Processor time of each living process below this one with all below it, in milliseconds, by pid; none where the system does not tell. */
function timesOfChildren(): ReadonlyMap<string, number> {
  try {
    return new Map(childrenOf(process.pid).map((pid) => [pid, treeMs(pid)]))
  } catch {
    return new Map()
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
