/** All that a replay knows, found by what is asked. */

import type { JsonObject } from '../base/index.js'
import { addToGroup } from '../base/index.js'
import type { Era } from '../protocol/index.js'
import type { Recording } from '../recording/index.js'
import { type Exchange, exchangeOf, isPersonal, isServed, isUnanswered } from './exchange.js'
import { createRecordedLevels } from './log-levels.js'
import {
  type AskedRequest,
  givenBy,
  looseRequestKey,
  requestKey,
  type Volatile,
  voiceOf,
} from './request-key.js'

export interface Asking extends AskedRequest {
  readonly era: Era
  /** What a legacy client declared. */
  readonly capabilities?: JsonObject | undefined
}

/** Exchanges that answer the same request, oldest first. One and the same list for one and the same request. */
export type Pool = readonly Exchange[]

export interface RecordingIndex {
  readonly exchanges: readonly Exchange[]
  /**
   * What the server said to the same question of a client that had given the same answers: to this very client if there is such a
   * recording, else to one of the same era, else to any. The very question goes before one that differs only in what is volatile.
   * Empty when nothing was recorded.
   */
  poolFor(asking: Asking): Pool
  /** What the server said to this very client; empty when nothing was recorded. */
  exactPoolFor(asking: Asking): Pool
  /** As `poolFor`, of what the server never answered. */
  unansweredPoolFor(asking: Asking): Pool
}

/** Creates an index of recordings, oldest first. */
export function createRecordingIndex(recordings: Iterable<Recording>, ignore: Volatile): RecordingIndex {
  const exchanges: Exchange[] = []
  const branches = new Map<string, Branch>()
  const looseBranches = new Map<string, Branch>()
  const unanswered = new Map<string, Branch>()
  const levelOf = createRecordedLevels()

  function add(recording: Recording): void {
    const exchange = exchangeOf(recording, ignore, levelOf(recording))
    exchanges.push(exchange)
    const { question, looseKey, given } = exchange
    if (isUnanswered(exchange)) addTo(unanswered, branchName(question, given), exchange)
    if (!isServed(exchange)) return
    addTo(branches, branchName(question, given), exchange)
    if (looseKey !== undefined) addTo(looseBranches, branchName(looseKey, given), exchange)
  }

  function branchFor(asking: Asking, among = branches): Branch | undefined {
    return among.get(branchName(requestKey(asking), givenBy(asking.params)))
  }

  function loosePoolFor(asking: Asking): Pool {
    const question = looseRequestKey(asking, ignore)
    if (question === undefined) return NONE
    return looseBranches.get(branchName(question, givenBy(asking.params)))?.poolFor(asking) ?? NONE
  }

  for (const recording of recordings) add(recording)
  return {
    exchanges,
    poolFor(asking) {
      const exact = branchFor(asking)?.poolFor(asking) ?? NONE
      return exact.length > 0 ? exact : loosePoolFor(asking)
    },
    exactPoolFor: (asking) => branchFor(asking)?.exactPoolFor(asking) ?? NONE,
    unansweredPoolFor: (asking) => branchFor(asking, unanswered)?.poolFor(asking) ?? NONE,
  }
}

function addTo(branches: Map<string, Branch>, name: string, exchange: Exchange): void {
  const branch = branches.get(name) ?? createBranch()
  branches.set(name, branch)
  branch.add(exchange)
}

/** The exchanges of one question after the same answers. */
interface Branch {
  add(exchange: Exchange): void
  poolFor(asking: Asking): Pool
  exactPoolFor(asking: Asking): Pool
}

function createBranch(): Branch {
  const all: Exchange[] = []
  const open: Exchange[] = []
  const byVoice = new Map<string, Exchange[]>()
  const byEra = new Map<string, Exchange[]>()

  const exactPoolFor = ({ era, method, params, capabilities }: Asking): Pool =>
    byVoice.get(era + voiceOf({ method, params }, era === 'legacy' ? capabilities : undefined)) ?? NONE

  return {
    exactPoolFor,
    add(exchange) {
      all.push(exchange)
      addToGroup(byVoice, exchange.era + exchange.voice, exchange)
      if (isPersonal(exchange)) return
      open.push(exchange)
      addToGroup(byEra, exchange.era, exchange)
    },
    poolFor(asking) {
      // Whoever asks: there is nothing to choose from.
      if (byVoice.size === 1 && open.length === all.length) return open
      const exact = exactPoolFor(asking)
      return exact.length > 0 ? exact : (byEra.get(asking.era) ?? open)
    },
  }
}

function branchName(question: string, given: string): string {
  return given === '' ? question : `${given} ${question}`
}

const NONE: Pool = []
