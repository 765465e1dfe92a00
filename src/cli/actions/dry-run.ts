/** Rehearses a program or a workflow and shows the report. */

import { readUserFile, writeWholeFile } from '../../base/index.js'
import type { Stub } from '../../call/index.js'
import { type ReceiptOrder, type RehearseOptions, rehearse } from '../../dryrun/index.js'
import type { Receipt } from '../../plan/index.js'
import type { Policy } from '../../policy/index.js'
import type { RecordingStore } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { DryRunSettings } from '../dry-run-settings.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { prepareContacts, wantsContacts, wantsReads } from '../prepare-contacts.js'
import { type PreparedServers, prepareServers } from '../prepare-servers.js'
import type { PrewarmedSandbox } from '../prewarmed-sandbox.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { type NamedServers, nameServers } from '../servers.js'
import { readSettingsInForce, rehearsalSettings } from '../settings.js'
import { openStoreToRead, openStoreToWrite } from '../stores.js'
import { withFrameTrace } from '../trace-file.js'

export async function dryRun(
  settings: DryRunSettings,
  choice: ServerChoice,
  prewarmed: PrewarmedSandbox,
  io: DiscreetIo,
): Promise<ExitCode> {
  const { file, fileName } = settings
  const named = await nameServers(choice, io)
  const plan = file === '-' ? await io.stdin() : readUserFile(file, 'the plan', io.cwd)
  const stubs = settings.stubs === undefined ? [] : await readStubs(settings.stubs, io)
  const { settings: project, leftOut } = await readSettingsInForce(settings.settings, io)
  const policy = settings.policy === undefined ? undefined : await readPolicy(settings.policy, io)
  io.keepSecret(project.recordings.redact.values ?? [])
  await using store = wantsReads(project, settings.liveReads)
    ? await openStoreToWrite(settings.store ?? true, io)
    : await openStoreToRead(settings.store, io)
  const receipt = settings.receipt === undefined ? undefined : await orderReceipt(settings, io)
  const report = await withFrameTrace(choice, named, io, async (trace) => {
    await using asked = await withProgress(io, 'Asking for tools', (tell) =>
      prepareServers({ named, choice, project, settings, tell }, io, trace),
    )
    await using contacts = wantsContacts(project, settings.liveReads)
      ? await prepareContacts(
          { named, choice, project, settings, plan, tools: asked.servers, policy, trace, store },
          io,
        )
      : undefined
    const sandbox = await prewarmed.ready()
    const rehearsal: RehearseOptions = {
      ...optionsOf(settings, named, asked, io),
      ...(await rehearsalSettings(project, settings.stale)),
      ...contacts?.options,
      findings: [...(leftOut === undefined ? [] : [leftOut]), ...(contacts?.options.findings ?? [])],
      secrets: [...named.secrets, ...(project.recordings.redact.values ?? [])],
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(store === undefined ? {} : await storeOptions(store, named)),
      ...(policy === undefined ? {} : { policy }),
      stubs,
      ...(receipt === undefined ? {} : { receipt: receipt.order }),
      ...(asked.copies === undefined ? {} : { copies: asked.copies }),
    }
    return await withProgress(io, `Rehearsing ${fileName}`, () => rehearse(plan, rehearsal))
  })
  if (settings.receipt !== undefined) receipt?.write(settings.receipt)
  const { tellReport } = await import('../report-output.js')
  tellReport(report, plan, settings, io)
  const { isFailed } = await import('../../report/index.js')
  return exitCodeFor({ failed: isFailed(report, settings.failOn) })
}

interface OrderedReceipt {
  readonly order: ReceiptOrder
  /** Nothing is written where there is none. */
  write(file: string): void
}

async function orderReceipt(
  { journal: chosen, journalKey: keyFile }: DryRunSettings,
  io: DiscreetIo,
): Promise<OrderedReceipt> {
  const { DEFAULT_JOURNAL, openJournal } = await import('../../journal/index.js')
  const name = chosen ?? DEFAULT_JOURNAL
  const { secretValues } = await import('../../recording/redaction/index.js')
  io.keepSecret(secretValues({ journal: name }))
  await using journal = await openJournal({ name, keyFile, env: io.env, cwd: io.cwd })
  let made: Receipt | undefined
  return {
    order: {
      journal: { id: journal.id, key: journal.receiptKey },
      cwd: io.cwd,
      madeMs: io.clock.now(),
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

async function readPolicy(file: string, io: DiscreetIo): Promise<Policy> {
  const { readPolicyFile } = await import('../../config/index.js')
  return readPolicyFile(file, io.cwd)
}

async function readStubs(file: string, io: DiscreetIo): Promise<readonly Stub[]> {
  const { parseStubsFile } = await import('../../config/index.js')
  const { createSchemaCompiler } = await import('../../schema/index.js')
  const text = readUserFile(file, 'the stubs', io.cwd).toString('utf8')
  return parseStubsFile(text, file, createSchemaCompiler())
}

function optionsOf(
  settings: DryRunSettings,
  named: NamedServers,
  asked: PreparedServers,
  io: DiscreetIo,
): RehearseOptions {
  const { fileName, seed, runs, budget, now, params } = settings
  return {
    tools: asked.servers,
    unavailable: [...asked.unavailable, ...named.unusable],
    contacted: asked.contacted,
    fileName,
    seed,
    runs,
    budget,
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
