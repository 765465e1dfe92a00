/** Resources as servers list and read them (specification: schema.ts, Resource, ResourceTemplate, ResourceContents). */
import type { JsonObject } from '../base/index.js'

export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  /** Bytes. */
  readonly size?: number
  readonly annotations?: JsonObject
  readonly _meta?: JsonObject
}

export interface ResourceTemplate {
  /** A URI template (RFC 6570). */
  readonly uriTemplate: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly annotations?: JsonObject
  readonly _meta?: JsonObject
}

/** A text has `text`; anything else has `blob`, in base64. */
export interface ResourceContents {
  readonly uri: string
  readonly mimeType?: string
  readonly text?: string
  readonly blob?: string
  readonly _meta?: JsonObject
}
