/** What a benchmark found: a ratio of two things measured in the same run, or a plain figure. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** Printed behind the value: "×", "%", "ms". */
  readonly unit: string
  /** The value should be at most (or at least) this. */
  readonly target: { readonly atMost: number } | { readonly atLeast: number }
  /** What was measured, with its absolute times: for people, machines differ. */
  readonly detail: string
}

export function meetsTarget({ value, target }: Figure): boolean {
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}

/** The figure beside its target, and below it what was measured. */
export function figureLine(figure: Figure): string {
  const { name, value, unit, target, detail } = figure
  const aim = 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2)
  return `${meetsTarget(figure) ? 'ok    ' : 'MISSED'}  ${`${shown} ${unit}`.padStart(10)}  (${aim} ${unit})  ${name}\n                                    ${detail}`
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Runs two things in turn, so that a machine that slows down slows both; gives milliseconds of each and the median of the paired ratios.
 * `rest` comes before each timed run and is not timed. */
export async function comparePaired(
  ours: () => Promise<unknown> | unknown,
  floor: () => Promise<unknown> | unknown,
  options: { readonly pairs: number; readonly warmUps: number; readonly rest?: () => Promise<unknown> },
): Promise<{ readonly ratio: number; readonly oursMs: number; readonly floorMs: number }> {
  for (let i = 0; i < options.warmUps; i++) {
    await ours()
    await floor()
  }
  const { rest = () => Promise.resolve() } = options
  const pairs: { ours: number; floor: number }[] = []
  for (let i = 0; i < options.pairs; i++) {
    await rest()
    const floorMs = await timed(floor)
    await rest()
    pairs.push({ floor: floorMs, ours: await timed(ours) })
  }
  return {
    ratio: median(pairs.map((pair) => pair.ours / pair.floor)),
    oursMs: median(pairs.map((pair) => pair.ours)),
    floorMs: median(pairs.map((pair) => pair.floor)),
  }
}

/** As `comparePaired`, of the processor time of this process alone: what others do meanwhile, and guests, does not count. */
export async function compareProcessor(
  ours: () => Promise<unknown> | unknown,
  floor: () => Promise<unknown> | unknown,
  options: Parameters<typeof comparePaired>[2],
): Promise<{ readonly ratio: number; readonly oursMs: number; readonly floorMs: number }> {
  const spent = { ours: [] as number[], floor: [] as number[] }
  const counted = (of: 'ours' | 'floor', work: typeof ours) => async () => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    spent[of].push((user + system) / 1_000)
  }
  await comparePaired(counted('ours', ours), counted('floor', floor), options)
  const [oursMs, floorMs] = [spent.ours, spent.floor].map((all) => median(all.slice(options.warmUps)))
  if (oursMs === undefined || floorMs === undefined) throw new Error('nothing was compared')
  return { ratio: oursMs / floorMs, oursMs, floorMs }
}

async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
