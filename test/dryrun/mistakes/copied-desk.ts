/** A made-up server of files in a made-up copy: what it has lasts as long as the world, and what changes is seen. */
import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../../src/base/index.js'
import type { CopiedServers, CopySource } from '../../../src/dryrun/index.js'

/** Of the fixture's files at the start of each world. */
const FILES: Readonly<Record<string, string>> = { a: 'one', b: 'two' }

export function copiedDesk(): CopySource {
  let worlds = 0
  return {
    notCopied: [],
    open() {
      worlds += 1
      return Promise.resolve(world(worlds))
    },
  }
}

/** `hour`: what the clock of the world shows; it goes on with every fourth world. */
function world(count: number): CopiedServers {
  const hour = Math.floor(count / 4)
  const files = new Map(Object.entries(FILES))
  let lastId = 0
  let hasCompany: (() => void) | undefined
  /** Until a second one waits too; one that is alone waits no longer than calls side by side are apart on a busy machine. */
  const somebodyElse = (): Promise<void> =>
    new Promise((resolve) => {
      hasCompany?.()
      hasCompany = resolve
      setTimeout(resolve, 300)
    })
  const facts = {
    ...{ partly: [], isRoot: false, closed: [] },
    ...{ keepsMemory: false, isNetworkIgnored: false, triedAtStart: false },
  }
  return {
    servers: new Map([['desk', facts]]),
    startMs: 1,
    end: () => Promise.resolve([]),
    async call({ tool, arguments: args = {} }) {
      const before = new Map(files)
      const value = await answer(tool, args)
      const changes = [...files].flatMap(([path, text]) =>
        before.get(path) === text
          ? []
          : [{ path, change: 'changed' as const, isInRoot: true, after: stateOf(text) }],
      )
      const content = [{ type: 'text' as const, text: JSON.stringify(value) }] as const
      return {
        outcome: value === null ? { kind: 'tool-error', content } : { kind: 'result', content },
        ...{ networkAttempts: 0, earlierAttempts: 0, tookMs: 1, isFull: false, changes },
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }

  /** Null: no. */
  async function answer(tool: string, { path, content, text, reason }: JsonObject): Promise<JsonValue> {
    const log = files.get('log') ?? ''
    switch (tool) {
      case 'names':
        return { names: [...files.keys()] }
      case 'read':
        return { content: files.get(String(path)) ?? '' }
      case 'write':
        files.set(String(path), String(content))
        return { ok: true }
      case 'comment':
        // It reads, waits, and writes all anew: whoever comes meanwhile is lost.
        await somebodyElse()
        // In no two worlds the same, as what has an id of its own.
        files.set('log', `${log}${String(text).replace('ID', String(count))};`)
        return { ok: true }
      case 'list':
        return { hour }
      case 'put':
        // In no two worlds the same.
        return { ok: true, ticket: `t-${count}` }
      case 'mail':
        lastId += 1
        return { id: lastId }
      case 'close':
        if (files.has('closed')) return null
        files.set('closed', String(reason))
        return { ok: true }
      default:
        return {}
    }
  }
}

function stateOf(text: string) {
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
  return { kind: 'file', mode: 0o644, bytes: text.length, digest } as const
}
