/** What is known of a graph before anything was changed: from answers that were recorded. */
import { isJsonObject, type JsonObject } from '../../base/index.js'
import { outcomeValue } from '../../call/index.js'
import type { AskReaders } from '../law.js'
import { type Entity, type Graph, parseEntities, parseRelations } from './graph.js'

/** A part of the graph of which all is known that the changes of the run meet. */
export interface KnownPart extends Graph {
  /** Names of which it is known whether there is an entity. */
  isSettled(name: string): boolean
  /** Names that are known to have no other relations than those that are here. */
  isRelated(name: string): boolean
}

/** All of it, where it was read as a whole. */
export async function wholeGraph(ask: AskReaders): Promise<KnownPart | undefined> {
  const graph = await graphOf('readAll', {}, ask)
  return graph && { ...graph, isSettled: () => true, isRelated: () => true }
}

/** What is known of some names. */
export async function namedPart(names: readonly string[], ask: AskReaders): Promise<KnownPart | undefined> {
  const whole = await wholeGraph(ask)
  if (whole !== undefined) return whole
  const graph = await graphOf('open', { names }, ask)
  if (graph === undefined) return undefined
  const found = new Set(graph.entities.map(({ name }) => name))
  return { ...graph, isSettled: (name) => names.includes(name), isRelated: (name) => found.has(name) }
}

/** What is known of what a search found. */
export async function foundPart(query: string, ask: AskReaders): Promise<KnownPart | undefined> {
  const whole = await wholeGraph(ask)
  if (whole !== undefined) return whole
  const graph = await graphOf('search', { query }, ask)
  if (graph === undefined) return undefined
  const found = new Set(graph.entities.map(({ name }) => name))
  return { ...graph, isSettled: (name) => found.has(name), isRelated: (name) => found.has(name) }
}

/** The entity of a name, null where there is none; undefined where nobody knows. */
export async function entityNamed(name: string, ask: AskReaders): Promise<Entity | null | undefined> {
  const part = await namedPart([name], ask)
  return part && (part.entities.find((each) => each.name === name) ?? null)
}

async function graphOf(role: string, args: JsonObject, ask: AskReaders): Promise<Graph | undefined> {
  const outcome = await ask(role, args)
  const value = outcome?.kind === 'result' ? outcomeValue(outcome) : undefined
  if (!isJsonObject(value)) return undefined
  const [entities, relations] = [parseEntities(value.entities), parseRelations(value.relations)]
  return entities && relations && { entities, relations }
}
