/** Faults on purpose: what a server does that is slow, silent, wrong or gone. */
import { type Clock, type Random, UsageError } from '../base/index.js'
import { isHandshake } from '../protocol/index.js'
import type { ServiceRequest, ServiceResponse, Turn } from '../server/index.js'

export interface Fault {
  /** A tool's name, a method, or `*` for every request but the handshake. */
  readonly target: string
  readonly kind: 'delay' | 'timeout' | 'error' | 'malformed' | 'disconnect'
  /** Milliseconds of a delay, code of an error. */
  readonly value?: number
  /** Absent: every time. */
  readonly when?: { readonly nth: number } | { readonly percent: number }
}

/**
 * Reads `TARGET=KIND[:VALUE][@N|@N%]`, such as `echo=delay:500`, `tools/list=error:-32603@2` or `*=disconnect@10%`.
 * @throws UsageError USAGE
 */
export function parseFault(text: string): Fault {
  const [, target, kind, value, when, percent] = FORM.exec(text) ?? []
  if (target === undefined || !isKind(kind)) throw unreadable(text, `it is not TARGET=KIND[:VALUE][@N]`)
  if (kind === 'delay' ? !/^\d+$/.test(value ?? '') : value !== undefined && kind !== 'error')
    throw unreadable(text, kind === 'delay' ? 'a delay needs milliseconds' : `"${kind}" takes no value`)
  const number = Number(when)
  if (when !== undefined && (number === 0 || (percent !== undefined && number > 100)))
    throw unreadable(text, percent === undefined ? 'the first request is @1' : 'a chance is from 1% to 100%')
  return {
    ...{ target, kind },
    ...(value === undefined ? {} : { value: Number(value) }),
    ...(when === undefined ? {} : { when: percent === undefined ? { nth: number } : { percent: number } }),
  }
}

export interface FaultInjector {
  /** What happens instead of an answer; undefined lets the replay answer, after a delay if there is one. */
  strike(request: ServiceRequest, turn: Turn): Promise<ServiceResponse | undefined>
}

/** Creates an injector; it counts requests of all clients together. */
export function createFaultInjector(faults: readonly Fault[], random: Random, clock: Clock): FaultInjector {
  const counts = new Map<Fault, number>()

  function isDue(fault: Fault): boolean {
    const count = (counts.get(fault) ?? 0) + 1
    counts.set(fault, count)
    if (fault.when === undefined) return true
    return 'nth' in fault.when ? fault.when.nth === count : random.next() * 100 < fault.when.percent
  }

  return {
    async strike(request, turn) {
      for (const fault of faults.filter((each) => isOf(each, request)).filter(isDue)) {
        if (fault.kind === 'delay') await clock.sleep(fault.value ?? 0, turn.signal)
        else return strikeWith(fault, request, turn)
      }
      return undefined
    },
  }
}

function strikeWith(
  { kind, value }: Fault,
  { method }: ServiceRequest,
  turn: Turn,
): Promise<ServiceResponse> {
  switch (kind) {
    case 'error':
      return Promise.resolve({
        error: { code: value ?? -32603, message: `Internal error of ${method}: a fault on purpose` },
      })
    case 'malformed':
      turn.sendRaw('{"jsonrpc":"2.0","result":{"content":[{"type":"te')
      return never(turn)
    case 'disconnect':
      turn.hangUp()
      return never(turn)
    default:
      return never(turn)
  }
}

/** Until the client gives up. */
function never({ signal }: Turn): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function isOf({ target }: Fault, { method, params }: ServiceRequest): boolean {
  if (target === '*') return !isHandshake(method)
  return target === method || (method === 'tools/call' && target === params?.name)
}

const KINDS = ['delay', 'timeout', 'error', 'malformed', 'disconnect'] as const
const FORM = /^(.+?)=([a-z]+)(?::(-?\d+))?(?:@(\d+)(%)?)?$/s

function isKind(text: string | undefined): text is Fault['kind'] {
  return KINDS.some((kind) => kind === text)
}

function unreadable(text: string, problem: string): UsageError {
  return new UsageError('USAGE', `Cannot read the fault ${JSON.stringify(text)}: ${problem}`, {
    hint: `such as echo=delay:500, tools/list=error:-32603@2 or *=disconnect@10%; kinds are ${KINDS.join(', ')}`,
  })
}
