/** What a server sees of the client behind a rehearsal: what a real run would tell it, but that nobody is asked. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { canonicalJson, isJsonObject, type JsonObject, SessionError } from '../../base/index.js'
import type { ServerRequestHandlers } from '../../session/index.js'
import type { Requester } from '../requester.js'

export interface ClientView {
  /** Two clients with one key are the same for a server. */
  readonly key: string
  readonly capabilities: JsonObject
  /** What it says when it is asked for its roots; absent where it cannot be asked, or refuses. */
  readonly roots?: JsonObject
  /** Of its roots, those that are there on this machine. */
  readonly folders: readonly string[]
}

/** True where its roots are known without asking it. */
export function isPlain({ capabilities }: Requester): boolean {
  return capabilities.roots === undefined
}

/** True where servers see what they see of a client that can be asked nothing, and so list to it what they list for everybody. */
export function isForEverybody({ capabilities }: ClientView): boolean {
  return Object.keys(capabilities).length === 0
}

/** Asks the client for its roots, where it has some: no server is started in a copy before. */
export async function viewOf(by: Requester): Promise<ClientView> {
  const { capabilities } = by
  const roots = isPlain(by) ? undefined : await askForRoots(by)
  return {
    key: canonicalJson({ capabilities, roots: roots ?? null }),
    capabilities,
    folders: roots === undefined ? [] : foldersIn(roots),
    ...(roots === undefined ? {} : { roots }),
  }
}

/** Of a session in a copy. `onAsked` is told of what a person would have been asked. */
export function handlersFor(
  { capabilities, roots }: ClientView,
  onAsked: (method: string) => void,
): ServerRequestHandlers {
  const refuse = (method: string) => (): never => {
    onAsked(method)
    throw new Error(`Cannot answer ${method}: this is a rehearsal, in which nobody is asked`)
  }
  return {
    ...(capabilities.roots === undefined
      ? {}
      : { 'roots/list': roots === undefined ? refuse('roots/list') : () => roots }),
    ...(capabilities.sampling === undefined
      ? {}
      : { 'sampling/createMessage': refuse('sampling/createMessage') }),
    ...(capabilities.elicitation === undefined ? {} : { 'elicitation/create': refuse('elicitation/create') }),
  }
}

async function askForRoots(by: Requester): Promise<JsonObject | undefined> {
  try {
    return await by.ask('roots/list', {})
  } catch (failure) {
    by.signal.throwIfAborted()
    // Servers are told the same: it has roots, and does not say them.
    if (failure instanceof SessionError) return undefined
    throw failure
  }
}

function foldersIn({ roots }: JsonObject): readonly string[] {
  if (!Array.isArray(roots)) return []
  return roots.flatMap((root) => {
    const path = isJsonObject(root) && typeof root.uri === 'string' ? pathOf(root.uri) : undefined
    return path !== undefined && existsSync(path) ? [path] : []
  })
}

/** Undefined for what is no file of this machine. */
function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    // Of another scheme, another host, or no address at all.
    return undefined
  }
}
