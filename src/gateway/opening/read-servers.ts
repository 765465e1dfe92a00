/** The servers of a config, whichever way it was given. Nothing is started. */
import { resolve } from 'node:path'
import { type Environment, isList, readUserText, UsageError } from '../../base/index.js'
import { parseServersConfig, type ServerEntry } from '../../config/index.js'
import type { UnavailableServer } from '../../plan/index.js'
import type { ServersDocument } from '../gateway-options.js'
import { startsItself } from './starts-itself.js'

export interface ConfiguredServers {
  readonly entries: readonly ServerEntry[]
  /** Servers that are named and cannot be started. */
  readonly unusable: readonly UnavailableServer[]
  /** Every server that the config names: also those that are disabled, or were not picked. */
  readonly named: readonly string[]
}

export interface ServerSurroundings {
  readonly only: readonly string[] | undefined
  readonly inputs?: Readonly<Record<string, string>> | undefined
  readonly env: Environment
  readonly cwd: string
}

/**
 * A gateway among the servers of its own file is left out.
 * @throws UsageError FILE_UNREADABLE, CONFIG_INVALID, DUPLICATE_SERVER; USAGE for a server of `only` or an input that is not there
 */
export function readServers(
  config: string | ServersDocument | readonly ServerEntry[],
  surroundings: ServerSurroundings,
): ConfiguredServers {
  const all = isList(config) ? ofEntries(config) : parseConfig(config, surroundings)
  const { only, cwd } = surroundings
  const isItself = (entry: ServerEntry): boolean =>
    typeof config === 'string' && startsItself(entry, resolve(cwd, config), cwd)
  const others = { ...all, entries: all.entries.filter((entry) => !isItself(entry)) }
  if (only === undefined) return others
  const itself = all.entries
    .filter(isItself)
    .map(({ name }) => ({ server: name, reason: 'it is this gateway' }))
  return {
    entries: only.map((name) => pick(name, { ...others, unusable: [...others.unusable, ...itself] })),
    unusable: [],
    named: all.named,
  }
}

function ofEntries(entries: readonly ServerEntry[]): ConfiguredServers {
  return { entries, unusable: [], named: entries.map(({ name }) => name) }
}

function parseConfig(
  config: string | ServersDocument,
  { env, cwd, only: chosen, inputs }: ServerSurroundings,
): ConfiguredServers {
  const isFile = typeof config === 'string'
  const text = isFile ? readUserText(config, 'the config', cwd) : JSON.stringify(config)
  const readEnvFile = (path: string): string => readUserText(path, 'the envFile', cwd)
  const fileName = resolve(cwd, isFile ? config : 'the config')
  const context = { fileName, env, cwd, readEnvFile, chosen, inputs }
  const { servers, unusable, disabled } = parseServersConfig(text, context)
  const named = [...servers.map(({ name }) => name), ...unusable.map(({ server }) => server), ...disabled]
  return { entries: servers, unusable, named }
}

function pick(name: string, { entries, unusable }: ConfiguredServers): ServerEntry {
  const found = entries.find((entry) => entry.name === name)
  if (found !== undefined) return found
  const reason = unusable.find(({ server }) => server === name)?.reason ?? 'the config names no such server'
  throw new UsageError('USAGE', `Cannot front the server "${name}": ${reason}`, {
    hint: `it can start ${entries.map((entry) => entry.name).join(', ') || 'none'}`,
  })
}
