/** Who waits until what a recorder process was told is stored, and how far it is. */
export interface StoredMarks {
  /** So many bytes more were told. */
  told(bytes: number): void
  /** Whose exchange is over in the first `bytes` that were told is stored. */
  stored(bytes: number): void
  /** A new recorder process begins, and is told so many bytes first: what is waited for is among them, or was stored before. */
  restarted(bytes: number): void
  /** Nothing more is stored. */
  fail(failure: Error): void
  /** Resolves once all that was told until now is stored, where its exchange is over. Rejects with what `fail` was told. */
  reached(): Promise<void>
}

interface Waiting {
  readonly bytes: number
  readonly resolve: () => void
  readonly reject: (failure: Error) => void
}

export function createStoredMarks(): StoredMarks {
  let toldBytes = 0
  let storedBytes = 0
  let waiting: Waiting[] = []
  let failure: Error | undefined

  function reach(bytes: number): void {
    storedBytes = bytes
    const over = waiting.filter((each) => each.bytes <= bytes)
    waiting = waiting.filter((each) => each.bytes > bytes)
    for (const { resolve } of over) resolve()
  }

  return {
    told(bytes) {
      toldBytes += bytes
    },
    stored: reach,
    restarted(bytes) {
      toldBytes = bytes
      waiting = waiting.map((each) => ({ ...each, bytes }))
      reach(0)
    },
    fail(why) {
      failure = why
      for (const { reject } of waiting) reject(why)
      waiting = []
    },
    reached() {
      if (failure !== undefined) return Promise.reject(failure)
      if (storedBytes >= toldBytes) return Promise.resolve()
      return new Promise((resolve, reject) => waiting.push({ bytes: toldBytes, resolve, reject }))
    },
  }
}
