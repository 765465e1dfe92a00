/** The smallest of a changing set of numbers, each step in logarithmic time. */

export interface IndexHeap {
  push(index: number): void
  /** Takes the smallest out; undefined when empty. */
  pop(): number | undefined
}

/** Creates an empty heap. */
export function createIndexHeap(): IndexHeap {
  const heap: number[] = []
  const at = (position: number): number => heap[position] ?? Infinity
  const swap = (a: number, b: number): void => {
    const kept = at(a)
    heap[a] = at(b)
    heap[b] = kept
  }
  return {
    push(index) {
      heap.push(index)
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1
        if (at(parent) <= at(child)) break
        swap(parent, child)
        child = parent
      }
    },
    pop() {
      const smallest = heap[0]
      const last = heap.pop()
      if (last === undefined || heap.length === 0) return smallest
      heap[0] = last
      for (let parent = 0; ; ) {
        const left = parent * 2 + 1
        const child = at(left + 1) < at(left) ? left + 1 : left
        if (at(parent) <= at(child)) break
        swap(parent, child)
        parent = child
      }
      return smallest
    },
  }
}
