/** Whether the tasks of a workflow can be put in an order. */
import { nearestNames, orDidYouMean } from '../base/index.js'
import type { Problems } from './problems.js'
import type { Task } from './workflow.js'

/** Tells ids that are used twice, dependencies that do not exist, and cycles with the way round. Time is linear in the edges. */
export function checkGraph(tasks: readonly Task[], problems: Problems): void {
  const byId = new Map<string, Task>()
  for (const task of tasks) {
    const first = byId.get(task.id)
    if (first === undefined) byId.set(task.id, task)
    else
      problems.add(
        'DUPLICATE_TASK_ID',
        task,
        `Two tasks have the id "${task.id}": the first stands in line ${first.line}`,
      )
  }
  for (const task of tasks)
    for (const id of task.dependsOn) if (!byId.has(id)) tellUnknown(task, id, byId, problems)
  for (const cycle of findCycles(byId))
    problems.add(
      'DEPENDENCY_CYCLE',
      cycle[0] ?? { offset: 0 },
      `The tasks wait for each other: ${describeCycle(cycle)}`,
    )
}

function tellUnknown(task: Task, id: string, byId: ReadonlyMap<string, Task>, problems: Problems): void {
  // A name is compared with all others: not for messages that nobody gets.
  if (problems.full) return
  const hint = orDidYouMean(nearestNames(id, byId.keys()).map((name) => `"${name}"`))
  problems.add('UNKNOWN_DEPENDENCY', task, `Task "${task.id}" depends on "${id}", which is no task${hint}`)
}

/** The cycles that a depth-first walk in file order meets; each is a list of tasks of which each depends on the next. */
function findCycles(byId: ReadonlyMap<string, Task>): Task[][] {
  const cycles: Task[][] = []
  const done = new Set<Task>()
  for (const root of byId.values()) {
    const onPath = new Map<Task, number>()
    const path: { readonly task: Task; readonly ahead: Iterator<string> }[] = []
    const enter = (task: Task): void => {
      onPath.set(task, path.length)
      path.push({ task, ahead: task.dependsOn.values() })
    }
    if (!done.has(root)) enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { value: id, done: exhausted } = top.ahead.next()
      const next = exhausted ? undefined : byId.get(id)
      if (exhausted) {
        done.add(top.task)
        onPath.delete(top.task)
        path.pop()
      } else if (next !== undefined && !done.has(next)) {
        const start = onPath.get(next)
        if (start === undefined) enter(next)
        else if (cycles.length < MAX_CYCLES) cycles.push(path.slice(start).map(({ task }) => task))
      }
    }
  }
  return cycles
}

const MAX_CYCLES = 10
const MAX_SHOWN = 12

function describeCycle(cycle: readonly Task[]): string {
  const ids = cycle.map(({ id }) => `"${id}"`)
  const shown =
    ids.length > MAX_SHOWN ? [...ids.slice(0, MAX_SHOWN - 1), `${ids.length - MAX_SHOWN + 1} more`] : ids
  return [...shown, ids[0]].join(' → ')
}
