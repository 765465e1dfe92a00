/** Which URI names which place of a document (JSON Schema core, 8.2): resources by `$id`, places in them by anchor or pointer. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pointerSteps,
  toPointer,
  valueAt,
} from '../../base/index.js'
import type { Dialect } from '../admit/dialect.js'
import { subschemasOf } from './schema-positions.js'

/** A place in the document. `base` is the URI of the resource that it belongs to. */
export interface Place {
  readonly pointer: string
  readonly base: string
}

export interface SchemaResources {
  /** The place that a reference written in the resource `base` names; undefined when it leaves the document or leads nowhere. */
  resolve(reference: string, base: string): Place | undefined
  /** The URI of the resource that begins at this place, or the one given. */
  baseAt(pointer: string, base: string): string
  /** The dynamic anchors of a resource, by name; the empty name stands for `$recursiveAnchor`. */
  dynamicAnchors(base: string): ReadonlyMap<string, Place>
}

/** The URI of a document that does not name itself. Nothing is ever fetched from it. */
const NAMELESS = 'json-schema:///'

/** Indexes every identifier and anchor at a place where a schema stands. Never fetches anything. */
export function indexResources(
  document: JsonValue,
  dialect: Dialect,
): SchemaResources & { readonly root: Place } {
  const index = createIndex(dialect)
  const rootBase = idOf(document, NAMELESS, dialect) ?? NAMELESS
  index.roots.set(rootBase, { pointer: '', base: rootBase })
  walk(document, [], rootBase, index)
  return {
    root: { pointer: '', base: rootBase },
    resolve: (reference, base) => resolve(document, index, reference, base),
    baseAt: (pointer, base) => index.bases.get(pointer) ?? base,
    dynamicAnchors: (base) => index.dynamic.get(base) ?? new Map(),
  }
}

interface Index {
  readonly dialect: Dialect
  readonly roots: Map<string, Place>
  /** Places where a resource begins, by pointer. */
  readonly bases: Map<string, string>
  /** Places by `base#anchor`. */
  readonly anchors: Map<string, Place>
  readonly dynamic: Map<string, Map<string, Place>>
}

function createIndex(dialect: Dialect): Index {
  return { dialect, roots: new Map(), bases: new Map(), anchors: new Map(), dynamic: new Map() }
}

function walk(schema: JsonValue, path: readonly string[], outerBase: string, index: Index): void {
  if (!isJsonObject(schema)) return
  const pointer = toPointer(path)
  const base = idOf(schema, outerBase, index.dialect) ?? outerBase
  if (base !== outerBase || pointer === '') {
    index.bases.set(pointer, base)
    if (!index.roots.has(base)) index.roots.set(base, { pointer, base })
  }
  noteAnchors(schema, { pointer, base }, index)
  for (const { path: steps, schema: child } of subschemasOf(schema))
    walk(child, [...path, ...steps], base, index)
}

/** In draft-07 a `$ref` hides everything beside it, `$id` included; an `$id` that is only a fragment is an anchor. */
function idOf(schema: JsonValue, base: string, dialect: Dialect): string | undefined {
  const id = textAt(schema, '$id')
  if (id === undefined || id.startsWith('#')) return undefined
  if (dialect === 'draft-07' && textAt(schema, '$ref') !== undefined) return undefined
  return resolveUri(id, base)
}

function noteAnchors(schema: JsonObject, place: Place, index: Index): void {
  const names =
    index.dialect === 'draft-07'
      ? [textAt(schema, '$id')?.match(/^#(.+)$/)?.[1]]
      : [textAt(schema, '$anchor'), textAt(schema, '$dynamicAnchor')]
  for (const name of names) {
    const key = `${place.base}#${name}`
    if (name !== undefined && !index.anchors.has(key)) index.anchors.set(key, place)
  }
  const dynamicName =
    index.dialect === '2020-12'
      ? textAt(schema, '$dynamicAnchor')
      : schema.$recursiveAnchor === true && index.dialect === '2019-09'
        ? ''
        : undefined
  if (dynamicName !== undefined) noteDynamic(dynamicName, place, index)
}

function noteDynamic(name: string, place: Place, index: Index): void {
  const anchors = index.dynamic.get(place.base) ?? new Map<string, Place>()
  if (!anchors.has(name)) anchors.set(name, place)
  index.dynamic.set(place.base, anchors)
}

function resolve(document: JsonValue, index: Index, reference: string, base: string): Place | undefined {
  const hash = reference.indexOf('#')
  const uri = resolveUri(hash < 0 ? reference : reference.slice(0, hash), base)
  const fragment = hash < 0 ? '' : decodeFragment(reference.slice(hash + 1))
  const root = uri === undefined ? undefined : index.roots.get(uri)
  if (root === undefined || fragment === undefined) return undefined
  if (fragment === '') return root
  if (!fragment.startsWith('/')) return index.anchors.get(`${root.base}#${fragment}`)
  const pointer = root.pointer + fragment
  return valueAt(document, pointer) === undefined
    ? undefined
    : { pointer, base: baseAbove(pointer, root, index) }
}

/** A pointer may cross into a resource inside its resource: references from there start at the inner one. */
function baseAbove(pointer: string, root: Place, index: Index): string {
  const steps = pointerSteps(pointer)
  for (let length = steps.length; length > 0; length--) {
    const inner = index.bases.get(toPointer(steps.slice(0, length)))
    if (inner !== undefined) return inner
  }
  return root.base
}

function resolveUri(reference: string, base: string): string | undefined {
  if (reference === '') return base
  try {
    const url = new URL(reference, base)
    url.hash = ''
    return url.href.replace(/#$/, '')
  } catch {
    // A text that is no URI names no resource.
    return undefined
  }
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    // Broken percent-encoding names nothing.
    return undefined
  }
}

function textAt(schema: JsonValue, key: string): string | undefined {
  const value = isJsonObject(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined
  return typeof value === 'string' ? value : undefined
}
