/** What a call did to a graph. */
import type { Act, RoleCall } from '../law.js'
import { type GraphChange, isTexts, parseEntities, parseObservations, parseRelations } from './graph.js'

/** Undefined where nobody can tell what it was to do. */
export function graphChange({ role, args }: RoleCall): GraphChange | undefined {
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
export function graphChanges(acts: readonly Act[]): readonly GraphChange[] | undefined {
  const changes = acts.map((act) => (act.isDone ? graphChange(act) : undefined))
  const known = changes.filter((each) => each !== undefined)
  return known.length === changes.length ? known : undefined
}
