/** What of a server's launch is secret: credentials that must not be shown or stored, and that tell principals apart. */

import type { RecordingStore } from '../recording/index.js'
import { principalOf } from '../recording/principal.js'
import { secretValues } from '../recording/redaction/index.js'
import type { ServerEntry } from './server-entry.js'

/**
 * Secrets of the environment or the headers, of arguments, of the URL, and of what came through `${VAR}`: by name or by looks. What the
 * config calls a password is one from four characters on: to replace shorter ones wherever they stand would destroy what is innocent.
 */
export function secretsOfServer({ launch, expanded = [], secrets = [] }: ServerEntry): readonly string[] {
  if (launch.kind === 'cassette') return []
  const given =
    launch.kind === 'http'
      ? [launch.headers, { url: launch.url }]
      : [launch.env, ...launch.args.map((arg, i) => named(arg, launch.args[i - 1]))]
  const known = [...given, ...expanded.map((value) => ({ expanded: value }))].flatMap(secretValues)
  return [...new Set([...secrets.filter(({ length }) => length >= 4), ...known])]
}

/** `--token T`, `--token=T`, `TOKEN=T` and `Authorization: T` have names; what has none is known by its looks. */
export function named(arg: string, before = ''): Readonly<Record<string, string>> {
  const [, name, value] = /^-*([A-Za-z][\w-]*)(?:=|: ?(?!\/\/))(.+)$/s.exec(arg) ?? []
  if (name !== undefined && value !== undefined) return { [name]: value }
  return { [/^-+[A-Za-z][\w-]*$/.test(before) ? before : 'argument']: arg }
}

/** Whose recordings a store may give for a server: what was recorded with other credentials is somebody else's. */
export function principalIn(
  store: RecordingStore,
  { entries }: { readonly entries: readonly ServerEntry[] },
): (server: string) => string {
  const secrets = new Map(entries.map((entry) => [entry.name, secretsOfServer(entry)]))
  return (server) => principalOf(secrets.get(server) ?? [], store.salt)
}
