/** What tools exist and what they promise. */
import type { Finding, JsonObject } from '../base/index.js'
import type { ToolRef } from '../call/index.js'
import type { Reach } from '../effects/index.js'
import type { Prompt, Resource, ResourceTemplate, Tool } from '../protocol/index.js'
import type { Compilation } from '../schema/index.js'

/** The tools of one server, as it listed them. */
export interface ServerTools {
  /** The name the user gave the server; never `serverInfo.name`. */
  readonly server: string
  /** `serverInfo.version`, where the server was asked. */
  readonly version?: string
  /** Digest of how the server is started or reached; absent when the tools come from a file. */
  readonly launch?: string
  /** What it can reach, as far as that is known; absent: anything on this machine. */
  readonly reach?: Reach
  /** What the server declared that it can do, where it was asked. */
  readonly capabilities?: JsonObject
  /** What it offers beside its tools, where it was asked for that too. */
  readonly offers?: ServerOffers
  readonly tools: readonly Tool[]
}

/** What a client or its model is told beside the tools. */
export interface ServerOffers {
  /** Of the protocol, as both sides agreed. */
  readonly revision: string
  readonly instructions?: string
  /** Empty where it does not declare that it has any; absent where it refused to list them. */
  readonly prompts?: readonly Prompt[]
  readonly resources?: readonly Resource[]
  readonly templates?: readonly ResourceTemplate[]
}

export interface RegisteredTool {
  readonly ref: ToolRef
  readonly server: string
  readonly name: string
  readonly definition: Tool
  readonly input: Compilation
  /** Absent when the tool declares no output schema, as most do. */
  readonly output?: Compilation
  /** Digest of the contract's meaning: input and output schema and annotations, without descriptions and key order. */
  readonly fingerprint: string
}

export type ToolLookup =
  | { readonly kind: 'found'; readonly tool: RegisteredTool }
  | { readonly kind: 'missing'; readonly what: 'server' | 'tool'; readonly didYouMean: readonly ToolRef[] }

/** A snapshot: it never changes, and needs no closing. */
export interface ToolRegistry {
  readonly servers: readonly ServerTools[]
  readonly tools: readonly RegisteredTool[]
  /** What is wrong with the tools themselves: a schema that cannot be admitted, two tools with one name, a server without tools. */
  readonly findings: readonly Finding[]
  /** Of one server alone, and of its tools those that are meant; none of a server that is not known. */
  findingsOf(server: string, isMeant: (tool: string) => boolean): readonly Finding[]
  find(server: string, tool: string): ToolLookup
}
