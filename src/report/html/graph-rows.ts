/** The plan as nodes: the tasks of a workflow, or the calls of a program, and what each waits for or was given. */
import type { Report, ReportedCall, ReportedTask } from '../../dryrun/index.js'
import { inOrder } from './graph-layout.js'
import { type Mark, markOf } from './source-mark.js'

/** Rows in the order in which they stand. */
export interface PlanGraph {
  readonly rows: readonly GraphRow[]
  /** Whether rows follow one another by themselves, and edges tell more than that. */
  readonly isSequence: boolean
  /** Rows that are left out. */
  readonly left: number
}

export interface GraphRow {
  /** Calls that a loop makes one after the other at one place are one row; a task has at most one. */
  readonly calls: readonly ReportedCall[]
  readonly task?: ReportedTask
  /** Absent where no call was made. */
  readonly mark?: Mark
  /** Indices of earlier rows: whose answers it was given, or which tasks it waited for. */
  readonly after: readonly number[]
}

const MOST_ROWS = 300

export function planGraph(report: Report): PlanGraph {
  return report.tasks === undefined ? callGraph(report.calls) : taskGraph(report.tasks, report.calls)
}

function callGraph(calls: readonly ReportedCall[]): PlanGraph {
  const groups: [ReportedCall, ...ReportedCall[]][] = []
  const rowOf = new Map<number, number>()
  for (const call of calls) {
    const last = groups.at(-1)
    if (last !== undefined && isAlike(last[0], call)) last.push(call)
    else groups.push([call])
    rowOf.set(call.n, groups.length - 1)
  }
  const rows = groups.map((group, row): GraphRow => {
    const sources = group.flatMap(({ arguments_from = {} }) => Object.values(arguments_from))
    const after = sources.flatMap(({ call }) => rowOf.get(call) ?? [])
    return { calls: group, mark: markOf(group[0]), after: earlier(after, row) }
  })
  return { ...shown(rows), isSequence: true }
}

function isAlike(one: ReportedCall, other: ReportedCall): boolean {
  return (
    one.line === other.line &&
    one.column === other.column &&
    one.tool === other.tool &&
    markOf(one) === markOf(other) &&
    one.outcome === other.outcome
  )
}

function taskGraph(tasks: readonly ReportedTask[], calls: readonly ReportedCall[]): PlanGraph {
  const indices = new Map([...tasks.entries()].reverse().map(([i, { id }]) => [id, i]))
  const after = tasks.map(({ depends_on }) => depends_on.flatMap((id) => indices.get(id) ?? []))
  const order = inOrder(after)
  const rowOf = new Map(order.map((task, row) => [task, row]))
  const callOf = new Map(calls.map((call) => [call.n, call]))
  const rows = order.flatMap((index, row): GraphRow[] => {
    const task = tasks[index]
    if (task === undefined) return []
    const call = task.call === undefined ? undefined : callOf.get(task.call)
    const rowsBefore = (after[index] ?? []).flatMap((each) => rowOf.get(each) ?? [])
    return [
      {
        task,
        calls: call === undefined ? [] : [call],
        ...(call === undefined ? {} : { mark: markOf(call) }),
        after: earlier(rowsBefore, row),
      },
    ]
  })
  return { ...shown(rows), isSequence: false }
}

function earlier(rows: readonly number[], than: number): readonly number[] {
  return [...new Set(rows)].filter((row) => row < than).sort((a, b) => a - b)
}

function shown(rows: readonly GraphRow[]): Pick<PlanGraph, 'rows' | 'left'> {
  return { rows: rows.slice(0, MOST_ROWS), left: Math.max(0, rows.length - MOST_ROWS) }
}
