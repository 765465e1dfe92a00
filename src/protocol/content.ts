/** Content blocks of results and messages (specification: schema.ts, ContentBlock). */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'

interface BlockExtras {
  readonly annotations?: JsonObject
  readonly _meta?: JsonObject
}
export interface TextBlock extends BlockExtras {
  readonly type: 'text'
  readonly text: string
}
export interface ImageBlock extends BlockExtras {
  readonly type: 'image'
  /** Base64. */
  readonly data: string
  readonly mimeType: string
}
export interface AudioBlock extends BlockExtras {
  readonly type: 'audio'
  /** Base64. */
  readonly data: string
  readonly mimeType: string
}
export interface ResourceLinkBlock extends BlockExtras {
  readonly type: 'resource_link'
  readonly uri: string
  readonly name: string
}
export interface EmbeddedResourceBlock extends BlockExtras {
  readonly type: 'resource'
  readonly resource: JsonObject
}

/** One block of a tool's answer. Fields that a server adds are kept. */
export type ContentBlock = TextBlock | ImageBlock | AudioBlock | ResourceLinkBlock | EmbeddedResourceBlock

/** Tells content blocks from everything else. */
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
