/** A graph of named things with observations, and relations between them, as the official memory server keeps it. */
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/index.js'

export interface Entity {
  readonly name: string
  readonly entityType: string
  readonly observations: readonly string[]
}

export interface Relation {
  readonly from: string
  readonly to: string
  readonly relationType: string
}

export interface Graph {
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
}

export interface NamedObservations {
  readonly entityName: string
  readonly observations: readonly string[]
}

export type GraphChange =
  | { readonly kind: 'addEntities'; readonly entities: readonly Entity[] }
  | { readonly kind: 'addRelations'; readonly relations: readonly Relation[] }
  | { readonly kind: 'addObservations'; readonly of: readonly NamedObservations[] }
  | { readonly kind: 'removeEntities'; readonly names: readonly string[] }
  | { readonly kind: 'removeRelations'; readonly relations: readonly Relation[] }
  | { readonly kind: 'removeObservations'; readonly of: readonly NamedObservations[] }

/** Nobody the graph does not know gets observations: whoever asks has made sure of that. */
export function changeGraph({ entities, relations }: Graph, change: GraphChange): Graph {
  switch (change.kind) {
    case 'addEntities': {
      const known = new Set(entities.map(({ name }) => name))
      return { entities: [...entities, ...change.entities.filter(({ name }) => !known.has(name))], relations }
    }
    case 'addRelations': {
      const added = change.relations.filter((each) => !relations.some((other) => isSame(each, other)))
      return { entities, relations: [...relations, ...added] }
    }
    case 'addObservations':
      return { entities: change.of.reduce(withObservations, entities), relations }
    case 'removeEntities': {
      const gone = new Set(change.names)
      return {
        entities: entities.filter(({ name }) => !gone.has(name)),
        relations: relations.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
      }
    }
    case 'removeRelations':
      return {
        entities,
        relations: relations.filter((each) => !change.relations.some((other) => isSame(each, other))),
      }
    case 'removeObservations':
      return { entities: change.of.reduce(withoutObservations, entities), relations }
  }
}

/** The first entity of the name alone, and what it does not say yet; of what is added together the same may come twice. */
function withObservations(entities: readonly Entity[], { entityName, observations }: NamedObservations) {
  return changeFirst(entities, entityName, (known) => [
    ...known,
    ...observations.filter((each) => !known.includes(each)),
  ])
}

function withoutObservations(entities: readonly Entity[], { entityName, observations }: NamedObservations) {
  return changeFirst(entities, entityName, (known) => known.filter((each) => !observations.includes(each)))
}

function changeFirst(
  entities: readonly Entity[],
  name: string,
  change: (observations: readonly string[]) => readonly string[],
): readonly Entity[] {
  const at = entities.findIndex((each) => each.name === name)
  return entities.map((each, i) => (i === at ? { ...each, observations: change(each.observations) } : each))
}

function isSame(a: Relation, b: Relation): boolean {
  return a.from === b.from && a.to === b.to && a.relationType === b.relationType
}

export function findByName({ entities, relations }: Graph, names: readonly string[]): Graph {
  return withRelations(
    entities.filter(({ name }) => names.includes(name)),
    relations,
  )
}

export function findByText({ entities, relations }: Graph, query: string): Graph {
  return withRelations(
    entities.filter((each) => saysText(each, query)),
    relations,
  )
}

function saysText({ name, entityType, observations }: Entity, query: string): boolean {
  return [name, entityType, ...observations].some((text) => text.toLowerCase().includes(query.toLowerCase()))
}

function withRelations(entities: readonly Entity[], relations: readonly Relation[]): Graph {
  const names = new Set(entities.map(({ name }) => name))
  return { entities, relations: relations.filter(({ from, to }) => names.has(from) || names.has(to)) }
}

/** Undefined for what is none. What else its members have is left out, as the server leaves it out. */
export function parseEntities(value: JsonValue | undefined): readonly Entity[] | undefined {
  return allOf(value, ({ name, entityType, observations }) =>
    typeof name === 'string' && typeof entityType === 'string' && isTexts(observations)
      ? { name, entityType, observations }
      : undefined,
  )
}

export function parseRelations(value: JsonValue | undefined): readonly Relation[] | undefined {
  return allOf(value, ({ from, to, relationType }) =>
    typeof from === 'string' && typeof to === 'string' && typeof relationType === 'string'
      ? { from, to, relationType }
      : undefined,
  )
}

/** `member`: what the list of texts is called. */
export function parseObservations(
  value: JsonValue | undefined,
  member: 'contents' | 'observations',
): readonly NamedObservations[] | undefined {
  return allOf(value, ({ entityName, [member]: observations }) =>
    typeof entityName === 'string' && isTexts(observations) ? { entityName, observations } : undefined,
  )
}

export function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return value !== undefined && isJsonArray(value) && value.every((each) => typeof each === 'string')
}

function allOf<Item>(
  value: JsonValue | undefined,
  parse: (each: Readonly<Record<string, JsonValue | undefined>>) => Item | undefined,
): readonly Item[] | undefined {
  if (value === undefined || !isJsonArray(value)) return undefined
  const parsed = value.map((each) => (isJsonObject(each) ? parse(each) : undefined))
  const found = parsed.filter((each) => each !== undefined)
  return found.length === value.length ? found : undefined
}
