/** Reads and opens what a gateway was given by name. */
import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Environment, readUserText, systemClock, UsageError } from '../../base/index.js'
import {
  NO_SETTINGS,
  parseSettings,
  parseStubsFile,
  readPolicyFile,
  type Settings,
  secretsOfServer,
  settingsEffects,
  withoutTrust,
} from '../../config/index.js'
import { memoryJournal, openJournal, type RunJournal } from '../../journal/index.js'
import { readVerifyKeys } from '../../plan/index.js'
import { type Policy, parsePolicy } from '../../policy/index.js'
import type { RecordingStore, SharedStore } from '../../recording/index.js'
import { captureRedactor, secretValues } from '../../recording/redaction/index.js'
import { isPostgresUrl } from '../../recording/store-name.js'
import { parseLock } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { DEFAULT_UNDO_LIMITS } from '../../undo/index.js'
import type { GatewayOptions } from '../gateway-options.js'
import { memoryRunArchive } from '../runs/memory-run-archive.js'
import type { RunArchive } from '../runs/run-archive.js'
import { sharedRunArchive } from '../runs/shared-run-archive.js'
import { createGatewayLine } from './gateway-line.js'
import type { GatewayWorld } from './gateway-world.js'
import { createProgramPlace } from './program-place.js'
import { readServers } from './read-servers.js'
import { rulesWithoutServer } from './rules-without-server.js'

export interface OpenWorld extends AsyncDisposable {
  readonly world: GatewayWorld
}

/**
 * Whatever was given opened stays open; the rest is closed with what is returned.
 * @throws UsageError, StoreError; nothing is left open then
 */
export async function openWorld(options: GatewayOptions): Promise<OpenWorld> {
  const { cwd = process.cwd(), env = process.env, clock = systemClock, onWarning = () => undefined } = options
  const servers = readServers(configOf(options), { only: options.only, inputs: options.inputs, env, cwd })
  const { entries } = servers
  // The file has been read.
  const file = typeof options.config === 'string' ? realpathSync(resolve(cwd, options.config)) : undefined
  const line = createGatewayLine({ file, entries, env })
  const read = (path: string, what: string): string => readUserText(path, what, cwd)
  const { policy, lock, stubs = [], settings, trustsSettings = true } = options
  const settingsOf = async (path: string): Promise<Settings> => {
    const text = read(path, 'the settings')
    const readEnvFile = (file: string): string => read(file, 'the envFile')
    const all = parseSettings(text, path, { env, cwd, readEnvFile })
    if (typeof trustsSettings === 'function' ? await trustsSettings(text) : trustsSettings) return all
    const { settings, leftOut } = withoutTrust(all)
    if (leftOut.length > 0)
      onWarning(
        `What ${path} says of ${leftOut.join(', ')} does not count, since nobody named the file: --settings ${path} does`,
      )
    return settings
  }
  const documents = {
    policy: typeof policy === 'string' ? readPolicyFile(policy, cwd) : checkedPolicy(policy),
    lock: typeof lock === 'string' ? parseLock(read(lock, 'the lock'), lock) : lock,
    stubs:
      typeof stubs === 'string'
        ? parseStubsFile(read(stubs, 'the stubs'), stubs, createSchemaCompiler())
        : stubs,
    settings: settings === undefined ? NO_SETTINGS : await settingsOf(settings),
  }
  for (const { server, reason } of servers.unusable) onWarning(`Cannot use the server "${server}": ${reason}`)
  for (const warning of rulesWithoutServer(documents.policy, servers.named)) onWarning(warning)
  const { verifyKey } = options
  const approvers =
    verifyKey === undefined ? undefined : readVerifyKeys(read(verifyKey, 'the key of approvers'), verifyKey)
  const opened = await openNamedStore(options, cwd, onWarning)
  const place = createProgramPlace(options.sandbox)
  const archive = options.archive ?? archiveIn(opened.store)
  const journal = await openRunJournal(options, { env, cwd })
  const secrets = [...entries.flatMap(secretsOfServer), ...opened.secrets]
  return {
    world: {
      ...servers,
      ...documents,
      effects: await settingsEffects(documents.settings),
      ...{ options, line, archive, clock, place, secrets, cwd },
      approvers,
      ...{ env, undo: { ...DEFAULT_UNDO_LIMITS, ...documents.settings.undo } },
      ...{ journal, keepsRuns: options.runJournal !== undefined },
      store: opened.store,
      redactor: captureRedactor(opened.store, secrets, documents.settings.recordings.redact),
      budgets: options.budgets ?? {},
      warn: onWarning,
    },
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]()
      if (typeof options.runJournal === 'string') await journal[Symbol.asyncDispose]()
      if (options.archive === undefined) await archive[Symbol.asyncDispose]()
      await opened[Symbol.asyncDispose]()
    },
  }
}

/** Without one that was named, receipts end with the gateway. */
async function openRunJournal(
  { runJournal: chosen, journalKey: keyFile }: GatewayOptions,
  place: { readonly env: Environment; readonly cwd: string },
): Promise<RunJournal> {
  if (chosen === undefined) return memoryJournal()
  return typeof chosen !== 'string' ? chosen : openJournal({ name: chosen, keyFile, ...place })
}

/** Callers in JavaScript have no types: a misspelt rule would protect nothing. */
function checkedPolicy(policy: Policy | undefined): Policy | undefined {
  return policy === undefined ? undefined : parsePolicy(policy, 'the policy')
}

/** What gateways share a store for, they share too: any of them serves what another one has run. */
function archiveIn(store: RecordingStore | undefined): RunArchive {
  return store !== undefined && isShared(store) ? sharedRunArchive(store) : memoryRunArchive()
}

function isShared(store: RecordingStore): store is SharedStore {
  return store.isShared === true
}

/** Recordings say by themselves of which servers they are. */
function configOf({ config, mode }: GatewayOptions): NonNullable<GatewayOptions['config']> {
  if (config !== undefined) return config
  if (mode === 'replay') return []
  throw new UsageError('USAGE', 'Cannot make a gateway without servers', {
    hint: 'give it a config: the path of a file with "mcpServers", or what such a file holds',
  })
}

interface OpenedStore extends AsyncDisposable {
  readonly store: RecordingStore | undefined
  /** Of its URL. */
  readonly secrets: readonly string[]
}

async function openNamedStore(
  { store, mode = 'live' }: GatewayOptions,
  cwd: string,
  warn: (message: string) => void,
): Promise<OpenedStore> {
  if (store === undefined || isStore(store))
    return { store, secrets: [], [Symbol.asyncDispose]: () => Promise.resolve() }
  const name = String(store)
  const where = isPostgresUrl(name) ? name : resolve(cwd, name)
  const isRead = mode === 'dry' || mode === 'replay'
  if (isRead && !isPostgresUrl(name) && !existsSync(where))
    throw new UsageError('FILE_UNREADABLE', `Cannot read the store "${name}": there is no such file`, {
      hint: `a gateway in the mode "record" makes one; paths start from ${cwd}`,
    })
  // Loaded only where there is a store.
  const { openStore, refuseReadOnly } = await import('../../recording/index.js')
  const opened = await openStore(where, { warn })
  if (mode === 'record') await refuseReadOnly(opened)
  return {
    store: opened,
    secrets: secretValues({ store: name }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

function isStore(store: string | URL | RecordingStore): store is RecordingStore {
  return typeof store === 'object' && 'append' in store
}
