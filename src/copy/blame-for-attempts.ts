/**
 * Which server an attempt to reach the network is laid to. The counters are those of the whole copy: an attempt belongs to whoever is
 * called meanwhile, and while nobody is, to each server that was called before, since its answers may have led to it.
 */

export interface Blame {
  /** A call of a server begins. */
  begin(server: string): BlamedCall
}

export interface BlamedCall {
  soFar(): {
    /** While this call is under way. */
    readonly networkAttempts: number
    /** Of the server, since its first call and before this one. */
    readonly earlierAttempts: number
  }
  end(): void
}

/** `count`: how often something in the copy has tried since the servers have started. */
export function blameForAttempts(count: () => number): Blame {
  const blamed = new Map<string, number>()
  const called = new Set<string>()
  const underWay: string[] = []
  let known = count()

  return {
    begin(server) {
      layToServers()
      const before = known
      const earlierAttempts = blamed.get(server) ?? 0
      called.add(server)
      underWay.push(server)
      return {
        soFar() {
          layToServers()
          return { networkAttempts: known - before, earlierAttempts }
        },
        end() {
          // Alone it is among those to whom the next one lays it.
          if (underWay.length > 1) layToServers()
          underWay.splice(underWay.indexOf(server), 1)
        },
      }
    },
  }

  function layToServers(): void {
    const more = count() - known
    known += more
    if (more === 0) return
    for (const server of new Set(underWay.length > 0 ? underWay : called))
      blamed.set(server, (blamed.get(server) ?? 0) + more)
  }
}
