/** What a server answers although it declared no capability for it (specification: basic/lifecycle, capability negotiation). */
import { isJsonObject, type JsonObject } from '../../base/index.js'

/** Takes the method of a request that was answered with a result; returns the capability that it lacks, once for each. */
export type UndeclaredCheck = (method: string) => string | undefined

/** Creates the check for a server that declared these. */
export function createUndeclaredCheck(capabilities: JsonObject): UndeclaredCheck {
  const lacking = new Map(
    CAPABILITY_OF.filter(([, ...path]) => !isDeclared(capabilities, path)).map(([method, ...path]) => [
      method,
      path.join('.'),
    ]),
  )
  const told = new Set<string>()
  return (method) => {
    const capability = lacking.get(method)
    if (capability === undefined || told.has(capability)) return undefined
    told.add(capability)
    return capability
  }
}

function isDeclared(capabilities: JsonObject, path: readonly string[]): boolean {
  let declared: JsonObject[string] | undefined = capabilities
  for (const step of path) declared = isJsonObject(declared) ? declared[step] : undefined
  return declared !== undefined && declared !== false
}

/** Completion had no capability in the first revision, and is left out. */
const CAPABILITY_OF: readonly (readonly [method: string, ...path: string[]])[] = [
  ['tools/list', 'tools'],
  ['tools/call', 'tools'],
  ['prompts/list', 'prompts'],
  ['prompts/get', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resources'],
  ['resources/read', 'resources'],
  ['resources/subscribe', 'resources', 'subscribe'],
  ['logging/setLevel', 'logging'],
]
