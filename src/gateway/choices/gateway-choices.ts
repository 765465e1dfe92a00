/** What can be chosen of a gateway by a word. Who only asks which words there are loads no gateway for it. */

/** Who answers the calls of tools: see docs/guides/gateway.md. */
export const GATEWAY_MODES = ['live', 'dry', 'pass-through', 'record', 'replay'] as const
export type GatewayMode = (typeof GATEWAY_MODES)[number]

/** What clients call the tools of servers: `SERVER__NAME`, or as they are. */
export const TOOL_NAMES = ['prefixed', 'plain'] as const
export type ToolNames = (typeof TOOL_NAMES)[number]

/** Which tools are listed: those of all servers too, or the gateway's own alone. */
export const LISTINGS = ['all', 'own'] as const
export type Listing = (typeof LISTINGS)[number]

/** Whether rehearsals have the servers in a throwaway copy of this machine; `auto`: where that can be done. */
export const COPY_CHOICES = ['auto', 'never', 'always'] as const
export type CopyChoice = (typeof COPY_CHOICES)[number]

/** How long a list waits for a server, where nobody says: milliseconds. */
export const DEFAULT_LIST_PATIENCE_MS = 5_000

/** How long a question of the policy waits for its answer, where nobody says: milliseconds. */
export const DEFAULT_APPROVAL_TIMEOUT_MS = 300_000
