/** A server in memory that a dry gateway has copies of: a desk of papers, a world each, and what each world saw. */
import type { JsonObject } from '../../src/base/index.js'
import type { Outcome, ToolCall } from '../../src/call/index.js'
import type { CopiedServers, SeenChange, SeenState } from '../../src/dryrun/index.js'
import type { GatewayCopies } from '../../src/gateway/copies/gateway-copies.js'

export interface CopiedDesk {
  readonly copies: GatewayCopies
  /** The disk, from which each world begins. */
  readonly disk: Map<string, string>
  /** How many worlds there were, and how many are left. */
  readonly worlds: { made: number; open: number }
}

export const DESK_TOOLS = [
  tool('read', { name: { type: 'string' } }, true),
  tool('write', { name: { type: 'string' }, text: { type: 'string' } }, false),
  tool('ticket', { title: { type: 'string' } }, false),
  tool('slow', {}, false),
  tool('write_late', { name: { type: 'string' }, text: { type: 'string' } }, false),
]

/** `hold`: what the tools `slow` and `write_late` wait for. */
export function copiedDesk(hold: Promise<void> = Promise.resolve()): CopiedDesk {
  const disk = new Map([['a.txt', 'hello']])
  const worlds = { made: 0, open: 0 }
  const open = (): CopiedServers => {
    const number = ++worlds.made
    worlds.open++
    return deskWorld(new Map(disk), `w${number}`, hold, () => worlds.open--)
  }
  return {
    ...{ disk, worlds },
    copies: {
      take: async () => ({
        contacted: [],
        isMovedByStart: false,
        source: () => ({
          notCopied: [{ server: 'mail', why: 'it is reached by a URL' }],
          open: async () => open(),
        }),
        [Symbol.asyncDispose]: async () => undefined,
      }),
      expect: () => undefined,
      foreseer: () => async () => undefined,
      forCall: (live) => live,
      [Symbol.asyncDispose]: async () => undefined,
    },
  }
}

function deskWorld(
  papers: Map<string, string>,
  world: string,
  hold: Promise<void>,
  onClosed: () => void,
): CopiedServers {
  let tickets = 0
  const act = async (call: ToolCall): Promise<readonly [Outcome, SeenChange[]]> => {
    const { tool, arguments: args = {} } = call
    const name = String(args.name)
    switch (tool) {
      case 'read':
        return [papers.has(name) ? said(papers.get(name) ?? '') : failed(`there is no ${name}`), []]
      case 'write': {
        const before = papers.get(name)
        papers.set(name, String(args.text))
        const change = before === undefined ? 'made' : 'changed'
        const was = before === undefined ? {} : { before: file(before) }
        return [
          said('written'),
          [{ path: name, change, isInRoot: true, ...was, after: file(String(args.text)) }],
        ]
      }
      case 'write_late':
        await hold
        return act({ ...call, tool: 'write' })
      case 'ticket':
        return [said(`made tk_${world}${++tickets}0000`), []]
      default:
        await hold
        return [said('at last'), []]
    }
  }
  return {
    servers: new Map([['desk', FACTS]]),
    startMs: 1,
    async call(call) {
      const [outcome, changes] = await act(call)
      return { outcome, changes, networkAttempts: 0, earlierAttempts: 0, tookMs: 1, isFull: false }
    },
    end: async () => [],
    [Symbol.asyncDispose]: async () => onClosed(),
  }
}

const FACTS = {
  ...{
    partly: [],
    isRoot: false,
    closed: [],
    keepsMemory: false,
    isNetworkIgnored: false,
    triedAtStart: false,
  },
}

function file(text: string): SeenState {
  const content = Buffer.from(text)
  return { kind: 'file', mode: 0o644, bytes: content.length, digest: `sha256:${text}`, content }
}

function said(text: string): Outcome {
  return { kind: 'result', content: [{ type: 'text', text }] }
}

function failed(text: string): Outcome {
  return { kind: 'tool-error', content: [{ type: 'text', text }] }
}

export function tool(name: string, properties: JsonObject, readOnlyHint: boolean) {
  return { name, inputSchema: { type: 'object' as const, properties }, annotations: { readOnlyHint } }
}
