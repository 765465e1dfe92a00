/** How often something in a copy tried to reach out: the counters of its own network, which leads nowhere. */

/** How often since the copy was made. */
export interface NetworkAttempts {
  /** Sent to another machine, or a name looked up: there is no way. */
  readonly noRoute: number
  /** A connection to a port of this machine on which nobody listens in the copy. */
  readonly refused: number
  /** A datagram to such a port. */
  readonly noPort: number
}

/** From the texts of `/proc/PID/net/snmp` and `/proc/PID/net/snmp6`. */
export function parseNetworkAttempts(snmp: string, snmp6: string): NetworkAttempts {
  const four = readTables(snmp)
  const six = Object.fromEntries(
    snmp6.split('\n').map((line) => {
      const [name = '', value = '0'] = line.trim().split(/\s+/)
      return [name, Number(value)]
    }),
  )
  return {
    noRoute: (four['Ip:OutNoRoutes'] ?? 0) + (six.Ip6OutNoRoutes ?? 0),
    refused: four['Tcp:AttemptFails'] ?? 0,
    noPort: (four['Udp:NoPorts'] ?? 0) + (six.Udp6NoPorts ?? 0),
  }
}

export function attemptsSince(now: NetworkAttempts, then: NetworkAttempts): NetworkAttempts {
  return {
    noRoute: now.noRoute - then.noRoute,
    refused: now.refused - then.refused,
    noPort: now.noPort - then.noPort,
  }
}

/** Pairs of lines: `Ip: Forwarding …`, `Ip: 1 …`. */
function readTables(text: string): Record<string, number> {
  const lines = text.split('\n').map((line) => line.split(' '))
  const found: Record<string, number> = {}
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const [names = [], values = []] = [lines[i], lines[i + 1]]
    names.slice(1).forEach((name, at) => {
      found[`${names[0]}${name}`] = Number(values[at + 1])
    })
  }
  return found
}
