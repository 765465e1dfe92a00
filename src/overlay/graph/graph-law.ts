/** Servers that keep a graph of named things, and say of it what the official memory server does. */
import type { JsonValue } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import { type Act, type AskReaders, type Law, type RoleCall, type Told, textError } from '../law.js'
import {
  changeGraph,
  findByName,
  findByText,
  type Graph,
  type GraphChange,
  isTexts,
  parseEntities,
  parseObservations,
  parseRelations,
} from './graph.js'
import { entityNamed, foundPart, type KnownPart, namedPart, wholeGraph } from './known-graph.js'

/**
 * Roles: `readAll`, `open` (names), `search` (query), `addEntities` (entities), `addRelations`, `removeRelations` (relations),
 * `addObservations`, `removeObservations` (observations), `removeEntities` (names).
 */
export const graphLaw: Law = {
  async answer(call, acts, ask) {
    const changes = graphChanges(acts)
    if (changes === undefined) return undefined
    switch (call.role) {
      case 'readAll': {
        const whole = await wholeGraph(ask)
        return whole && { outcome: graphResult(changes.reduce(changeGraph, whole)) }
      }
      case 'open':
        return isTexts(call.args.names) ? await opened(call.args.names, changes, ask) : undefined
      case 'search':
        return typeof call.args.query === 'string' ? await found(call.args.query, changes, ask) : undefined
      default:
        return await acknowledged(call, changes, ask)
    }
  },
}

/** What a call did to a graph. Undefined where nobody can tell what it was to do. */
function graphChange({ role, args }: RoleCall): GraphChange | undefined {
  switch (role) {
    case 'addEntities': {
      const entities = parseEntities(args.entities)
      return entities && { kind: role, entities }
    }
    case 'addRelations':
    case 'removeRelations': {
      const relations = parseRelations(args.relations)
      return relations && { kind: role, relations }
    }
    case 'addObservations':
    case 'removeObservations': {
      const of = parseObservations(
        args.observations,
        role === 'addObservations' ? 'contents' : 'observations',
      )
      return of && { kind: role, of }
    }
    case 'removeEntities':
      return isTexts(args.names) ? { kind: role, names: args.names } : undefined
    default:
      return undefined
  }
}

/** All changes of the acts; undefined where one of them cannot be told. */
function graphChanges(acts: readonly Act[]): readonly GraphChange[] | undefined {
  const changes = acts.map((act) => (act.isDone ? graphChange(act) : undefined))
  const known = changes.filter((each) => each !== undefined)
  return known.length === changes.length ? known : undefined
}

async function opened(
  names: readonly string[],
  changes: readonly GraphChange[],
  ask: AskReaders,
): Promise<Told | undefined> {
  const part = await namedPart(names, ask)
  return part && toldOf(findByName(changedPart(part, changes), names), part, changes)
}

async function found(
  query: string,
  changes: readonly GraphChange[],
  ask: AskReaders,
): Promise<Told | undefined> {
  const part = await foundPart(query, ask)
  if (part === undefined) return undefined
  // Of an entity that the search did not find before nobody knows what else it says, or where in the list it comes.
  for (const name of changes.flatMap(changedNames))
    if (!part.isSettled(name) && (await entityNamed(name, ask)) !== null) return undefined
  return toldOf(findByText(changedPart(part, changes), query), part, changes)
}

function changedNames(change: GraphChange): readonly string[] {
  switch (change.kind) {
    case 'addEntities':
      return change.entities.map(({ name }) => name)
    case 'addObservations':
    case 'removeObservations':
      return change.of.map(({ entityName }) => entityName)
    case 'removeEntities':
      return change.names
    default:
      return []
  }
}

/** What is changed of names that the part does not know changes nothing of it. */
function changedPart(part: KnownPart, changes: readonly GraphChange[]): Graph {
  return changes.reduce<Graph>(changeGraph, part)
}

/** Relations of what was not there before may have been there all the same. */
function toldOf(graph: Graph, part: KnownPart, changes: readonly GraphChange[]): Told {
  const wiped = new Set(changes.flatMap((each) => (each.kind === 'removeEntities' ? each.names : [])))
  const isKnown = graph.entities.every(({ name }) => part.isRelated(name) || wiped.has(name))
  return { outcome: graphResult(graph), ...(isKnown ? {} : { inventedAt: ['/relations'] }) }
}

async function acknowledged(
  call: RoleCall,
  changes: readonly GraphChange[],
  ask: AskReaders,
): Promise<Told | undefined> {
  const change = graphChange(call)
  if (change === undefined) return undefined
  switch (change.kind) {
    case 'addEntities': {
      const names = [...new Set(change.entities.map(({ name }) => name))]
      const known = await existing(names, changes, ask)
      return (
        known &&
        assumed({ entities: change.entities.filter(({ name }) => known.get(name) === false) }, 'entities')
      )
    }
    case 'addObservations': {
      const names = [...new Set(change.of.map(({ entityName }) => entityName))]
      for (const name of names) {
        const known = await existing([name], changes, ask)
        if (known?.get(name) === false) return { outcome: textError(`Entity with name ${name} not found`) }
      }
      return undefined
    }
    case 'removeEntities':
    case 'removeObservations':
    case 'removeRelations':
      return call.says === undefined ? undefined : successful(call.says)
    default:
      return undefined
  }
}

/** Which of the names have an entity by now; undefined where that is not known of one of them. */
async function existing(
  names: readonly string[],
  changes: readonly GraphChange[],
  ask: AskReaders,
): Promise<ReadonlyMap<string, boolean> | undefined> {
  const known = new Map<string, boolean>()
  for (const name of names) {
    const isThere = lastWord(name, changes) ?? (await wasThere(name, ask))
    if (isThere === undefined) return undefined
    known.set(name, isThere)
  }
  return known
}

async function wasThere(name: string, ask: AskReaders): Promise<boolean | undefined> {
  const entity = await entityNamed(name, ask)
  return entity === undefined ? undefined : entity !== null
}

/** What the run itself did last: whoever was made or got something is there, whoever was removed is not. */
function lastWord(name: string, changes: readonly GraphChange[]): boolean | undefined {
  const last = changes.findLast(
    (each) => each.kind !== 'removeObservations' && changedNames(each).includes(name),
  )
  return last && last.kind !== 'removeEntities'
}

function graphResult({ entities, relations }: Graph): Outcome {
  const value = { entities, relations } as unknown as JsonValue
  return {
    kind: 'result',
    content: [{ type: 'text', text: JSON.stringify(value, null, 2) }],
    structured: value,
  }
}

function assumed(value: { readonly entities: Graph['entities'] }, member: 'entities'): Told {
  const text = JSON.stringify(value[member], null, 2)
  return {
    outcome: { kind: 'result', content: [{ type: 'text', text }], structured: value as unknown as JsonValue },
    isAssumed: true,
  }
}

function successful(text: string): Told {
  return {
    outcome: {
      kind: 'result',
      content: [{ type: 'text', text }],
      structured: { success: true, message: text },
    },
    isAssumed: true,
  }
}
