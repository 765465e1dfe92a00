/** Tells content blocks from everything else. */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { ContentBlock } from './content.js'

export function isContentBlock(value: JsonValue): value is JsonObject & ContentBlock {
  if (!isJsonObject(value)) return false
  switch (value.type) {
    case 'text':
      return typeof value.text === 'string'
    case 'image':
    case 'audio':
      return typeof value.data === 'string' && typeof value.mimeType === 'string'
    case 'resource_link':
      return typeof value.uri === 'string' && typeof value.name === 'string'
    case 'resource':
      return isJsonObject(value.resource)
    default:
      return false
  }
}
