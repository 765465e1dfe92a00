/** Reads resources, their templates and their contents (specification: server/resources). */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { Reading } from './codec.js'
import { isText, shown, wellTyped } from './well-typed.js'

/** None without a URI and a name. */
export function readResource(item: JsonValue, complaints: string[]): Resource[] {
  if (isJsonObject(item) && isText(item.uri ?? null)) {
    const resource = wellTyped(item, { ...MEMBERS, size: isNumber }, `resource "${item.uri}"`, complaints)
    if (isResource(resource)) return [resource]
  }
  complaints.push(`a resource without a uri and a name was left out: ${shown(item)}`)
  return []
}

/** Resources as servers list and read them (specification: schema.ts, Resource, ResourceTemplate, ResourceContents). */
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

/** None without a URI template and a name. */
export function readResourceTemplate(item: JsonValue, complaints: string[]): ResourceTemplate[] {
  if (isJsonObject(item) && isText(item.uriTemplate ?? null)) {
    const template = wellTyped(item, MEMBERS, `resource template "${item.uriTemplate}"`, complaints)
    if (isResourceTemplate(template)) return [template]
  }
  complaints.push(`a resource template without a uriTemplate and a name was left out: ${shown(item)}`)
  return []
}

/** Contents without a URI, or with neither text nor blob, are left out and complained about. */
export function readResourceContents(result: JsonValue): Reading<readonly ResourceContents[]> {
  const contents = isJsonObject(result) ? result.contents : undefined
  if (!Array.isArray(contents)) return { kind: 'unusable', reason: 'the result has no array "contents"' }
  const complaints: string[] = []
  const value = contents.flatMap((item: JsonValue) => {
    if (isContents(item)) return [item]
    complaints.push(`contents without a uri and a text or blob were left out: ${shown(item)}`)
    return []
  })
  return { kind: 'read', value, complaints }
}

const MEMBERS = {
  title: isText,
  description: isText,
  mimeType: isText,
  annotations: isJsonObject,
  _meta: isJsonObject,
}

/** The optional members of these have been checked before. */
function isResource(value: JsonObject): value is JsonObject & Resource {
  return typeof value.uri === 'string' && typeof value.name === 'string'
}

function isResourceTemplate(value: JsonObject): value is JsonObject & ResourceTemplate {
  return typeof value.uriTemplate === 'string' && typeof value.name === 'string'
}

function isContents(value: JsonValue): value is JsonObject & ResourceContents {
  return (
    isJsonObject(value) &&
    typeof value.uri === 'string' &&
    (value.mimeType === undefined || isText(value.mimeType)) &&
    (value._meta === undefined || isJsonObject(value._meta)) &&
    (typeof value.text === 'string') !== (typeof value.blob === 'string')
  )
}

function isNumber(value: JsonValue): boolean {
  return typeof value === 'number'
}
