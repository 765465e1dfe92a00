/** Looks at what a guest uses, again and again, and says when it is too much. */
import type { Platform, Usage } from '../layers/layer.js'
import type { Budgets } from '../sandbox.js'
import type { Ending } from './ending.js'

/** Watches process `pid` until it is told to stop; `onExceeded` may be called once. What it used before does not count. */
export function startWatchdog(
  pid: number,
  budgets: Budgets,
  platform: Platform,
  onExceeded: (ending: Ending) => void,
): () => void {
  let before: number | undefined
  let looking = false
  const timer = setInterval(async () => {
    // A look that takes longer than the interval is not overtaken by the next.
    if (looking) return
    looking = true
    const usage = await platform.readUsage(pid)
    looking = false
    if (usage === undefined) return
    before ??= usage.cpuSeconds
    const ending = exceededBy(usage, before, budgets)
    if (ending === undefined) return
    clearInterval(timer)
    onExceeded(ending)
  }, platform.watchEveryMs)
  return () => clearInterval(timer)
}

/** The budget that this usage exceeds, or undefined. `cpuBefore` is the processor time when the watch began. */
export function exceededBy(
  usage: Usage,
  cpuBefore: number | undefined,
  budgets: Budgets,
): Ending | undefined {
  if (usage.residentBytes > budgets.residentBytes) {
    return { ended: 'out_of_memory', why: `it used more than ${budgets.residentBytes} bytes of memory` }
  }
  if (usage.cpuSeconds !== undefined && usage.cpuSeconds - (cpuBefore ?? 0) > budgets.cpuSeconds) {
    return { ended: 'cpu_limit', why: `it used more than ${budgets.cpuSeconds} s of processor time` }
  }
  return undefined
}
