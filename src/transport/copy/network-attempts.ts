/** How often something in a copy tried to reach out: the counters of its own network, which leads nowhere. */
import { closeSync, openSync, readSync } from 'node:fs'

/** How often since the copy was made. */
export interface NetworkAttempts {
  /** Sent to another machine, or a name looked up: there is no way. */
  readonly noRoute: number
  /** A connection to a port of this machine on which nobody listens in the copy. */
  readonly refused: number
  /** A datagram to such a port. */
  readonly noPort: number
}

/** Tells them as often as asked. Disposing lets go of the network: what was told last stands. */
export interface AttemptCounters extends Disposable {
  read(): NetworkAttempts
}

/** Of the network that a process is in, from now on. @throws the error of the file system when there is no such process */
export function attemptCounters(pid: number): AttemptCounters {
  const four = openTable(`/proc/${pid}/net/snmp`)
  const six = openIfThere(`/proc/${pid}/net/snmp6`)
  let texts = [four.read(), six.read()] as const
  const atStart = parseNetworkAttempts(...texts)
  let latest = attemptsSince(atStart, atStart)
  let isOpen = true
  return {
    read() {
      if (!isOpen) return latest
      const now = [four.read(), six.read()] as const
      // It is asked some times in each call, and next to nothing ever moves.
      if (now[0] !== texts[0] || now[1] !== texts[1])
        latest = attemptsSince(parseNetworkAttempts(...now), atStart)
      texts = now
      return latest
    },
    [Symbol.dispose]() {
      if (!isOpen) return
      this.read()
      isOpen = false
      four[Symbol.dispose]()
      six[Symbol.dispose]()
    },
  }
}

interface Table extends Disposable {
  /** As it is now. */
  read(): string
}

function openTable(path: string): Table {
  const fd = openSync(path, 'r')
  const bytes = Buffer.alloc(MOST_BYTES)
  return {
    read: () => bytes.toString('latin1', 0, readSync(fd, bytes, 0, MOST_BYTES, 0)),
    [Symbol.dispose]: () => closeSync(fd),
  }
}

function openIfThere(path: string): Table {
  try {
    return openTable(path)
  } catch {
    // A kernel without IPv6.
    return { read: () => '', [Symbol.dispose]: () => undefined }
  }
}

/** Some ten times as much as there is: the kernel gives all of it at once. */
const MOST_BYTES = 65_536

/** From the texts of `/proc/PID/net/snmp` and `/proc/PID/net/snmp6`. */
function parseNetworkAttempts(snmp: string, snmp6: string): NetworkAttempts {
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

function attemptsSince(now: NetworkAttempts, then: NetworkAttempts): NetworkAttempts {
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
