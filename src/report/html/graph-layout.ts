/** Where the nodes of a graph stand that is drawn one below the other, in lanes as a history with branches. */

/** The indices of nodes so that none stands before one that it waits for, else as they came; of what waits in a circle the first is first. */
export function inOrder(after: readonly (readonly number[])[]): readonly number[] {
  const order: number[] = []
  const seen = new Set<number>()
  function visit(node: number): void {
    if (seen.has(node)) return
    seen.add(node)
    for (const from of after[node] ?? []) visit(from)
    order.push(node)
  }
  for (const node of after.keys()) visit(node)
  return order
}

/**
 * The lane of each row, from 0; `after` are earlier rows. A lane stays taken until the last row that waits for its row, which takes
 * it over where it can: so an edge goes straight down the lane that it begins in, past no other node, and turns right before its end.
 */
export function lanesOf(after: readonly (readonly number[])[]): readonly number[] {
  const lastUse = [...after.keys()]
  for (const [row, from] of after.entries()) for (const each of from) lastUse[each] = row
  const takenUntil: number[] = []
  const lanes: number[] = []
  for (const [row, from] of after.entries()) {
    const handedOver = from.filter((each) => lastUse[each] === row).map((each) => lanes[each] ?? 0)
    const free = takenUntil.findIndex((until) => until <= row)
    const lane = handedOver.length > 0 ? Math.min(...handedOver) : free === -1 ? takenUntil.length : free
    takenUntil[lane] = lastUse[row] ?? row
    lanes.push(lane)
  }
  return lanes
}
