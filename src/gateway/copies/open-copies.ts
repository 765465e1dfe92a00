/** Starts the servers of a gateway in a copy of this machine, as a client would find them. */
import { defined, packageVersion } from '../../base/index.js'
import { serverSettings } from '../../config/index.js'
import type { PreparedCopies } from '../../copy/index.js'
import type { CopiedServers } from '../../dryrun/index.js'
import type { ServerTools } from '../../registry/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { type ClientView, handlersFor } from './client-view.js'

export interface CopiesWatch {
  /** Told of the folders and files that will be copied, before any is. */
  onRoots?(roots: readonly string[]): void
  /** See `CopyServersOptions`. */
  onListed?(server: string, tools: ServerTools | undefined): void
  /** A server has ended. */
  onEnd?(): void
}

/** Whoever opens it closes it. What it does not copy it tells. @throws the signal's reason when aborted */
export async function openCopies(
  { entries, settings, options, line, clock }: GatewayWorld,
  view: ClientView,
  signal: AbortSignal,
  watch: CopiesWatch,
): Promise<PreparedCopies> {
  const { era, timeoutMs, probeTimeoutMs, cwd = process.cwd() } = options
  const questions = new Map<string, string[]>()
  // Loaded only where something is rehearsed.
  const { copyServers } = await import('../../copy/index.js')
  const prepared = await copyServers(entries, {
    baseDir: cwd,
    signal,
    settingsOf(server) {
      const own = serverSettings(settings, server)
      return { ...own, folders: [...(own.folders ?? []), ...view.folders] }
    },
    session(server) {
      const asked: string[] = []
      questions.set(server, asked)
      return {
        ...{ capabilities: view.capabilities, clock, signal, marks: line.marks() },
        clientInfo: { name: 'understudy', version: packageVersion() },
        handlers: handlersFor(view, (method) => asked.push(method)),
        ...defined({ era, timeoutMs, probeTimeoutMs }),
        tap: ({ kind }) => {
          if (kind === 'closed') watch.onEnd?.()
        },
      }
    },
    onRoots: (roots) => watch.onRoots?.(roots),
    onListed: (server, tools) => watch.onListed?.(server, tools),
  })
  return asksNobody(prepared, (server) => questions.get(server) ?? [])
}

/**
 * What a server in a copy answers after it has asked for what nobody gives it here, is no answer that it gives for real.
 * `asked`: what each server has asked so far, by the name of the method.
 */
function asksNobody(prepared: PreparedCopies, asked: (server: string) => readonly string[]): PreparedCopies {
  return { ...prepared, open: async (signal) => answeringAlone(await prepared.open(signal), asked) }
}

function answeringAlone(copied: CopiedServers, asked: (server: string) => readonly string[]): CopiedServers {
  return {
    ...copied,
    async call(call) {
      const before = asked(call.server).length
      const { outcome, ...seen } = await copied.call(call)
      const question = asked(call.server)[before]
      if (question !== undefined)
        return { ...seen, asked: question, broke: `it asked the client (${question}), and nobody is asked` }
      return outcome === undefined ? seen : { ...seen, outcome }
    },
  }
}
