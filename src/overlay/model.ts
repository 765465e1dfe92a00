/** What is known of a server that many use: data, held against the real one by tests. */
import { digest, type JsonObject } from '../base/index.js'
import type { FootprintPatterns } from '../effects/index.js'

export interface ServerModel {
  readonly law: 'files' | 'graph'
  readonly tools: Readonly<Record<string, ToolModel>>
}

export interface ToolModel {
  /** Of what versions of the server declare: see `toolDigest`. */
  readonly digests: readonly string[]
  /** What it does, in the words of the law. Absent: nothing that the law could say, such as searches and sizes. */
  readonly role?: string
  /** Which argument of the tool is which one of the law, where they have other names. */
  readonly takes?: Readonly<Record<string, string>>
  /** What it says when it succeeds, with `{argument}` for an argument of the law. */
  readonly says?: string
  /** True where it changes all or nothing: after an error of the tool all is as it was. */
  readonly isWhole?: boolean
  readonly footprint: FootprintPatterns
}

/** What a server declares of a tool. */
export interface DeclaredTool {
  readonly server: string
  readonly name: string
  readonly description: string
  /** Digest of its schemas and annotations. */
  readonly contract: string
}

/** A digest of all that is declared: two tools of one contract do different things, and say so in their descriptions. */
export function toolDigest({ name, description, contract }: DeclaredTool): string {
  return digest({ name, description, contract })
}

/** The arguments by the names of the law. */
export function argumentsOfLaw({ takes = {} }: Pick<ToolModel, 'takes'>, args: JsonObject): JsonObject {
  const renamed = new Map(Object.entries(takes).map(([ofLaw, ofTool]) => [ofTool, ofLaw]))
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [renamed.get(name) ?? name, value]))
}

/** The arguments of the law as the tool takes them. */
export function argumentsOfTool({ takes = {} }: Pick<ToolModel, 'takes'>, args: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      Object.hasOwn(takes, name) ? (takes[name] ?? name) : name,
      value,
    ]),
  )
}
