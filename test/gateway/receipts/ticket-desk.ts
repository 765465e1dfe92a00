/** A gateway in front of a desk of tickets, where plans are rehearsed by stubs and run by their receipts. */
import { createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Clock,
  canonicalJson,
  digest,
  type JsonObject,
  type JsonValue,
  systemClock,
  UnderstudyError,
} from '../../../src/base/index.js'
import { stub } from '../../../src/call/index.js'
import type { Gateway } from '../../../src/gateway/gateway.js'
import type { GatewayOptions } from '../../../src/gateway/gateway-options.js'
import { createGateway } from '../../../src/gateway/index.js'
import type { RunReport } from '../../../src/gateway/runs/run-report.js'
import type { BoundChoice } from '../../../src/gateway/tools/plans.js'
import { memoryJournal, type RunJournal } from '../../../src/journal/index.js'
import type { Receipt } from '../../../src/plan/index.js'
import { oneGuest } from '../../dryrun/one-guest.js'
import { fixture } from '../notes-gateway.js'

export interface TicketDesk extends AsyncDisposable {
  readonly gateway: Gateway
  readonly folder: string
  readonly journal: RunJournal
  /** As it was at first, with an empty log. */
  reset(): Promise<void>
  /** What the server itself says that it was asked to change, in order. */
  effects(): string[]
}

export interface DeskOptions extends Partial<GatewayOptions> {
  readonly promises?: string
  /** Another argument of its command: what it is, and where, only its user knows. */
  readonly target?: string
  /** False: none that the gateway keeps its runs in. */
  readonly journal?: RunJournal | false
  readonly folder?: string
}

/** In the rehearsal tickets and ids are those of the stubs; the list is what the server has at first. */
export const STUBS = [
  stub('tickets:list_tickets', { result: { tickets: ['a', 'b'] } }),
  stub('tickets:get_time', { result: { now: 1 } }),
  stub('tickets:open_ticket', { result: { id: 'T-stub' } }),
  stub('tickets:close_ticket', { result: { closed: 'x' } }),
  stub('tickets:wipe', { result: { wiped: true } }),
]

/** Long ago: no clock of a real run says so. */
export const REHEARSED_AT = '2020-02-02T02:02:02Z'

export async function openDesk(options: DeskOptions = {}): Promise<TicketDesk> {
  const { promises = '', target, journal: chosen, folder: given, ...rest } = options
  const journal = chosen || memoryJournal()
  const folder = given ?? mkdtempSync(join(tmpdir(), 'understudy-desk-'))
  const log = join(folder, `tickets-${promises}.log`)
  const entry = fixture('tickets', { TICKETS_LOG: log, TICKETS_MODE: promises })
  const gateway = await createGateway({
    config: { mcpServers: { tickets: { ...entry, args: [...entry.args, ...(target ? [target] : [])] } } },
    ...{ cwd: folder, copy: 'never', stubs: STUBS, sandbox: await oneGuest() },
    ...(chosen === false ? {} : { runJournal: journal }),
    ...rest,
  })
  return {
    ...{ gateway, folder, journal },
    async reset() {
      await gateway.callTool('tickets:reset')
      writeFileSync(log, '')
    },
    effects: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { name: string; arguments: JsonObject })
        .filter(({ name }) => name !== 'list_tickets' && name !== 'get_time')
        .map(({ name, arguments: args }) => `${name} ${canonicalJson(args)}`),
    async [Symbol.asyncDispose]() {
      await gateway.close()
      if (given === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface DeskPlan {
  readonly text: string
  readonly fileName?: string
  readonly params?: JsonValue
  readonly seed?: number
}

export async function rehearseAt(
  { gateway }: TicketDesk,
  { text, fileName = 'plan.ts', params = {}, seed = 1 }: DeskPlan,
): Promise<Receipt> {
  const receipts: Receipt[] = []
  const choice = {
    dry_run: true,
    fileName,
    params,
    seed,
    now: REHEARSED_AT,
    onReceipt: (receipt: Receipt) => void receipts.push(receipt),
  } as const
  const report = await gateway.executeCode(text, choice)
  const [receipt] = receipts
  if (receipt === undefined)
    throw new Error(`no receipt: ${report.verdict} ${JSON.stringify(report.validation)}`)
  return receipt
}

/** What became of a run: how it ended and why, as far as it was begun. */
export interface BoundEnd {
  readonly ended: RunReport['ended'] | 'not begun'
  readonly why: string
  readonly report?: RunReport
}

export async function runAt(
  { gateway }: TicketDesk,
  receipt: Receipt,
  { text, fileName = 'plan.ts', params = {} }: DeskPlan,
  choice: BoundChoice = {},
): Promise<BoundEnd> {
  try {
    const report = await gateway.run({ receipt, plan: { text, fileName } }, { params, ...choice })
    return { ended: report.ended, why: report.deviation?.why ?? report.ended_because ?? '', report }
  } catch (failure) {
    if (failure instanceof UnderstudyError) return { ended: 'not begun', why: failure.message }
    throw failure
  }
}

/** What a forger has who lacks the key: an id that fits. */
export function refitted({ id: _, seal: _seal, ...content }: Receipt): string {
  return digest(content)
}

/** What only the journal itself can make. */
export function resealed(receipt: Receipt, key: string): Receipt {
  const id = refitted(receipt)
  const seal = `hmac-sha256:${createHmac('sha256', key).update(canonicalJson(id)).digest('hex')}`
  return { ...receipt, id, seal }
}

/** The machine's clock, so many milliseconds on. */
export function laterBy(ms: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + ms }
}
