/** Holds servers to what was locked. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defined, readUserText, UsageError } from '../../base/index.js'
import {
  CHANGE_CLASSES,
  type ContractChange,
  type ContractLock,
  compareContracts,
  createLock,
  parseLock,
} from '../../registry/index.js'
import { type Drift, type DriftChange, renderDrift, type TestsAtRisk } from '../../report/index.js'
import { brokenRecordings } from '../broken-recordings.js'
import { layoutFor } from '../cli-io.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { type AskedServers, askForTools, nameServers } from '../servers.js'
import { openStoreToRead } from '../stores.js'
import type { Drifted } from '../tests-at-risk.js'
import { withFrameTrace } from '../trace-file.js'

export interface VerifySettings {
  /** The lock file. */
  readonly lock: string
  readonly failOn: Drift['fail_on']
  readonly format: 'text' | 'json'
  readonly store?: string
  /** Files and folders with tests; empty: none are looked at. */
  readonly tests: readonly string[]
}

export async function verifyContracts(
  settings: VerifySettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<ExitCode> {
  refuseMissingLock(settings.lock, io)
  const locked = parseLock(readUserText(settings.lock, 'the contract lock', io.cwd), settings.lock)
  const named = await nameServers(choice, io)
  const names = [
    ...named.entries.map(({ name }) => name),
    ...named.listed.map(({ server }) => server),
    ...named.unusable.map(({ server }) => server),
  ]
  const scope = inScope(locked, names, choice, settings.lock)
  await using store = settings.store === undefined ? undefined : await openStoreToRead(settings.store, io)
  const asked = await withFrameTrace(choice, named, io, (trace) =>
    withProgress(io, 'Asking for tools', (tell) =>
      askForTools(named, choice, io, trace, { withOffers: true, tell }),
    ),
  )
  const unavailable = io.redact([...asked.unavailable, ...named.unusable])
  const live = createLock(io.redact(asked.servers))
  const changes = changesOf(scope, live, unavailable)
  const drifted = { locked: scope, live: asked.servers, changes }
  const drift: Drift = {
    format: 'understudy.drift/1',
    lock: settings.lock,
    fail_on: settings.failOn,
    failed: changes.some((change) => isAtLeast(change, settings.failOn)),
    counts: countsOf(changes),
    servers: serversOf(scope, live),
    changes: changes.map(asDriftChange),
    recordings: store === undefined ? null : await brokenRecordings(store, scope, asked.servers),
    tests: await brokenTests(settings.tests, drifted, io.cwd),
    not_asked: locked.servers.filter((server) => !scope.servers.includes(server)).map(({ name }) => name),
    unavailable,
  }
  if (settings.format === 'json') io.stdoutJson(drift)
  else io.stdout(renderDrift(io.redact(drift), layoutFor(io)))
  return exitCodeFor({ failed: drift.failed, unavailable: unavailable.length > 0 })
}

/** Loaded only where it is asked for: it takes the test kit. */
async function brokenTests(
  paths: readonly string[],
  drifted: Drifted,
  cwd: string,
): Promise<TestsAtRisk | null> {
  if (paths.length === 0) return null
  const { testsAtRisk } = await import('../tests-at-risk.js')
  return testsAtRisk(paths, drifted, cwd)
}

function refuseMissingLock(file: string, { cwd }: DiscreetIo): void {
  if (existsSync(resolve(cwd, file))) return
  throw new UsageError('FILE_UNREADABLE', `Cannot read the contract lock "${file}": there is no such file`, {
    hint: `understudy lock writes one, of the servers that are named in the same way; paths start from ${cwd}`,
  })
}

/**
 * What of the lock is to be held against the servers: all of it for a whole config, else those that were named.
 * @throws UsageError when the lock holds none of them
 */
function inScope(
  locked: ContractLock,
  names: readonly string[],
  choice: ServerChoice,
  file: string,
): ContractLock {
  const servers = locked.servers.filter(({ name }) => names.includes(name))
  if (servers.length === 0)
    throw new UsageError('USAGE', `Cannot verify "${names.join('", "')}": "${file}" locks no such server`, {
      hint: `it locks ${locked.servers.map(({ name }) => name).join(', ') || 'none'}; name a server given by command with --name`,
    })
  const isWhole = choice.config !== undefined && choice.only.length === 0
  return isWhole ? locked : { ...locked, servers }
}

/** Of a server that could not be asked nothing is known: it is told, and has not changed. */
function changesOf(
  locked: ContractLock,
  live: ContractLock,
  unavailable: AskedServers['unavailable'],
): readonly ContractChange[] {
  const unasked = new Set(unavailable.map(({ server }) => server))
  const known = locked.servers.filter(({ name }) => !unasked.has(name))
  return compareContracts({ ...locked, servers: known }, live)
}

function isAtLeast(change: ContractChange, failOn: Drift['fail_on']): boolean {
  // What steers a model ranks with what breaks.
  const least = failOn === 'breaking' ? 'instructions' : failOn
  return CHANGE_CLASSES.indexOf(change.class) <= CHANGE_CLASSES.indexOf(least)
}

function countsOf(changes: readonly ContractChange[]): Drift['counts'] {
  const count = (name: ContractChange['class']) => changes.filter((change) => change.class === name).length
  return {
    breaking: count('breaking'),
    instructions: count('instructions'),
    risky: count('risky'),
    additive: count('additive'),
    wording: count('wording'),
  }
}

function serversOf(locked: ContractLock, live: ContractLock): Drift['servers'] {
  return live.servers.map(({ name, version, tools }) => {
    const was = locked.servers.find((server) => server.name === name)
    return {
      server: name,
      tools: { locked: was?.tools.length ?? 0, live: tools.length },
      version: { locked: was?.version ?? null, live: version ?? null },
    }
  })
}

function asDriftChange({
  class: name,
  server,
  tool,
  part,
  pointer,
  message,
  ...rest
}: ContractChange): DriftChange {
  const { witness, didYouMean, item, text } = rest
  return {
    class: name,
    server,
    tool: tool ?? null,
    part,
    ...defined({ item }),
    pointer,
    message,
    ...(text === undefined ? {} : { text: { was: text.was ?? null, now: text.now ?? null } }),
    ...defined({ witness, did_you_mean: didYouMean }),
  }
}
