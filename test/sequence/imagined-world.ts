/** A world of files and tickets in memory, for tests: it makes ids and times of its own, as servers do. */
import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../src/base/index.js'
import { toldValue } from '../../src/call/index.js'
import type { Play, PlayedCall, PlayedChange, PlayedState, Sequence } from '../../src/sequence/index.js'
import {
  followSequence,
  makeSequence,
  replaySession,
  type SequenceMaking,
  type SequenceOptions,
} from '../../src/sequence/index.js'

export interface ImaginedWorld {
  readonly files: Map<string, string>
  call(
    tool: string,
    args: JsonObject,
  ): { readonly end: PlayedCall['end']; readonly changes: readonly PlayedChange[] }
}

export type ImaginedAgent = (call: (tool: string, args: JsonObject) => JsonValue) => void

/** `seed` decides ids, `nowMs` times: a second passes with each call. */
export function imagineWorld(
  seed: string,
  startMs: number,
  files: Readonly<Record<string, string>> = {},
): ImaginedWorld {
  const there = new Map(Object.entries(files))
  let [count, nowMs] = [0, startMs]
  const id = (): string => createHash('sha1').update(`${seed} ${++count}`).digest('hex')
  const acts: Readonly<Record<string, (args: JsonObject) => JsonValue>> = {
    read: ({ path }) => there.get(String(path)) ?? fail(`No ${String(path)}`),
    list: () => ({ files: [...there.keys()].sort() }),
    write({ path, text }) {
      there.set(String(path), String(text))
      return 'written'
    },
    open({ title }) {
      const ticket = {
        id: `tk_${id().slice(0, 10)}`,
        at: new Date(nowMs).toISOString(),
        title: String(title),
      }
      there.set('tickets.json', `${there.get('tickets.json') ?? ''}${JSON.stringify(ticket)}\n`)
      return { id: ticket.id, at: ticket.at, ms: nowMs }
    },
    commit: ({ message }) => `[main ${id()}] ${String(message)}\nDate: ${new Date(nowMs).toUTCString()}`,
    pin: () => ({ code: String(1000 + (Number.parseInt(id().slice(0, 6), 16) % 9000)) }),
    unlock: ({ code }) => `unlocked by ${String(code).length} digits`,
  }
  return {
    files: there,
    call(tool, args) {
      const before = new Map(there)
      nowMs += 1_000 + count
      try {
        const said = acts[tool]?.(args) ?? fail(`No tool ${tool}`)
        const text = typeof said === 'string' ? said : JSON.stringify(said)
        return {
          end: { kind: 'answered', outcome: { kind: 'result', content: [{ type: 'text', text }] } },
          changes: changesOf(before, there),
        }
      } catch (failure) {
        const text = String(failure)
        return {
          end: { kind: 'answered', outcome: { kind: 'tool-error', content: [{ type: 'text', text }] } },
          changes: [],
        }
      }
    },
  }
}

export function playIn(world: ImaginedWorld, agent: ImaginedAgent): Play {
  const calls: PlayedCall[] = []
  agent((tool, args) => {
    const made = world.call(tool, args)
    calls.push({
      n: calls.length + 1,
      server: 'desk',
      tool,
      arguments: args,
      isRead: tool === 'read' || tool === 'list',
      ...made,
    })
    return made.end.kind === 'answered' ? toldValue(made.end.outcome) : null
  })
  return { calls, late: [] }
}

export function playAgainIn(world: ImaginedWorld, session: Play): Promise<Play> {
  return replaySession(session, {
    call: ({ tool, arguments: args = {} }) => Promise.resolve(world.call(tool, args)),
    end: () => Promise.resolve([]),
  })
}

/** Makes the calls of a sequence; the end of a sentence where it stopped. */
export function applyIn(world: ImaginedWorld, sequence: Sequence): string | undefined {
  const followed = followSequence(sequence)
  for (const [i, { tool }] of sequence.steps.entries()) {
    const ready = followed.argumentsOf(i + 1)
    if (ready.kind === 'stop') return ready.why
    const { end } = world.call(tool, ready.arguments ?? {})
    const why = end.kind === 'answered' ? followed.answered(i + 1, end.outcome) : end.why
    if (why !== undefined) return `call ${i + 1}: ${why}`
  }
  return undefined
}

/** In three worlds. `said`: for each call of `list`, what it answers in the session and in each play. */
export async function makingSaying(
  agent: ImaginedAgent,
  said: readonly (readonly string[])[],
  options: SequenceOptions = {},
): Promise<SequenceMaking> {
  const worldOf = (n: number) => {
    const world = imagineWorld('w', START_MS + n, { 'a.txt': 'weight: 7\n', 'b.txt': 'weight: 14\n' })
    let lists = 0
    return {
      ...world,
      call: (tool: string, args: JsonObject) =>
        tool === 'list'
          ? { end: { kind: 'answered' as const, outcome: resultOf(said[lists++]?.[n] ?? '') }, changes: [] }
          : world.call(tool, args),
    }
  }
  const session = playIn(worldOf(0), agent)
  return makeSequence(
    session,
    await Promise.all([1, 2].map((n) => playAgainIn(worldOf(n), session))),
    options,
  )
}

const START_MS = Date.parse('2026-03-04T10:11:12.345Z')

export function resultOf(text: string) {
  return { kind: 'result' as const, content: [{ type: 'text' as const, text }] }
}

function fail(why: string): never {
  throw new Error(why)
}

function changesOf(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly PlayedChange[] {
  return [...after].flatMap(([path, text]): PlayedChange[] => {
    const was = before.get(path)
    if (was === text) return []
    return [
      {
        path,
        change: was === undefined ? 'made' : 'changed',
        isInRoot: true,
        after: stateOf(text),
        ...(was === undefined ? {} : { before: stateOf(was) }),
      },
    ]
  })
}

function stateOf(text: string): PlayedState {
  const content = Buffer.from(text)
  return {
    kind: 'file',
    mode: 0o644,
    bytes: content.length,
    digest: `sha256:${createHash('sha256').update(content).digest('hex')}`,
    content,
  }
}
