/** What a client must have declared before a server may ask it something. */
import { isJsonObject, type JsonObject } from '../../base/index.js'

/** The capability that the question needs and the client has not; undefined when it may be asked. */
export function missingCapability(
  method: string,
  params: JsonObject | undefined,
  declared: JsonObject,
): JsonObject | undefined {
  if (method === 'roots/list') return declared.roots === undefined ? { roots: {} } : undefined
  if (method === 'sampling/createMessage')
    return declared.sampling === undefined ? { sampling: {} } : undefined
  if (method !== 'elicitation/create') return undefined
  const { elicitation } = declared
  if (params?.mode === 'url')
    return isJsonObject(elicitation) && elicitation.url !== undefined
      ? undefined
      : { elicitation: { url: {} } }
  return elicitation === undefined ? { elicitation: {} } : undefined
}
