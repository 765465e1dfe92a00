/** Content blocks of results and messages (specification: schema.ts, ContentBlock). */
import type { JsonObject } from '../base/index.js'

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
