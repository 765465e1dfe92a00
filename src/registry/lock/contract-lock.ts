/** What servers promised at one time, to hold them to it later. */
import { defined, type JsonObject, type JsonValue } from '../../base/index.js'
import type { ToolAnnotations } from '../../protocol/index.js'
import type { ServerTools } from '../registry.js'

/** Changes when an older release could misread a file. */
export const LOCK_FORMAT = 'understudy.lock/1'

/** Servers and tools stand in the order of their names, members of objects too: equal promises make equal locks. */
export interface ContractLock {
  readonly format: typeof LOCK_FORMAT
  readonly servers: readonly LockedServer[]
}

export interface LockedServer {
  readonly name: string
  /** `serverInfo.version`: for people, and never compared. */
  readonly version?: string
  /**
   * Digest of how the server was started or reached; absent when its tools came from a file. Never compared: it says whether the
   * lock may be read in place of asking a server that is launched in the same way.
   */
  readonly launch?: string
  /** What the server declared when it was met; absent when its tools came from a file that does not say. */
  readonly capabilities?: JsonObject
  /** What beside the tools a client or its model is told; each absent where the server was not asked. */
  readonly revision?: string
  readonly instructions?: string
  readonly prompts?: readonly LockedPrompt[]
  readonly resources?: readonly LockedResource[]
  readonly templates?: readonly LockedTemplate[]
  readonly tools: readonly LockedTool[]
}

export interface LockedPrompt {
  readonly name: string
  readonly title?: string
  readonly description?: string
  /** In the order of their names. */
  readonly arguments?: readonly LockedArgument[]
}

export interface LockedArgument {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly required?: boolean
}

export interface LockedResource extends LockedContents {
  readonly uri: string
}

export interface LockedTemplate extends LockedContents {
  readonly uriTemplate: string
}

interface LockedContents {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
}

export interface LockedTool {
  readonly name: string
  /** See RegisteredTool. */
  readonly fingerprint: string
  /** Digest of the titles and the description. */
  readonly wording: string
  /** What a reader or a model sees, beside what is promised: of a change of it alone only the wording tells. Older locks have neither. */
  readonly title?: string
  readonly description?: string
  /** The hints that the server stated, and its other title. */
  readonly annotations?: ToolAnnotations
  /** Whether a call may, or has to, be made as a task; absent: it may not. */
  readonly taskSupport?: TaskSupport
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonValue
}

export const TASK_SUPPORT = ['optional', 'required'] as const

export type TaskSupport = (typeof TASK_SUPPORT)[number]

export type Hints = Omit<ToolAnnotations, 'title'>

/**
 * Tools out of a lock, in place of asking their servers.
 * The locked tools of each server: what `rehearse` and `createRegistry` take. Locks of earlier releases hold no descriptions.
 */
export function toolsOfLock({ servers }: ContractLock): readonly ServerTools[] {
  return servers.map(({ name, version, capabilities, tools }) => ({
    server: name,
    ...defined({ version, capabilities }),
    tools: tools.map(({ name, title, description, annotations, taskSupport, inputSchema, outputSchema }) => ({
      name,
      ...defined({ title, description }),
      inputSchema,
      ...defined({ outputSchema, annotations }),
      ...(taskSupport === undefined ? {} : { execution: { taskSupport } }),
    })),
  }))
}
