/** Runs a plan for real, bound to what was rehearsed: rehearses, shows, asks once, runs; or runs by a receipt from elsewhere. */
import { defined, type JsonValue, printable, readUserFile, readUserText } from '../../base/index.js'
import { parseToolRef, toolRef } from '../../call/index.js'
import { readPolicyFile } from '../../config/index.js'
import type { CopyChoice } from '../../gateway/choices/index.js'
import {
  type ApprovePlan,
  createGateway,
  type Gateway,
  type PlanQuestion,
  rehearseAndRun,
} from '../../gateway/index.js'
import { DEFAULT_JOURNAL } from '../../journal/index.js'
import { describeEffects, type Receipt, readReceipt } from '../../plan/index.js'
import { decide } from '../../policy/index.js'
import { secretValues } from '../../recording/redaction/index.js'
import { renderText } from '../../report/index.js'
import { escapeCiCommands } from '../ci-commands.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor, exitCodeOfRun } from '../exit-code.js'
import { openGatewayStore } from '../gateway-store.js'
import { renderRun } from '../run/render-run.js'
import { settingsFile, settingsTrust } from '../settings.js'

export interface RunSettings {
  /** A path, or `-` for standard input. */
  readonly file: string
  readonly fileName: string
  readonly config: string
  readonly only?: readonly string[]
  readonly receipt?: string
  readonly asRehearsed: boolean
  readonly params?: JsonValue
  readonly seed: number
  readonly runs: number
  readonly policy?: string
  readonly settings?: string
  readonly stubs?: string
  readonly store?: string | boolean
  readonly copy: CopyChoice
  readonly timeoutMs: number
  readonly format: 'text' | 'json'
  /** A path or URL; false: nothing is kept, and what is killed is gone. Default: `DEFAULT_JOURNAL`. */
  readonly journal?: string | false
  readonly journalKey?: string
  /** A file of public keys: nobody here is asked then. */
  readonly verifyKey?: string
}

export async function run(settings: RunSettings, io: DiscreetIo): Promise<ExitCode> {
  const { file, receipt: receiptFile } = settings
  const text = (file === '-' ? await io.stdin() : readUserFile(file, 'the plan', io.cwd)).toString('utf8')
  const given =
    receiptFile === undefined
      ? undefined
      : readReceipt(readUserText(receiptFile, 'the receipt', io.cwd), receiptFile)
  // Standard input that was the plan is nobody who could say yes.
  const person = file === '-' ? undefined : io.ask
  await using opened = await openRunGateway(settings, person, io)
  const { fileName, seed, runs, asRehearsed } = settings
  const report = await rehearseAndRun(
    opened.gateway,
    { text, fileName },
    {
      ...defined({ receipt: given, params: settings.params }),
      ...{ seed, runs, asRehearsed, signal: io.signal },
      ...(settings.verifyKey === undefined
        ? {
            approve: (asked: PlanQuestion, receipt: Receipt) =>
              approved(asked, receipt, settings, person, io),
          }
        : {}),
      onRehearsed: (rehearsed) =>
        io.stderr(renderText(rehearsed, { fileName, source: io.redact(text), colour: false })),
      onListed: (id) => io.stderr(`Run ${id}\n`),
    },
  )
  if (report === undefined) {
    io.stderr('Nothing was run: what is provably wrong in rehearsal is not run for real.\n')
    return exitCodeFor({ failed: true })
  }
  // It waits for a yes that nobody here can give.
  if (report.ended === 'refused' && report.calls.length === 0 && given !== undefined)
    io.stderr(io.redact(question(describeEffects(given))))
  if (settings.format === 'json') io.stdoutMade(io.asJson(report))
  else io.stdoutMade(escapeCiCommands(io.redact(renderRun(report, settings.fileName))))
  return exitCodeOfRun(report)
}

interface OpenedRun extends AsyncDisposable {
  readonly gateway: Gateway
}

/** The same servers, policy, copies and recordings as a gateway has, in this process. */
async function openRunGateway(
  { config, only, policy, settings, stubs, store, copy, timeoutMs, verifyKey, ...kept }: RunSettings,
  person: DiscreetIo['ask'],
  io: DiscreetIo,
): Promise<OpenedRun> {
  const warn = (message: string): void => io.stderr(`Warning: ${printable(message)}\n`)
  const project = settingsFile(settings, io)
  const recordings = await openGatewayStore({ mode: 'live', config, ...defined({ store }) }, io, warn)
  const gateway = await createGateway({
    ...{ config, copy, timeoutMs, spareCopies: 0 },
    ...defined({ only, policy, stubs, verifyKey, store: recordings.store, ...journalChoice(kept, io) }),
    ...(project === undefined
      ? {}
      : { settings: project, trustsSettings: settingsTrust(settings, project, io) }),
    ...(person === undefined
      ? {}
      : {
          approvePlan: async ({ effects }: PlanQuestion) =>
            (await saidYes(person, question(effects)))
              ? { approved: true }
              : { approved: false, why: 'the answer was no' },
        }),
    onWarning: warn,
    ...{ env: io.env, cwd: io.cwd, clock: io.clock, signal: io.signal },
  })
  return {
    gateway,
    async [Symbol.asyncDispose]() {
      await gateway.close()
      await recordings[Symbol.asyncDispose]()
    },
  }
}

function journalChoice(
  { journal = DEFAULT_JOURNAL, journalKey }: Pick<RunSettings, 'journal' | 'journalKey'>,
  io: DiscreetIo,
) {
  if (journal === false) return {}
  io.keepSecret(secretValues({ journal }))
  return { runJournal: journal, journalKey }
}

/** One question for the whole plan. Where nobody can be asked only the policy's word counts, and what would be asked is told. */
async function approved(
  { effects }: PlanQuestion,
  receipt: Receipt,
  { policy }: RunSettings,
  person: DiscreetIo['ask'],
  io: DiscreetIo,
): ReturnType<ApprovePlan> {
  if (person !== undefined)
    return (await saidYes(person, question(effects)))
      ? { approved: true }
      : { approved: false, why: 'the answer was no' }
  if (policy !== undefined && isAllowed(receipt, policy, io)) return { approved: true }
  io.stderr(question(effects))
  return { approved: false, why: NOBODY }
}

async function saidYes(person: NonNullable<DiscreetIo['ask']>, asked: string): Promise<boolean> {
  return /^y(?:es)?$/i.test((await person(`${asked}Run it? [y/N] `)).trim())
}

function isAllowed({ effects }: Receipt, file: string, { cwd }: DiscreetIo): boolean {
  const policy = readPolicyFile(file, cwd)
  return effects.every(({ tool, effect }) => {
    const named = parseToolRef(tool)
    return named !== undefined && decide(toolRef(named), policy, { effect, certain: false }) === 'allow'
  })
}

function question(effects: readonly string[]): string {
  return `\nThe real run may do this, once, and nothing else that changes anything:\n${effects.map((each) => `  ${each}`).join('\n')}\n`
}

const NOBODY =
  'nobody can be asked here. Run it at a terminal, give a policy that allows these tools, or a receipt (--receipt)'
