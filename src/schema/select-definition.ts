/** One definition of a large document as a schema of its own. */
import { escapedStep, isJsonObject, type JsonObject, type JsonValue, pointerSteps } from '../base/index.js'

/**
 * A schema that is the definition `name` under `$defs` or `definitions`, with only those other definitions that it
 * reaches. The same as a `$ref` into the whole document, and compiled without looking at the rest of it.
 * Undefined when there is no such definition. Follows `#/$defs/…` references, which documents of this kind use.
 */
export function selectDefinition(document: JsonObject, name: string): JsonObject | undefined {
  const container = isJsonObject(document.$defs) ? '$defs' : 'definitions'
  const all = document[container]
  if (!isJsonObject(all) || !Object.hasOwn(all, name)) return undefined
  const reached = new Set([name])
  // A set takes what is added while it is walked.
  for (const next of reached)
    for (const reference of referencesIn(all[next] ?? true)) {
      const [folder, target] = pointerSteps(reference.slice(1))
      if (folder === container && target !== undefined && Object.hasOwn(all, target)) reached.add(target)
    }
  return {
    ...(typeof document.$schema === 'string' ? { $schema: document.$schema } : {}),
    $ref: `#/${container}/${escapedStep(name)}`,
    [container]: Object.fromEntries(Object.entries(all).filter(([key]) => reached.has(key))),
  }
}

function referencesIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : referencesIn(child),
  )
}
