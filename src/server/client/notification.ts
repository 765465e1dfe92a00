/** A notification as it goes over the wire. */
import { defined, type JsonObject } from '../../base/index.js'

export function notification(method: string, params?: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, ...defined({ params }) })
}
