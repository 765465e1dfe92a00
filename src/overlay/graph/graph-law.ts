/** Servers that keep a graph of named things, and say of it what the official memory server does. */
import { isSameJson, type JsonValue } from '../../base/index.js'
import { type Outcome, outcomeValue, type ResultOutcome } from '../../call/index.js'
import { type Act, type AskReaders, type Law, type RoleCall, type Told, textError } from '../law.js'
import {
  changeGraph,
  type Entity,
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
      const known = await existing(change.entities, changes, ask)
      return madeReply(change.entities, known)
    }
    case 'addObservations': {
      const names = [...new Set(change.of.map(({ entityName }) => entityName))]
      for (const name of names)
        if ((await isThere(name, changes, ask)) === false)
          return { outcome: textError(`Entity with name ${name} not found`) }
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

/** The names of which it is known whether they have an entity by now. */
async function existing(
  entities: readonly Entity[],
  changes: readonly GraphChange[],
  ask: AskReaders,
): Promise<ReadonlyMap<string, boolean>> {
  const known = new Map<string, boolean>()
  for (const { name } of entities) {
    const isKnown = await isThere(name, changes, ask)
    if (isKnown !== undefined) known.set(name, isKnown)
  }
  return known
}

/** Undefined where nobody knows. */
async function isThere(
  name: string,
  changes: readonly GraphChange[],
  ask: AskReaders,
): Promise<boolean | undefined> {
  return lastWord(name, changes) ?? (await wasThere(name, ask))
}

/** Those that are there already are not made again. Of whom nobody knows whether they are, it is told both ways: all are new, or some. */
function madeReply(entities: readonly Entity[], known: ReadonlyMap<string, boolean>): Told | undefined {
  const open = [...new Set(entities.flatMap(({ name }) => (known.has(name) ? [] : [name])))]
  if (open.length > MOST_OPEN) return undefined
  const wanted = entities.filter(({ name }) => known.get(name) !== true)
  const [first, ...others] = subsetsOf(open).map((there) =>
    made(wanted.filter(({ name }) => !there.has(name))),
  )
  if (first === undefined) return undefined
  const told: Told = { outcome: first, isAssumed: true }
  if (others.length === 0) return told
  const values = [first, ...others].map(outcomeValue)
  return {
    ...told,
    inventedAt: ['/entities'],
    orElse: others,
    isPossible: (value) => values.some((each) => isSameJson(each, value)),
  }
}

/** Twice as many variants for each. */
const MOST_OPEN = 3

/** The empty one first. */
function subsetsOf<Item>([first, ...others]: readonly Item[]): readonly ReadonlySet<Item>[] {
  if (first === undefined) return [new Set()]
  const without = subsetsOf(others)
  return [...without, ...without.map((each) => new Set([first, ...each]))]
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

function made(entities: readonly Entity[]): ResultOutcome {
  const text = JSON.stringify(entities, null, 2)
  const value = { entities } as unknown as JsonValue
  return { kind: 'result', content: [{ type: 'text', text }], structured: value }
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
