/** What it takes to stand in front of servers. */
import type { BackoffOptions, Clock } from '../../base/index.js'
import type { ServerEntry } from '../../config/index.js'
import type { OpenReplay } from '../../launch/index.js'
import type { UnavailableServer } from '../../plan/index.js'
import type { EraChoice } from '../../protocol/index.js'
import type { ContractLock } from '../../registry/index.js'
import type { ClientInfo } from '../../session/index.js'
import type { TapEvent } from '../../transport/index.js'
import type { Starts } from '../copies/starts.js'
import type { Requester } from '../requester.js'
import type { RateLimit } from './rate.js'

/** Of upstreams that can only be asked for their lists. */
export interface ListingOptions {
  readonly entries: readonly ServerEntry[]
  /** Servers of the config that cannot be used: every catalogue names them. */
  readonly unusable?: readonly UnavailableServer[]
  /** How we introduce ourselves. */
  readonly clientInfo: ClientInfo
  /** Default `legacy`. */
  readonly era?: EraChoice
  /** Milliseconds that a start, and every request, may take; default 30,000. */
  readonly timeoutMs?: number
  /** How long `auto` waits for a server to tell its era; milliseconds, default 1000. */
  readonly probeTimeoutMs?: number
  /**
   * Read in place of asking the servers, where it is fresh: where the server was locked as it is launched now. What a lock does not
   * hold, such as icons, the catalogue has once the server was started.
   */
  readonly lock?: ContractLock
  readonly backoff?: BackoffOptions
  /** Milliseconds that the catalogue waits for a server, default 5,000. One that takes longer is unavailable until it has answered. */
  readonly listPatienceMs?: number
  /** Opens what was recorded, for entries that are cassettes. Default: as it was recorded, with no settings. */
  readonly openReplay?: OpenReplay
  /** Is told of each start; what a server lists in a copy meanwhile is not asked for here. */
  readonly starts?: Starts
  /** From its abort on, servers are ended in a second, and not in four. */
  readonly hurry?: AbortSignal
  /** The gateways that stand in front, asked at each start. Default: none. */
  readonly marks?: () => readonly string[]
  readonly clock?: Clock
  /** Of what is left to chance. Default: another one each time. */
  readonly seed?: string | number
}

export interface UpstreamsOptions extends ListingOptions {
  readonly limits?: UpstreamLimits | ((server: string) => UpstreamLimits)
  /** Milliseconds that `use` waits for the back-off of a server that is down; default 10,000. */
  readonly patienceMs?: number
  /**
   * When a server that lives counts as broken, and is started again: after so many requests in a row without an answer, default 3,
   * and a ping without one; milliseconds, default 30,000.
   */
  readonly hung?: { readonly after?: number; readonly pingMs?: number }
  /** Asked for each connection that is made; what it gives is told everything that passes there. Neither may throw. */
  readonly tap?: (connection: UpstreamConnection) => ((event: TapEvent) => void) | undefined
}

export interface UpstreamConnection {
  readonly server: string
  /** For whom the session is opened first; absent where it is opened to ask for the tools. */
  readonly requester?: Requester
}

export interface UpstreamLimits {
  /** Work at once; default 100. */
  readonly concurrency?: number
  /** Default: as fast as it comes. */
  readonly rate?: RateLimit
  /**
   * Sessions at once; default 100. The one that was idle longest is closed for a new one; where all are in use, which takes fewer
   * sessions than `concurrency` allows, a new one is refused.
   */
  readonly sessions?: number
}
