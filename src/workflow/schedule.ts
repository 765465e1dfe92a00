/** Which task comes next, and when it would have been over in virtual time. */
import { addToGroup, UsageError } from '../base/index.js'
import { createIndexHeap } from './index-heap.js'
import type { Task, TaskResult, Workflow, WorkflowRun } from './workflow.js'

export interface ScheduledTask {
  /** Its place in the file. */
  readonly index: number
  readonly task: Task
}

export interface Schedule {
  /** Results of the tasks that are over, by id. */
  readonly outputs: ReadonlyMap<string, TaskResult>
  /** Takes the first task of the file that waits for nothing any more; undefined when there is none right now. */
  next(): ScheduledTask | undefined
  /** Notes the end of a task; what depended on it may start. */
  settle(index: number, result: TaskResult, elapsedMs: number): void
  /** @throws UsageError USAGE when tasks are left that can never start. */
  finish(): WorkflowRun
}

/** Creates the schedule of a workflow. All of it together takes time that is linear in its edges, but for a logarithm. */
export function createSchedule({ fileName, tasks }: Workflow): Schedule {
  const ready = createIndexHeap()
  const dependents = new Map<string, number[]>()
  const waitsFor = tasks.map((task) => task.dependsOn.length)
  const outputs = new Map<string, TaskResult>()
  const endsAtMs = new Map<string, number>()

  tasks.forEach((task, index) => {
    if (task.dependsOn.length === 0) ready.push(index)
    for (const id of task.dependsOn) addToGroup(dependents, id, index)
  })

  return {
    outputs,
    next() {
      const index = ready.pop()
      const task = index === undefined ? undefined : tasks[index]
      return index === undefined || task === undefined ? undefined : { index, task }
    },
    settle(index, result, elapsedMs) {
      const startsAtMs = (tasks[index]?.dependsOn ?? []).reduce(
        (latest, id) => Math.max(latest, endsAtMs.get(id) ?? 0),
        0,
      )
      endsAtMs.set(result.id, startsAtMs + elapsedMs)
      outputs.set(result.id, result)
      for (const dependent of dependents.get(result.id) ?? []) {
        const left = (waitsFor[dependent] ?? 0) - 1
        waitsFor[dependent] = left
        if (left === 0) ready.push(dependent)
      }
    },
    finish() {
      const results = tasks.flatMap(({ id }) => outputs.get(id) ?? [])
      if (results.length < tasks.length)
        throw new UsageError('USAGE', `Cannot run ${fileName}: some of its tasks can never start`, {
          hint: 'run only workflows that parseWorkflow found ready',
        })
      const finishedAtMs = [...endsAtMs.values()].reduce((latest, endMs) => Math.max(latest, endMs), 0)
      return { results, finishedAtMs }
    },
  }
}
