/** Which tools are those of a server that is known: by what they declare, never by what they are called. */

import { type DeclaredTool, type ServerModel, type ToolModel, toolDigest } from './model.js'
import { FILESYSTEM } from './models/filesystem.js'
import { MEMORY } from './models/memory.js'

/** A tool of a model, and what the server calls the others. */
export interface RecognisedTool extends ToolModel {
  readonly name: string
  readonly law: ServerModel['law']
}

const MODELS: readonly ServerModel[] = [FILESYSTEM, MEMORY]

/** By the names that the user gave the servers, and those of the tools. */
export type Recognised = ReadonlyMap<string, ReadonlyMap<string, RecognisedTool>>

export function recogniseTools(tools: readonly DeclaredTool[]): Recognised {
  const servers = new Map<string, Map<string, RecognisedTool>>()
  for (const tool of tools) {
    const model = modelOf(tool)
    if (model === undefined) continue
    const known = servers.get(tool.server) ?? new Map<string, RecognisedTool>()
    servers.set(tool.server, known.set(tool.name, { ...model, name: tool.name }))
  }
  return servers
}

function modelOf(tool: DeclaredTool): Omit<RecognisedTool, 'name'> | undefined {
  const candidates = MODELS.flatMap(({ law, tools }) => {
    const known = Object.hasOwn(tools, tool.name) ? tools[tool.name] : undefined
    return known === undefined ? [] : [{ ...known, law }]
  })
  if (candidates.length === 0) return undefined
  const digest = toolDigest(tool)
  return candidates.find(({ digests }) => digests.includes(digest))
}
