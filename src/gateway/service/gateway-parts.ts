/** What a gateway's service is made of: who composes a gateway decides each of them. */
import type { JsonObject } from '../../base/index.js'
import type { Service, ServiceRequest, ServiceResponse, ServiceSelf, Turn } from '../../server/index.js'
import type { Listing, ToolNames } from '../choices/index.js'
import type { Requester } from '../requester.js'
import type { LiveUpstreams, Upstreams } from '../upstreams/upstreams.js'
import type { ListPatience } from './list-patience.js'

/** The service closes nothing: whoever opened the upstreams ends them. */
export interface GatewayParts {
  /** Who the gateway says that it is; what its upstreams offer is added to the capabilities. */
  readonly self: ServiceSelf
  readonly upstreams: Upstreams
  /**
   * The same servers where they can be called: prompts, resources, completion, subscriptions and the level of logs are forwarded
   * to them. Without it, none of these is offered.
   */
  readonly live?: LiveUpstreams
  /** Tools of the gateway itself, listed first. Their names win over those of upstreams. */
  readonly ownTools: readonly OwnTool[]
  readonly ownResources?: OwnResources
  /** Answers a call of an upstream's tool. What it throws becomes an error of the protocol, in words. */
  callUpstream(
    target: ToolTarget,
    request: ServiceRequest,
    turn: Turn,
    requester: Requester,
  ): Promise<ServiceResponse>
  /** Told of a client that asks for the list of tools. Must not throw. */
  readonly expect?: (by: Requester) => void
  /** Who refuses a tool that a server does not have: the gateway does it in its client's words. Default: the servers. */
  readonly unknownTools?: 'refused-here' | 'refused-by-servers'
  /** What tools and prompts are called: `SERVER__NAME`, or as they are. */
  readonly toolNames: ToolNames
  /** Which tools are listed; those that are not can be called all the same. */
  readonly listing: Listing
  /**
   * Whose tools a client sees: those that servers have for `everybody`, which the catalogue knows (default), or those that they
   * have for a client that can be asked what `each` can, which starts them: all, or those that stand in no fresh lock.
   */
  readonly toolsFor?: 'everybody' | 'each' | 'each-unlocked'
  /** Told once, in a sentence, of a list of tools that is large for the context of a model. Must not throw. */
  readonly onLargeList?: (message: string) => void
  /** How long a list waits for one server. Default: as long as it takes. */
  readonly patience?: ListPatience
  /** Milliseconds that a request to a server may take; default, and while the client can be asked: as long as the client waits. */
  readonly timeoutMs?: number
  /** Told of the gateways in front of a client; what it throws refuses the request. Default: nobody wants to know. */
  readonly meet?: (marks: readonly string[]) => void
  /** Whose recordings a request's are. Default: `anonymous` for everybody. */
  readonly principalOf?: (request: ServiceRequest) => string
}

/** A tool of a server, by the server's own name for it. */
export interface ToolTarget {
  readonly server: string
  readonly tool: string
}

export interface OwnTool {
  /** As `tools/list` shows it: name, description, schemas, annotations. */
  readonly definition: JsonObject
  /** `args` are what the request holds, unchecked; `{}` where it holds none. */
  call(args: JsonObject, context: OwnCallContext): Promise<ServiceResponse>
}

export interface OwnCallContext {
  readonly request: ServiceRequest
  readonly turn: Turn
  readonly requester: Requester
}

/** Resources of the gateway itself, under `understudy://`. A requester sees those of its principal alone. */
export interface OwnResources {
  /** As `resources/list` and `resources/templates/list` show them. */
  list(requester: Requester): Promise<readonly JsonObject[]>
  templates?(requester: Requester): Promise<readonly JsonObject[]>
  /** The contents, as `resources/read` shows them; undefined for a URI that this requester has nothing under. */
  read(uri: string, requester: Requester): Promise<readonly JsonObject[] | undefined>
}

/** What clients of a gateway are served. */
export interface GatewayService extends Service {
  /** Stops listening to the upstreams and tells no client anything any more. */
  close(): void
}
