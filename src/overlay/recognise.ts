/** Which tools are those of a server that is known: by what they declare, never by what they are called. */
import { ownMember } from '../base/index.js'
import type { FootprintPatterns } from '../effects/index.js'
import { type DeclaredTool, type ServerModel, type ToolModel, toolDigest } from './model.js'
import { FILESYSTEM } from './models/filesystem.js'
import { MEMORY } from './models/memory.js'
import { type RecordRole, recordRole } from './records/stated-roles.js'

/** A tool of a model, or one of which the user says what it reads and writes. */
export interface RecognisedTool extends Omit<ToolModel, 'digests'> {
  readonly name: string
  readonly law: ServerModel['law'] | 'records'
  readonly record?: RecordRole
}

/** A tool, and what the user says of it, which tells something where there is no model. */
export interface ToolToRecognise extends DeclaredTool {
  readonly stated?: FootprintPatterns | undefined
}

const MODELS: readonly ServerModel[] = [FILESYSTEM, MEMORY]

/** By the names that the user gave the servers, and those of the tools. */
export type Recognised = ReadonlyMap<string, ReadonlyMap<string, RecognisedTool>>

export function recogniseTools(tools: readonly ToolToRecognise[]): Recognised {
  const servers = new Map<string, Map<string, RecognisedTool>>()
  for (const tool of tools) {
    const model = modelOf(tool) ?? statedOf(tool)
    if (model === undefined) continue
    const known = servers.get(tool.server) ?? new Map<string, RecognisedTool>()
    servers.set(tool.server, known.set(tool.name, { ...model, name: tool.name }))
  }
  return servers
}

function statedOf({ stated }: ToolToRecognise): Omit<RecognisedTool, 'name'> | undefined {
  const record = stated && recordRole(stated)
  return record && stated && { law: 'records', role: record.role, record, footprint: stated }
}

function modelOf(tool: DeclaredTool): Omit<RecognisedTool, 'name'> | undefined {
  const candidates = MODELS.flatMap(({ law, tools }) => {
    const known = ownMember(tools, tool.name)
    return known === undefined ? [] : [{ ...known, law }]
  })
  if (candidates.length === 0) return undefined
  const digest = toolDigest(tool)
  return candidates.find(({ digests }) => digests.includes(digest))
}
