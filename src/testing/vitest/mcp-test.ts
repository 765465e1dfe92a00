/** Tests of a server, with a client of it as a fixture. */
import { systemClock, UsageError } from '../../base/index.js'
import { isCopyChoice, openCopy } from '../client/client-copy.js'
import type {
  BuildTarget,
  CassetteTarget,
  ClientOptions,
  CommandTarget,
  ImageTarget,
  ObjectTarget,
  StartOptions,
  UrlTarget,
} from '../client/start-options.js'
import type { Project, ProjectOptions } from '../fixtures/project.js'
import { warn } from './file-end.js'
import type { StagedServer, StagePlan } from './stage.js'
import type { ScopeOptions } from './staged-test.js'

/** A server as `MockMCPClient.start` takes it, for many tests, and how they share it. */
export type McpTestOptions = ServerOptions & ClientOptions & ScopeOptions & WorkOptions

type ServerOptions = ProjectCommand | UrlTarget | ObjectTarget | ProjectContainer | CassetteTarget

export interface WorkOptions {
  /** The folder that the server works in, fresh for each server. Without it the server works where the tests do. */
  readonly project?: ProjectOptions
}

/** A command whose working folder is the project, unless it is given another. */
export interface ProjectCommand extends Omit<CommandTarget, 'env'> {
  /** Given as a function it is told the project: `(project) => ({ NOTES: project.path('notes') })`. */
  readonly env?: Variables | ((project: Project) => Variables)
}

/** A container that may be told of the project, and see it: `(project) => [`${project.folder}:/project`]`. */
export type ProjectContainer = OfProject<ImageTarget> | OfProject<BuildTarget>

type OfProject<Target extends Pick<ImageTarget, 'env' | 'mounts'>> = Omit<Target, 'env' | 'mounts'> & {
  readonly env?: Variables | ((project: Project) => Variables)
  readonly mounts?: readonly string[] | ((project: Project) => readonly string[])
}

type Variables = Readonly<Record<string, string>>

/** Which files a container or a copy opened cannot be told from outside: nothing is said of it unless it was asked for. */
export function scopeOf(options: McpTestOptions): ScopeOptions {
  const isUnseen = 'image' in options || 'build' in options || ('copy' in options && options.copy)
  return isUnseen ? { liveness: 'off', ...options } : options
}

/** The options of a client and a stage's plan in one: what belongs to the tests is taken out. */
export function planOf({ scope, reset, vacuity, liveness, project, ...start }: McpTestOptions): StagePlan {
  return {
    project,
    openServer: (folder) => stagedServer(startOf(start, folder), folder),
  }
}

/**
 * A server of a stage in a copy of this machine: all clients of the stage share it, and it ends with them.
 * Without `copy`, and in the copy of another client, there is nothing to end but the clients.
 */
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

function startOf(start: ServerOptions & ClientOptions, project: Project | undefined): StartOptions {
  if ('command' in start) return inProject(start, project)
  return 'image' in start || 'build' in start ? withProject(start, project) : start
}

/** A container works where its image says; it sees of the project what is mounted. */
export function withProject(
  { env, mounts, ...container }: ProjectContainer & ClientOptions,
  project: Project | undefined,
): StartOptions {
  return {
    ...container,
    ...(env === undefined ? {} : { env: ofProject('env', env, project) }),
    ...(mounts === undefined ? {} : { mounts: ofProject('mounts', mounts, project) }),
  }
}

export function inProject(
  { env, ...command }: ProjectCommand & ClientOptions,
  project: Project | undefined,
): StartOptions {
  return {
    ...(project === undefined ? {} : { workingDir: project.folder }),
    ...command,
    ...(env === undefined ? {} : { env: ofProject('env', env, project) }),
  }
}

function ofProject<T extends object>(
  name: 'env' | 'mounts',
  value: T | ((project: Project) => T),
  project: Project | undefined,
): T {
  if (typeof value !== 'function') return value
  if (project !== undefined) return value(project)
  throw new UsageError('USAGE', `Cannot call "${name}": the tests have no project`, {
    hint: 'give the option "project", {} for an empty folder',
  })
}
