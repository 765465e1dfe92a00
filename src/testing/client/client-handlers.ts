/** What a test answers to the questions of a server, as handlers of a session. */
import { basename, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type JsonObject, UsageError } from '../../base/index.js'
import type { ServerRequestHandler, ServerRequestHandlers } from '../../session/index.js'
import type { HostProfile } from './host-profile.js'

/** Paths or URIs; or a handler that gives the result of `roots/list`. */
export type Roots = readonly string[] | ServerRequestHandler
/** A function from the request's params to its result, or the result that is always given. */
export type Reply = ServerRequestHandler | JsonObject

export interface ClientAnswers {
  readonly roots?: Roots
  readonly onSampling?: Reply
  readonly onElicitation?: Reply
}

/**
 * The handlers for what the test answers and for what the host does by itself. Paths are taken relative to `workingDir`.
 * @throws UsageError USAGE for an answer to what the host does not declare
 */
export function clientHandlers(
  { roots, onSampling, onElicitation }: ClientAnswers,
  workingDir: string,
  host?: HostProfile,
): ServerRequestHandlers {
  if (host !== undefined) checkDeclared(host, { roots, sampling: onSampling, elicitation: onElicitation })
  const { capabilities = {} } = host ?? {}
  const shownRoots = roots ?? (capabilities.roots === undefined ? undefined : [workingDir])
  const elicited = onElicitation ?? (capabilities.elicitation === undefined ? undefined : CANCELLED)
  return {
    ...(shownRoots === undefined ? {} : { 'roots/list': rootsHandler(shownRoots, workingDir) }),
    ...(onSampling === undefined ? {} : { 'sampling/createMessage': asHandler(onSampling) }),
    ...(elicited === undefined ? {} : { 'elicitation/create': asHandler(elicited) }),
  }
}

const CANCELLED: JsonObject = { action: 'cancel' }

function checkDeclared(host: HostProfile, answers: Readonly<Record<string, unknown>>): void {
  for (const [capability, answer] of Object.entries(answers))
    if (answer !== undefined && host.capabilities[capability] === undefined)
      throw new UsageError(
        'USAGE',
        `Cannot imitate the host "${host.name}" and answer ${capability}: it does not declare that`,
        { hint: 'leave the handler out, or the host' },
      )
}

function asHandler(reply: Reply): ServerRequestHandler {
  return typeof reply === 'function' ? reply : () => reply
}

function rootsHandler(roots: Roots, workingDir: string): ServerRequestHandler {
  if (typeof roots === 'function') return roots
  const listed = { roots: roots.map((root) => asRoot(root, workingDir)) }
  return () => listed
}

/** A root must be a file URI (specification: client/roots); another scheme goes as it is, for tests of that. */
function asRoot(root: string, workingDir: string): JsonObject {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(root)) {
    const path = resolve(workingDir, root)
    return { uri: pathToFileURL(path).href, name: basename(path) }
  }
  return { uri: root, name: nameOfUri(root) }
}

function nameOfUri(uri: string): string {
  try {
    return basename(fileURLToPath(uri))
  } catch {
    // Of another scheme, or no path of this system: the URI is the best name there is.
    return uri
  }
}
