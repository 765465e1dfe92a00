/** What stands while a test runs: its project folder, its server, and the clients of it. */

import { MockMCPClient } from '../client/mock-mcp-client.js'
import type { ClientOptions, StartOptions } from '../client/start-options.js'
import { createProject, type Project, type ProjectOptions } from '../fixtures/project.js'

/** How to set a stage up. */
export interface StagePlan {
  /** Undefined when the server works where the tests do. */
  readonly project: ProjectOptions | undefined
  /** Makes the server ready for its clients; it is given the project that is there. */
  readonly openServer: (project: Project | undefined) => Promise<StagedServer>
}

/** What clients are started with. Disposing ends what is not ended with the last client. */
export interface StagedServer extends AsyncDisposable {
  readonly start: StartOptions
}

/** Disposing stops the clients and then the server, each of them even when another cannot be stopped, and removes the project. */
export interface Stage extends AsyncDisposable {
  readonly project: Project | undefined
  /** The first client: started when it is first asked for. */
  mcp(): Promise<MockMCPClient>
  /** A further client. Whoever started it stops it, or the stage at its end. */
  startClient(options?: ClientOptions): Promise<MockMCPClient>
}

export async function openStage({ project: options, openServer }: StagePlan): Promise<Stage> {
  const project = options === undefined ? undefined : await createProject(options)
  const clients: Promise<MockMCPClient>[] = []
  let server: Promise<StagedServer> | undefined
  let first: Promise<MockMCPClient> | undefined
  let over: Promise<void> | undefined

  function startClient(own: ClientOptions = {}): Promise<MockMCPClient> {
    server ??= openServer(project)
    const client = server.then(({ start }) => MockMCPClient.start({ ...start, ...own }))
    clients.push(client)
    return client
  }

  const dispose = (): Promise<void> => {
    over ??= end()
    return over
  }
  const forget = whenRunIsGone(() => {
    // Nobody is left who could be told.
    dispose().catch(() => undefined)
  })

  async function end(): Promise<void> {
    forget()
    // What could not be started has told so already.
    const started = [...clients, server].map((each) => Promise.resolve(each).catch(() => undefined))
    const failures = await inOrder(started.map((each) => async () => (await each)?.[Symbol.asyncDispose]()))
    failures.push(...(await inOrder([async () => project?.[Symbol.asyncDispose]()])))
    if (failures.length > 0) throw failures[0]
  }

  return {
    project,
    startClient,
    mcp() {
      first ??= startClient()
      return first
    },
    [Symbol.asyncDispose]: dispose,
  }
}

/** Does all of the work one after the other; what was thrown comes back. */
async function inOrder(work: readonly (() => Promise<void>)[]): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const each of work) await each().catch((failure: unknown) => failures.push(failure))
  return failures
}

/** One set for the process, because its end is one event: a listener for each server would trip Node's leak warning. */
const open = new Set<() => void>()

/** Calls `work` should the process that runs the tests lose the one that started it. Returns how to take that back. */
function whenRunIsGone(work: () => void): () => void {
  if (open.size === 0) process.on('disconnect', doAll)
  open.add(work)
  return () => {
    open.delete(work)
    if (open.size === 0) process.off('disconnect', doAll)
  }
}

function doAll(): void {
  for (const work of open) work()
}
