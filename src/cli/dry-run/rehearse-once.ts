/** One rehearsal with servers that are ready: shown, and written where the user wants it. */
import { defined, inOneLine, StoreError, writeWholeFile } from '../../base/index.js'
import { type ReceiptOrder, type RehearseOptions, type Report, rehearse } from '../../dryrun/index.js'
import { isWorkflowName, type Receipt } from '../../plan/index.js'
import type { TypeStripper } from '../../program/index.js'
import type { Observation, RecordingStore } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { DryRunSettings } from '../dry-run-settings.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { prepareContacts, wantsContacts, wantsReads } from '../prepare-contacts.js'
import type { PrewarmedSandbox } from '../prewarmed-sandbox.js'
import { withProgress } from '../progress.js'
import type { NamedServers } from '../servers.js'
import { rehearsalSettings } from '../settings.js'
import { openStoreToRead, openStoreToWrite } from '../stores.js'
import { typeCheckerFor } from '../type-check-choice.js'
import type { RehearsalInputs } from './inputs.js'
import type { ReadyServers } from './with-servers.js'

export interface RehearsalOrder {
  readonly settings: DryRunSettings
  readonly inputs: RehearsalInputs
  readonly servers: ReadyServers
  readonly prewarmed: PrewarmedSandbox
  /** Stays open. Default: one for this rehearsal. */
  readonly stripper?: TypeStripper
  /** Called when it is over, before anything of it is shown. */
  readonly onReport?: () => void
}

export async function rehearseOnce(order: RehearsalOrder, io: DiscreetIo): Promise<ExitCode> {
  const { settings, inputs } = order
  const receipt = settings.receipt === undefined ? undefined : await orderReceipt(order, io)
  const report = await rehearsed(order, io, receipt === undefined ? {} : { receipt: receipt.order })
  order.onReport?.()
  if (settings.receipt !== undefined) receipt?.write(settings.receipt)
  const { tellReport } = await import('../report-output.js')
  tellReport({ report, plan: inputs.plan, settings, choice: order.servers.choice }, io)
  const { isFailed } = await import('../../report/index.js')
  return exitCodeFor({ failed: isFailed(report, settings.failOn) })
}

/** The receipt that a rehearsal was asked for. */
interface OrderedReceipt {
  readonly order: ReceiptOrder
  /** Nothing is written where there is none. */
  write(file: string): void
}

async function orderReceipt({ settings, servers }: RehearsalOrder, io: DiscreetIo): Promise<OrderedReceipt> {
  const { notKeepable, DEFAULT_UNDO_LIMITS } = await import('../../undo/index.js')
  const { openedJournal } = await import('../opened-journal.js')
  await using journal = await openedJournal(settings, io)
  let made: Receipt | undefined
  return {
    order: {
      journal: { id: journal.id, key: journal.receiptKey },
      cwd: io.cwd,
      madeMs: io.clock.now(),
      notKeepable: (places) =>
        notKeepable(
          places,
          { ...DEFAULT_UNDO_LIMITS, ...servers.project.undo },
          { env: io.env, nowMs: io.clock.now() },
        ),
      onReceipt(receipt) {
        made = receipt
      },
    },
    write(file) {
      if (made === undefined) io.stderr(`No receipt was written: what failed in rehearsal is not run\n`)
      // It holds no secrets, and its id is of the very text.
      else writeWholeFile(file, `${JSON.stringify(made, null, 2)}\n`, io.cwd)
    },
  }
}

/** The report, shown to nobody. */
export async function rehearsed(
  order: RehearsalOrder,
  io: DiscreetIo,
  more: Pick<RehearseOptions, 'receipt'> = {},
): Promise<Report> {
  const { settings, inputs, servers, prewarmed, stripper } = order
  const { named, project, leftOut, asked } = servers
  await using store = wantsReads(project, settings.liveReads)
    ? await openStoreToWrite(settings.store ?? true, io)
    : await openStoreToRead(settings.store, io)
  await using contacts = wantsContacts(project, settings.liveReads)
    ? await prepareContacts({ ...servers, ...inputs, settings, tools: asked.servers, store }, io)
    : undefined
  await using typeChecker = isWorkflowName(settings.fileName)
    ? undefined
    : await typeCheckerFor(settings.types)
  const sandbox = await prewarmed.ready()
  const rehearsal: RehearseOptions = {
    ...optionsOf(order, io),
    ...(await rehearsalSettings(project, settings.stale)),
    ...contacts?.options,
    findings: [...leftOut, ...(contacts?.options.findings ?? [])],
    secrets: [...named.secrets, ...(project.recordings.redact.values ?? [])],
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(store === undefined ? {} : await storeOptions(store, named)),
    ...defined({ policy: inputs.policy, typeChecker, stripper }),
    stubs: inputs.stubs,
    ...more,
    ...(asked.copies === undefined ? {} : { copies: asked.copies }),
  }
  const observed: Observation[] = []
  const onObserved = (seen: readonly Observation[]): void => void observed.push(...seen)
  const report = await withProgress(io, `Rehearsing ${settings.fileName}`, () =>
    rehearse(inputs.plan, { ...rehearsal, onObserved }),
  )
  if (store !== undefined) await keep(observed, store, io)
  return report
}

/** What was seen of tools outlives the rehearsal where there is a store; one that may only be read is no reason to fail. */
async function keep(observed: readonly Observation[], store: RecordingStore, io: DiscreetIo): Promise<void> {
  try {
    const { keepObserved } = await import('../../recording/index.js')
    await keepObserved(store, observed, io.clock.now())
  } catch (failure) {
    if (!(failure instanceof StoreError)) throw failure
    io.stderr(`Note: what the tools were seen to change is not kept: ${inOneLine(failure.message, 200)}\n`)
  }
}

function optionsOf({ settings, servers: { named, asked } }: RehearsalOrder, io: DiscreetIo): RehearseOptions {
  const { fileName, seed, runs, budget, faults, now, params } = settings
  return {
    tools: asked.servers,
    unavailable: [...asked.unavailable, ...named.unusable],
    contacted: asked.contacted,
    fileName,
    seed,
    runs,
    budget,
    faults,
    now: now ?? io.clock.now(),
    signal: io.signal,
    ...(params === undefined ? {} : { params }),
  }
}

async function storeOptions(
  store: RecordingStore,
  named: NamedServers,
): Promise<Pick<RehearseOptions, 'store' | 'principal'>> {
  const { principalIn } = await import('../../config/index.js')
  return { store, principal: principalIn(store, named) }
}
