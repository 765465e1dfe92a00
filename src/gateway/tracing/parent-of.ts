/** What a client says of the trace that its request belongs to. */
import { isJsonObject } from '../../base/index.js'
import type { ServiceRequest } from '../../server/index.js'

/** Empty where it says nothing. */
export function parentOf(request: Pick<ServiceRequest, 'params'> | undefined): { readonly parent?: string } {
  const meta = request?.params?._meta
  if (!isJsonObject(meta) || typeof meta.traceparent !== 'string') return {}
  return { parent: meta.traceparent }
}
