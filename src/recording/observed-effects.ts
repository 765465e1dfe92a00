/**
 * What tools were seen to change on copies of the world, kept with their contracts in a store: a line for each call that was looked at.
 * No answer is in it, and none of the arguments: it is a recording of a method that no server has.
 */
import { createHmac } from 'node:crypto'
import { canonicalJson, groupBy, isJsonArray, isSameJson, type JsonObject } from '../base/index.js'
import type { Recording } from './recording.js'
import { KEY_VERSION, requestKey } from './recording-key.js'
import type { RecordingStore } from './recording-store.js'

/** What was seen of a tool. */
export interface SeenEffect {
  /** The worst that was seen. */
  readonly effect: 'write' | 'destructive'
  /** What was touched, as patterns over the arguments: of several calls empty unless they agree. */
  readonly places: readonly string[]
}

/** One call, and what it was seen to touch. */
export interface Observation extends SeenEffect {
  readonly server: string
  readonly tool: string
  /** Of the contract that the tool had. */
  readonly fingerprint: string
  readonly arguments: JsonObject
}

/** Of what was observed of a tool, by the fingerprint of its contract. */
export type KeptEffects = (server: string, tool: string, fingerprint: string) => SeenEffect | undefined

export const OBSERVED_EFFECT = 'understudy/observed-effect'

/**
 * Keeps what is not there already, up to five calls of a tool: more say nothing new. A store that holds what a copy said keeps nothing.
 * Resolves with how many were kept. Fails as the store does.
 */
export async function keepObserved(
  store: RecordingStore,
  observations: readonly Observation[],
  nowMs: number,
): Promise<number> {
  if (observations.length === 0 || store.isOfCopy === true) return 0
  const kept = await readKept(
    store,
    observations.map(({ server }) => server),
  )
  const fresh: Recording[] = []
  for (const observation of observations) {
    const recording = recordingOf(observation, store.salt, nowMs)
    const same = [...kept, ...fresh].filter((each) => contractIn(each) === contractIn(recording))
    const isWorse = observation.effect === 'destructive' && !same.some((each) => isDestructive(each))
    if (same.some(({ key }) => key === recording.key) || (same.length >= MOST_CALLS && !isWorse)) continue
    fresh.push(recording)
  }
  return fresh.length === 0 ? 0 : store.append(fresh)
}

const MOST_CALLS = 5

/** Reads once all that was observed of these servers. Fails as the store does. */
export async function keptEffects(
  store: Pick<RecordingStore, 'list'>,
  servers: readonly string[],
): Promise<KeptEffects> {
  const byContract = groupBy(await readKept(store, servers), contractIn)
  return (server, tool, fingerprint) => {
    const seen = byContract.get(JSON.stringify([server, tool, fingerprint]))
    if (seen === undefined) return undefined
    const [places = [], ...others] = seen.map(placesIn)
    const agree = others.length > 0 && others.every((each) => isSameJson(each, places))
    return { effect: seen.some(isDestructive) ? 'destructive' : 'write', places: agree ? places : [] }
  }
}

/** By server, and among what calls no tool: a store has an index for that, whatever else is in it. */
async function readKept(
  store: Pick<RecordingStore, 'list'>,
  servers: readonly string[],
): Promise<readonly Recording[]> {
  const kept: Recording[] = []
  for (const server of new Set(servers))
    for await (const recording of store.list({ server, tool: '', method: OBSERVED_EFFECT }))
      kept.push(recording)
  return kept
}

function recordingOf(observation: Observation, salt: string, nowMs: number): Recording {
  const { server, tool, fingerprint, effect, places, arguments: args } = observation
  const call = createHmac('sha256', salt).update(canonicalJson(args)).digest('hex')
  const params = { tool, fingerprint, effect, places, call }
  const of = { server, method: OBSERVED_EFFECT, principal: 'anonymous', params }
  return {
    ...{ ...of, key: requestKey(of), keyVersion: KEY_VERSION, revision: 'none' },
    ...{ between: [], ended: 'answered', response: { result: {} }, generation: 0, durationMs: 0 },
    recordedAt: new Date(nowMs).toISOString(),
  }
}

function contractIn({ server, params = {} }: Recording): string {
  return JSON.stringify([server, params.tool, params.fingerprint])
}

function isDestructive({ params = {} }: Recording): boolean {
  return params.effect === 'destructive'
}

function placesIn({ params = {} }: Recording): readonly string[] {
  const { places = [] } = params
  return isJsonArray(places) ? places.filter((each) => typeof each === 'string') : []
}
