/**
 * When files were last read is moved by whoever reads them, and no world can have it as another one has. Worlds that are to be compared
 * get it otherwise, so that what tells it shows.
 */
import { lstatSync } from 'node:fs'
import { namesInFolder, shellWords } from '../../base/index.js'
import { isInside } from '../server-roots.js'
import type { Keeper } from './keeper.js'
import { noted } from './noted.js'

/** `paths` and what is below them, as far as they are in copies of roots: last read at `atMs`, since the epoch. Contents and their times stay. */
export async function setAccessTimes(keeper: Keeper, paths: readonly string[], atMs: number): Promise<void> {
  const places = paths.flatMap((path) => placeOf(keeper, path) ?? []).flatMap((place) => below(keeper, place))
  const [...each] = new Set(places.slice(0, MOST_PLACES))
  if (each.length === 0) return
  const touch = ['touch', '-a', '-c', '-h', '-d', `@${Math.floor(atMs / 1000)}`, '--', ...each]
  await keeper.inTurn(() =>
    noted(keeper, 'touched', `${shellWords(touch)} </dev/null >/dev/null 2>&1; echo "touched -"`),
  )
}

/** Each of them is looked at once more afterwards. */
const MOST_PLACES = 500

/** Where it lies for the keeper. */
function placeOf({ layout }: Keeper, path: string): string | undefined {
  const root = layout.roots.find((each) => path === each.path || isInside(path, each.path))
  return root?.copy === undefined ? undefined : `${root.copy}${path.slice(root.path.length)}`
}

function below(keeper: Keeper, place: string): readonly string[] {
  const found: string[] = []
  const open = [place]
  for (let at = open.shift(); at !== undefined && found.length < MOST_PLACES; at = open.shift()) {
    const here = `/proc/${keeper.pid}/root${at}`
    const status = lstatSync(here, { throwIfNoEntry: false })
    if (status === undefined) continue
    found.push(at)
    if (status.isDirectory()) for (const name of namesInFolder(here)) open.push(`${at}/${name}`)
  }
  return found
}
