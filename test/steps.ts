/** How much work something is, in steps that are the same on every machine and under any load. */
import { Session } from 'node:inspector/promises'

/**
 * Runs it and counts the steps: how often V8 enters a function, in whatever module, and how many elements the searches of arrays may
 * look at, which V8 does by itself. What a loop does without calling anything is not counted, nor what regular expressions do.
 */
export async function stepsOf(work: () => unknown): Promise<number> {
  using searches = countSearches()
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    // From here on: what ran before is told with it.
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    await session.post('Profiler.stopPreciseCoverage')
    const ranges = result.flatMap(({ functions }) => functions.flatMap((each) => each.ranges))
    return ranges.reduce((steps, { count }) => steps + count, searches.count())
  } finally {
    session.disconnect()
  }
}

const SEARCHES = ['includes', 'indexOf', 'lastIndexOf'] as const

function countSearches(): Disposable & { count(): number } {
  const originals = SEARCHES.map((name) => [name, Array.prototype[name]] as const)
  let looked = 0
  for (const [name, search] of originals)
    Array.prototype[name] = function (this: unknown[], ...args: [unknown]) {
      looked += this.length
      return Reflect.apply(search, this, args)
    } as never
  return {
    count: () => looked,
    [Symbol.dispose]() {
      for (const [name, search] of originals) Array.prototype[name] = search as never
    },
  }
}
