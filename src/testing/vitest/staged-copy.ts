/** A server of a stage in a copy of this machine: all clients of the stage share it, and it ends with them. */
import { systemClock } from '../../base/index.js'
import { isCopyChoice, openCopy } from '../client/client-copy.js'
import type { StartOptions } from '../client/start-options.js'
import type { Project } from '../fixtures/project.js'
import { warn } from './file-end.js'
import type { StagedServer } from './stage.js'

/** Without `copy`, and in the copy of another client, there is nothing to end but the clients. */
export async function stagedServer(start: StartOptions, project: Project | undefined): Promise<StagedServer> {
  const choice = 'copy' in start ? start.copy : undefined
  if (!('command' in start) || start.command === undefined || !choice || !isCopyChoice(choice))
    return { start, [Symbol.asyncDispose]: async () => undefined }
  const own = choice === true ? {} : choice
  const roots = [...(project === undefined ? [] : [project.folder]), ...(own.roots ?? [])]
  const copy = await openCopy(
    start,
    { onNetworkAttempt: warnOfNetwork, ...own, ...(roots.length === 0 ? {} : { roots }) },
    start.clock ?? systemClock,
  )
  return { start: { ...start, copy }, [Symbol.asyncDispose]: () => copy[Symbol.asyncDispose]() }
}

function warnOfNetwork(): void {
  warn([
    'A server in a copy tried to reach out',
    '  A copy has no network: what the server does now may not be what it would do. `mcp.copy.networkAttempts()` counts',
  ])
}
