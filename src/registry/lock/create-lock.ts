/** Writes down what servers promise. */
import { byText, deepFreeze, defined, digest, UsageError, withSortedMembers } from '../../base/index.js'
import { EFFECT_HINTS } from '../../call/index.js'
import type { Prompt, Resource, Tool } from '../../protocol/index.js'
import { contractFingerprint } from '../contract-fingerprint.js'
import type { ServerOffers, ServerTools } from '../registry.js'
import {
  type ContractLock,
  LOCK_FORMAT,
  type LockedPrompt,
  type LockedResource,
  type LockedServer,
  type LockedTool,
  TASK_SUPPORT,
} from './contract-lock.js'

/**
 * The lock of these servers: the same for the same tools, capabilities and launches, in whatever order they were listed. Of two tools with
 * one name the first counts.
 * @throws UsageError DUPLICATE_SERVER when two servers have one name
 */
export function createLock(servers: readonly ServerTools[]): ContractLock {
  const names = servers.map(({ server }) => server)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined)
    throw new UsageError('DUPLICATE_SERVER', `Cannot lock two servers named ${JSON.stringify(twice)}`, {
      hint: 'give one of them another name',
      data: { server: twice },
    })
  return deepFreeze({ format: LOCK_FORMAT, servers: byName(servers.map(lockServer)) })
}

function lockServer({ server, version, launch, capabilities, offers, tools }: ServerTools): LockedServer {
  const first = new Map(tools.toReversed().map((tool) => [tool.name, tool]))
  return {
    name: server,
    ...defined({ version, launch }),
    ...(capabilities === undefined ? {} : { capabilities: withSortedMembers(capabilities) }),
    ...(offers === undefined ? {} : lockOffers(offers)),
    tools: byName([...first.values()].map(lockTool)),
  }
}

function lockOffers({
  revision,
  instructions,
  prompts,
  resources,
  templates,
}: ServerOffers): Omit<LockedServer, 'name' | 'tools'> {
  return {
    revision,
    ...defined({ instructions }),
    ...defined({
      prompts: prompts && byName(firstOf(prompts, ({ name }) => name).map(lockPrompt)),
      resources:
        resources &&
        firstOf(resources, ({ uri }) => uri)
          .map(({ uri, ...contents }) => ({ uri, ...lockContents(contents) }))
          .sort((a, b) => byText(a.uri, b.uri)),
      templates:
        templates &&
        firstOf(templates, ({ uriTemplate }) => uriTemplate)
          .map(({ uriTemplate, ...contents }) => ({ uriTemplate, ...lockContents(contents) }))
          .sort((a, b) => byText(a.uriTemplate, b.uriTemplate)),
    }),
  }
}

function lockPrompt({ name, title, description, arguments: given }: Prompt): LockedPrompt {
  const args = given?.map(({ name, title, description, required }) => ({
    name,
    ...defined({ title, description, required }),
  }))
  return {
    name,
    ...defined({ title, description }),
    ...(args === undefined ? {} : { arguments: byName(firstOf(args, ({ name }) => name)) }),
  }
}

function lockContents({
  name,
  title,
  description,
  mimeType,
}: Omit<Resource, 'uri'>): Omit<LockedResource, 'uri'> {
  return { name, ...defined({ title, description, mimeType }) }
}

/** Of two with one key the first counts. */
function firstOf<Each>(all: readonly Each[], keyOf: (each: Each) => string): Each[] {
  return [...new Map(all.toReversed().map((each) => [keyOf(each), each])).values()]
}

function lockTool(tool: Tool): LockedTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool
  const stated = (['title', ...EFFECT_HINTS] as const).flatMap((key) => {
    const value = annotations?.[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  return {
    name,
    fingerprint: contractFingerprint(tool),
    wording: wordingOf(tool),
    ...defined({ title, description }),
    ...(stated.length === 0 ? {} : { annotations: Object.fromEntries(stated) }),
    ...defined({ taskSupport: TASK_SUPPORT.find((each) => each === tool.execution?.taskSupport) }),
    inputSchema: withSortedMembers(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: withSortedMembers(outputSchema) }),
  }
}

/** Digest of the words of a tool: as JSON text, which takes half a character where canonical JSON does not. */
export function wordingOf({
  title,
  description,
  annotations,
}: Pick<Tool, 'title' | 'description' | 'annotations'>): string {
  return digest(JSON.stringify([title ?? null, description ?? null, annotations?.title ?? null]))
}

function byName<Named extends { readonly name: string }>(all: readonly Named[]): Named[] {
  return all.toSorted((a, b) => byText(a.name, b.name))
}
