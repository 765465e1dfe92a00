/** What the tasks of a workflow read of the answers of others. */
import { referencesOf, type Task, type Workflow } from '../workflow/index.js'
import type { WrittenRead } from './missing-members.js'

/** Without what a task anywhere asks about (`exists`): that it may be missing is known there. */
export function taskReads({ tasks }: Workflow): WrittenRead[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const references = tasks.flatMap((task) => referencesOf(task).map((reference) => ({ ...reference, task })))
  const asked = new Set(references.filter(({ isTest }) => isTest).map(({ id, path }) => keyOf(id, path)))
  const always = createAlways(byId)
  return references.flatMap(({ id, path, task, isTest }): WrittenRead[] => {
    const source = byId.get(id)
    if (source === undefined || isTest) return []
    const { server, tool, line, column } = source
    const place = { line: task.line, column: task.column }
    return [
      {
        ...{ server, tool, call: { line, column } },
        ...{ path, ...place },
        tested: path.findLastIndex((_, i) => asked.has(keyOf(id, path.slice(0, i + 1)))) + 1,
        needs: [{ ...place, always: always(task) }],
      },
    ]
  })
}

function keyOf(id: string, path: readonly (string | number)[]): string {
  return JSON.stringify([id, path])
}

/** Whether a task is always reached when those before it succeed: neither it nor any of them has a condition. */
function createAlways(byId: ReadonlyMap<string, Task>): (task: Task) => boolean {
  const known = new Map<Task, boolean>()
  return function isAlways(task): boolean {
    const before = known.get(task)
    if (before !== undefined) return before
    // Cycles are refused before anybody asks.
    const answer = task.when === undefined && task.dependsOn.every((id) => isAlways(byId.get(id) ?? task))
    known.set(task, answer)
    return answer
  }
}
