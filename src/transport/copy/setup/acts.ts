/** The acts of the set-up, one by one: each that fails ends it, with its name and what it was done to. */

/** An act that was refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly act: string
  /** What it was done to, as bytes. */
  readonly what: string
  constructor(act: string, what: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.act = act
    this.what = what
  }
}

export interface Acts {
  /** @throws Refusal */
  perform<T>(act: string, what: string, work: () => T): T
  readonly count: number
}

/** `refuse` is for tests: the name or the number, from 1, of the act that is to fail. */
export function countedActs(refuse: string | undefined): Acts {
  let count = 0
  return {
    get count() {
      return count
    },
    perform(act, what, work) {
      count++
      try {
        if (refuse === act || refuse === String(count)) throw new Error('refused for a test')
        return work()
      } catch (cause) {
        throw cause instanceof Refusal ? cause : new Refusal(act, what, cause)
      }
    },
  }
}
