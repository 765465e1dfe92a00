/** Rehearses a program or a workflow and shows the report. */
import type { Stub } from '../../call/index.js'
import { type Contact, type RehearseOptions, type Report, rehearse } from '../../dryrun/index.js'
import type { RecordingStore } from '../../recording/index.js'
import { renderJson, renderText } from '../../report/index.js'
import type { Backstage } from '../backstage.js'
import { type CliIo, wantsColour } from '../cli-io.js'
import type { DryRunSettings } from '../dry-run-settings.js'
import type { ExitCode } from '../exit-code.js'
import { readUserFile, writeWholeFile } from '../files.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { type AskedServers, askForTools, type NamedServers, nameServers, principalIn } from '../servers.js'
import { openStoreToRead } from '../stores.js'
import { withFrameTrace } from '../trace-file.js'

export async function dryRun(
  settings: DryRunSettings,
  choice: ServerChoice,
  backstage: Backstage,
  io: CliIo,
): Promise<ExitCode> {
  const { file, fileName, format, outs } = settings
  const named = await nameServers(choice, io)
  const plan = file === '-' ? await io.stdin() : readUserFile(file, 'the plan', io.cwd)
  const stubs = settings.stubs === undefined ? [] : await readStubs(settings.stubs, io)
  await using store = await openStoreToRead(settings.store, io)
  const asked = await withFrameTrace(choice, named, io, (trace) =>
    withProgress(io, 'Asking for tools', () => askForTools(named, choice, io, trace)),
  )
  const rehearsal: RehearseOptions = {
    ...optionsOf(settings, named, asked, io),
    ...(await backstage.ready()),
    ...(store === undefined ? {} : storeOptions(store, named)),
    stubs,
  }
  const report = await withProgress(io, `Rehearsing ${fileName}`, () => rehearse(plan, rehearsal))
  const show = (as: 'text' | 'json', colour: boolean): string =>
    as === 'json'
      ? renderJson(report)
      : renderText(report, { fileName, source: Buffer.from(plan).toString('utf8'), colour })
  for (const out of outs) writeWholeFile(out.file, show(out.format, false), io.cwd)
  io.stdout(show(format, wantsColour(io)))
  return exitCodeFor(report, settings.failOn)
}

async function readStubs(file: string, io: CliIo): Promise<readonly Stub[]> {
  const { parseStubsFile } = await import('../../config/index.js')
  return parseStubsFile(readUserFile(file, 'the stubs', io.cwd).toString('utf8'), file)
}

function optionsOf(
  settings: DryRunSettings,
  named: NamedServers,
  asked: AskedServers,
  io: CliIo,
): RehearseOptions {
  const { fileName, seed, now, params } = settings
  return {
    tools: asked.servers,
    unavailable: [...asked.unavailable, ...named.unusable],
    contacted: asked.contacted.map((server): Contact => ({ server, for: 'tools/list' })),
    fileName,
    seed,
    now: now ?? io.clock.now(),
    secrets: named.secrets,
    signal: io.signal,
    ...(params === undefined ? {} : { params }),
  }
}

function storeOptions(
  store: RecordingStore,
  named: NamedServers,
): Pick<RehearseOptions, 'store' | 'principal'> {
  return { store, principal: principalIn(store, named) }
}

function exitCodeFor(report: Report, failOn: DryRunSettings['failOn']): ExitCode {
  if (report.verdict === 'fail') return 1
  const effects = report.side_effects.map(({ effect }) => effect)
  switch (failOn) {
    case 'fail':
      return 0
    case 'uncertain':
      return report.verdict === 'uncertain' ? 1 : 0
    case 'write':
      return effects.length > 0 ? 1 : 0
    case 'destructive':
      return effects.some((effect) => effect !== 'write') ? 1 : 0
  }
}
