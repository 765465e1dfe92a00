/** What stands now at the places that a run changes, and beside them. */
import { dirname } from 'node:path'
import type { FormerPlace } from '../plan/index.js'
import { namesIn, stateAt, treeAt } from './look.js'
import type { PlaceState, PlaceStates } from './place-state.js'

/**
 * The places with their contents, all of what is taken as a whole, and of what stands beside them in their folders what is known without
 * reading it: what no copy showed is noticed there.
 */
export function lookAtPlaces(places: readonly FormerPlace[], known: PlaceStates): Map<string, PlaceState> {
  const states = new Map<string, PlaceState>()
  for (const { path, keeps } of places) {
    if (keeps === 'whole' || keeps === 'names')
      for (const [at, state] of treeAt(path, { reads: keeps === 'whole', known }, MOST_ENTRIES) ?? []) {
        if (states.has(at) && keeps === 'names') continue
        states.set(at, state)
      }
    else states.set(path, stateAt(path, { reads: true, known }))
  }
  for (const folder of new Set(places.map(({ path }) => dirname(path)))) {
    const names = namesIn(folder)
    if (names === undefined) {
      // Nobody sees what became of it.
      for (const [path, state] of known)
        if (dirname(path) === folder && !states.has(path)) states.set(path, state)
      continue
    }
    if (!states.has(folder)) states.set(folder, stateAt(folder, { reads: false, known }))
    if (names.length > MOST_BESIDE) continue
    for (const name of names) {
      const path = folder === '/' ? `/${name}` : `${folder}/${name}`
      if (!states.has(path)) states.set(path, stateAt(path, { reads: false, known }))
    }
  }
  return states
}

const MOST_ENTRIES = 50_000
/** A folder with more is not watched for what no copy showed. */
const MOST_BESIDE = 5_000
