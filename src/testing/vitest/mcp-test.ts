/** Tests of a server, with a client of it as a fixture. */
import { UsageError } from '../../base/index.js'
import type {
  ClientOptions,
  CommandTarget,
  ObjectTarget,
  StartOptions,
  UrlTarget,
} from '../client/start-options.js'
import type { Project, ProjectOptions } from '../fixtures/project.js'
import type { StagePlan } from './stage.js'
import type { ScopeOptions } from './staged-test.js'

/** A server as `MockMCPClient.start` takes it, for many tests, and how they share it. */
export type McpTestOptions = ServerOptions & ClientOptions & ScopeOptions & WorkOptions

type ServerOptions = ProjectCommand | UrlTarget | ObjectTarget

export interface WorkOptions {
  /** The folder that the server works in, fresh for each server. Without it the server works where the tests do. */
  readonly project?: ProjectOptions
}

/** A command whose working folder is the project, unless it is given another. */
export interface ProjectCommand extends Omit<CommandTarget, 'env'> {
  /** Given as a function it is told the project: `(project) => ({ NOTES: project.path('notes') })`. */
  readonly env?: Variables | ((project: Project) => Variables)
}

type Variables = Readonly<Record<string, string>>

/** The options of a client and a stage's plan in one: what belongs to the tests is taken out. */
export function planOf({ scope, reset, vacuity, liveness, project, ...start }: McpTestOptions): StagePlan {
  return {
    project,
    openServer: async (folder) => ({
      start: 'command' in start ? inProject(start, folder) : start,
      async [Symbol.asyncDispose]() {
        // A process on stdio, a connection and a server object end with their client.
      },
    }),
  }
}

export function inProject(
  { env, ...command }: ProjectCommand & ClientOptions,
  project: Project | undefined,
): StartOptions {
  return {
    ...(project === undefined ? {} : { workingDir: project.folder }),
    ...command,
    ...(env === undefined ? {} : { env: variablesOf(env, project) }),
  }
}

function variablesOf(env: NonNullable<ProjectCommand['env']>, project: Project | undefined): Variables {
  if (typeof env !== 'function') return env
  if (project !== undefined) return env(project)
  throw new UsageError('USAGE', 'Cannot call "env": the tests have no project', {
    hint: 'give the option "project", {} for an empty folder',
  })
}
