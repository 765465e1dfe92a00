/** Tools from a file, without any process. */

import {
  deepFreeze,
  defined,
  inOneLine,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  messageOf,
  parseJson,
  UsageError,
  withoutByteOrderMark,
} from '../base/index.js'
import { isServerName } from '../call/index.js'
import type { Tool } from '../protocol/index.js'
import { described } from './described.js'
import { toolsOfLock } from './lock/contract-lock.js'
import { isLock, readLock } from './lock/parse-lock.js'
import type { ServerTools } from './registry.js'

/**
 * Parses `{server, version?, launch?, capabilities?, tools}`, the result of a `tools/list`, the JSON-RPC response around one, a bare
 * list of tools, or a contract lock of one server. A file that names no server gets `defaultServer`.
 * @throws UsageError TOOLS_INVALID for anything else, and LOCK_INVALID for a lock that is not whole; the message says what was
 *   found, and where
 */
export function parseToolsFile(text: string, fileName: string, defaultServer: string): ServerTools {
  const [only, ...others] = parseToolLists(text, fileName, defaultServer)
  if (only !== undefined && others.length === 0) return only
  throw invalidTools(
    fileName,
    `expected the tools of one server, found ${only === undefined ? 0 : others.length + 1} servers`,
  )
}

/**
 * Parses what `parseToolsFile` does, and files of several servers: a contract lock, or `{servers: [{server, tools}, …]}`.
 * @throws UsageError TOOLS_INVALID, LOCK_INVALID
 */
export function parseToolLists(
  text: string,
  fileName: string,
  defaultServer: string,
): readonly ServerTools[] {
  const document = readJson(text, fileName)
  if (isLock(document)) return deepFreeze(toolsOfLock(readLock(document, fileName)))
  const lists = isJsonObject(document) && !Object.hasOwn(document, 'tools') ? document.servers : undefined
  if (!Array.isArray(lists)) return [parseListing(listingIn(document, fileName), fileName, defaultServer)]
  return lists.map((listing: JsonValue, i) => {
    if (isJsonObject(listing)) return parseListing(listing, fileName, defaultServer)
    throw invalidTools(fileName, `servers[${i}] must be an object, found ${described(listing)}`)
  })
}

function parseListing(listing: JsonObject, fileName: string, defaultServer: string): ServerTools {
  const { tools, capabilities } = listing
  if (!Array.isArray(tools)) {
    throw invalidTools(fileName, `"tools" must be a list of tools, found ${described(tools)}`)
  }
  const server = optionalString(listing, 'server', fileName) ?? defaultServer
  if (!isServerName(server)) {
    throw invalidTools(fileName, `"server" must be a name without a colon, found ${described(server)}`)
  }
  const version = optionalString(listing, 'version', fileName)
  const launch = optionalString(listing, 'launch', fileName)
  if (capabilities !== undefined && !isJsonObject(capabilities)) {
    throw invalidTools(fileName, `"capabilities" must be an object, found ${described(capabilities)}`)
  }
  return deepFreeze({
    server,
    ...defined({ version, launch, capabilities }),
    tools: tools.map((tool: JsonValue, i) => parseTool(tool, i, fileName)),
  })
}

function readJson(text: string, fileName: string): JsonValue {
  const content = withoutByteOrderMark(text)
  if (content.trim() === '') throw invalidTools(fileName, 'the file is empty')
  try {
    return parseJson(content, `the tools file ${fileName}`)
  } catch (cause) {
    const reason = messageOf(cause)
    throw new UsageError('TOOLS_INVALID', inOneLine(reason, 400), { cause, hint: HINT })
  }
}

/** The object that holds `tools`: the document itself, or the result inside a JSON-RPC response. */
function listingIn(document: JsonValue, fileName: string): JsonObject {
  if (Array.isArray(document)) return { tools: document }
  if (!isJsonObject(document))
    throw invalidTools(fileName, `expected an object or a list, found ${described(document)}`)
  if (isJsonObject(document.error)) {
    throw invalidTools(fileName, `it holds an error of the server: ${described(document.error.message)}`)
  }
  return !Object.hasOwn(document, 'tools') && isJsonObject(document.result) ? document.result : document
}

function parseTool(value: JsonValue, index: number, fileName: string): Tool {
  const where = `tools[${index}]`
  if (!isJsonObject(value))
    throw invalidTools(fileName, `${where} must be an object, found ${described(value)}`)
  const { name, inputSchema, annotations } = value
  if (typeof name !== 'string' || name === '') {
    throw invalidTools(fileName, `${where}.name must be text, found ${described(name)}`)
  }
  if (!isJsonObject(inputSchema)) {
    throw invalidTools(
      fileName,
      `${where}.inputSchema (of ${described(name)}) must be an object, found ${described(inputSchema)}`,
    )
  }
  if (annotations !== undefined && !isJsonObject(annotations)) {
    throw invalidTools(
      fileName,
      `${where}.annotations (of ${described(name)}) must be an object, found ${described(annotations)}`,
    )
  }
  for (const [hint, claim] of Object.entries(annotations ?? {})) {
    if (hint.endsWith('Hint') && typeof claim !== 'boolean') {
      throw invalidTools(
        fileName,
        `${where}.annotations.${inOneLine(hint, 60)} (of ${described(name)}) must be true or false, found ${described(claim)}`,
      )
    }
  }
  // Every member that the type requires has been checked above; the others are the server's own words, shown and never acted on.
  return value as unknown as Tool
}

function optionalString(listing: JsonObject, key: string, fileName: string): string | undefined {
  const value = listing[key]
  if (value === undefined || typeof value === 'string') return value
  throw invalidTools(fileName, `"${key}" must be text, found ${described(value)}`)
}

function invalidTools(fileName: string, found: string): UsageError {
  return new UsageError('TOOLS_INVALID', `Cannot read the tools file ${inOneLine(fileName, 200)}: ${found}`, {
    hint: HINT,
  })
}

const HINT =
  'a tools file holds {"server": NAME, "tools": [...]}, the answer of a server to tools/list, or a contract lock'
