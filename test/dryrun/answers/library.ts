/** Two servers in memory: a library of documents, and its readers. Each call is answered from the state it is given, which writes change. */
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Random,
} from '../../../src/base/index.js'
import type { Outcome } from '../../../src/call/index.js'
import type { Tool } from '../../../src/protocol/index.js'
import type { ServerTools } from '../../../src/registry/index.js'

export interface Library {
  docs: Doc[]
  people: Person[]
  counters: Record<string, number>
  sent: number
}

export interface Doc {
  id: string
  title: string
  body: string
  kind: string
  size: number
  price: number
  done: boolean
  tags: string[]
  owner: string | null
  due?: string
}

export interface Person {
  name: string
  team: string
  age: number
  mail?: string
}

export const IDS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'] as const
export const NAMES = ['Ann', 'Bob', 'Eve', 'Zoë'] as const
export const KINDS = ['note', 'task', 'gold', 'bill'] as const
export const TAGS = ['hot', 'old', 'new', 'x'] as const
const BODIES = [
  'hello world',
  '',
  '{"retries":2,"items":[1,2]}',
  'total: 42\nrate: 0.5',
  'a,b;c',
  '[3,1,2]',
  'ref d3',
  '17',
] as const
const PAGE = 2

export function randomLibrary(random: Random): Library {
  const ids = IDS.filter(() => random.next() < 0.7)
  const names = NAMES.filter(() => random.next() < 0.8)
  return {
    docs: ids.map((id) => randomDoc(random, id)),
    people: names.map((name) => randomPerson(random, name)),
    counters: {},
    sent: random.integer(0, 9),
  }
}

export function randomDoc(random: Random, id: string): Doc {
  return {
    id,
    title: random.pick(['Report', 'x', 'Plan B', 'fix: bug #12', 'Ünique', '']),
    body: random.pick(BODIES),
    kind: random.pick(KINDS),
    size: random.pick([0, 1, 3, 12, 150, 4096]),
    price: random.pick([0, -2.5, 9.99, 100, 1e21, 7]),
    done: random.next() < 0.5,
    tags: TAGS.filter(() => random.next() < 0.4),
    owner: random.next() < 0.3 ? null : random.pick(NAMES),
    ...(random.next() < 0.5 ? {} : { due: random.pick(['2026-03-01', '2019-12-31T23:59:00Z', 'soon']) }),
  }
}

export function randomPerson(random: Random, name: string): Person {
  return {
    name,
    team: random.pick(['red', 'blue']),
    age: random.integer(1, 99),
    ...(random.next() < 0.3 ? {} : { mail: `${name.toLowerCase()}@x.example` }),
  }
}

const text = { type: 'string' }
const whole = { type: 'integer' }

function object(properties: JsonObject, optional: readonly string[] = [], isClosed = false): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, ...(isClosed ? { additionalProperties: false } : {}) }
}

const DOC = object(
  {
    ...{
      id: text,
      title: text,
      body: text,
      kind: { type: 'string', enum: [...KINDS] },
      size: whole,
      price: { type: 'number' },
    },
    ...{
      done: { type: 'boolean' },
      tags: { type: 'array', items: text },
      owner: { type: ['string', 'null'] },
      due: text,
    },
  },
  ['due'],
)
const PERSON = object({ name: text, team: text, age: whole, mail: text }, ['mail'], true)
const reads = { readOnlyHint: true }

export const SERVERS: readonly ServerTools[] = [
  {
    server: 'docs',
    tools: [
      tool('get', { id: text }, [], { annotations: reads, outputSchema: DOC }),
      tool('list', { cursor: text }, ['cursor'], {
        annotations: reads,
        outputSchema: object(
          { items: { type: 'array', items: DOC }, next: { type: ['string', 'null'] } },
          [],
          true,
        ),
      }),
      tool('search', { query: text, limit: whole }, ['limit'], { annotations: reads }),
      tool('read', { id: text }, [], { annotations: reads }),
      tool('stats', {}, [], { annotations: reads }),
      tool('put', { id: text, title: text, tags: { type: 'array', items: text } }, ['title', 'tags'], {
        annotations: { readOnlyHint: false, destructiveHint: false },
        outputSchema: object({ id: text, version: whole, created: { type: 'boolean' } }),
      }),
      tool('move', { from: text, to: text }, [], {
        annotations: { readOnlyHint: false, destructiveHint: true },
      }),
      tool('remove', { id: text }, [], {
        annotations: { destructiveHint: true },
        outputSchema: object({ removed: { type: 'boolean' } }, [], true),
      }),
      tool('append', { id: text, text }, [], {}),
    ],
  },
  {
    server: 'people',
    tools: [
      tool('list', { page: whole }, ['page'], {
        annotations: reads,
        outputSchema: object({ people: { type: 'array', items: PERSON }, pages: whole }),
      }),
      tool('find', { name: text }, [], { annotations: reads, outputSchema: PERSON }),
      tool('count', { name: text, by: whole }, ['by'], {
        annotations: { destructiveHint: false },
        outputSchema: object({ value: whole }),
      }),
      tool('notify', { to: text, subject: text, body: {} }, ['body'], {
        annotations: { destructiveHint: false },
        outputSchema: object({ id: text, sent: { type: 'boolean' } }),
      }),
    ],
  },
]

function tool(name: string, properties: JsonObject, optional: readonly string[], more: Partial<Tool>): Tool {
  return { name, inputSchema: object(properties, optional, true), ...more }
}

export const READS: ReadonlySet<string> = new Set([
  ...['docs:get', 'docs:list', 'docs:search', 'docs:read', 'docs:stats', 'people:list', 'people:find'],
])

class Refusal extends Error {}

/** What the server says. The arguments keep the tool's schema. */
export function ask(state: Library, ref: string, args: JsonObject): Outcome {
  try {
    const said = SAYS[ref]?.(state, args as never)
    if (said === undefined) throw new Error(`there is no ${ref}`)
    // Of what tools say that declare an output, and of what others say.
    if (isJsonObject(said) && OUTPUTS.has(ref))
      return { kind: 'result', content: [{ type: 'text', text: JSON.stringify(said) }], structured: said }
    return {
      kind: 'result',
      content: [{ type: 'text', text: typeof said === 'string' ? said : JSON.stringify(said) }],
    }
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure
    return { kind: 'tool-error', content: [{ type: 'text', text: failure.message }] }
  }
}

const OUTPUTS: ReadonlySet<string> = new Set(
  SERVERS.flatMap(({ server, tools }) =>
    tools.flatMap(({ name, outputSchema }) => (outputSchema ? [`${server}:${name}`] : [])),
  ),
)

interface Given {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly title?: string
  readonly tags?: string[]
  readonly text: string
  readonly cursor?: string
  readonly query: string
  readonly limit?: number
  readonly page?: number
  readonly name: string
  readonly by?: number
}

const SAYS: Readonly<Record<string, (state: Library, args: Given) => JsonValue>> = {
  'docs:get': (state, { id }) => told(docOf(state, id)),
  'docs:list': ({ docs }, { cursor }) => {
    const from = cursor === undefined ? 0 : Number(cursor.slice(1))
    if (!Number.isInteger(from)) throw new Refusal(`Invalid cursor ${cursor}`)
    const next = from + PAGE < docs.length ? `c${from + PAGE}` : null
    return { items: docs.slice(from, from + PAGE).map(told), next }
  },
  'docs:search': ({ docs }, { query, limit = 10 }) => {
    const hits = docs.filter((doc) => canonicalJson(told(doc)).includes(query))
    return {
      hits: hits.slice(0, limit).map(({ id, title, size }) => ({ id, title, score: size / 8 })),
      total: hits.length,
    }
  },
  'docs:read': (state, { id }) => docOf(state, id).body,
  'docs:stats': ({ docs }) =>
    `${docs.length} documents, ${docs.reduce((sum, { size }) => sum + size, 0)} bytes`,
  'docs:put': (state, { id, title, tags }) => {
    const at = state.docs.find((each) => each.id === id)
    const doc = at ?? {
      id,
      title: '',
      body: '',
      kind: 'note',
      size: 0,
      price: 0,
      done: false,
      tags: [],
      owner: null,
    }
    if (title !== undefined) doc.title = title
    if (tags !== undefined) doc.tags = tags
    if (at === undefined) state.docs.push(doc)
    return { id, version: doc.size + 1, created: at === undefined }
  },
  'docs:move': (state, { from, to }) => {
    const doc = docOf(state, from)
    if (state.docs.some(({ id }) => id === to)) throw new Refusal(`${to} is there already`)
    doc.id = to
    return 'moved'
  },
  'docs:remove': (state, { id }) => {
    docOf(state, id)
    state.docs = state.docs.filter((each) => each.id !== id)
    return { removed: true }
  },
  'docs:append': (state, { id, text: added }) => {
    const doc = docOf(state, id)
    doc.body += added
    doc.size += added.length
    return { id, size: doc.size }
  },
  'people:list': ({ people }, { page = 1 }) => ({
    people: people.slice((page - 1) * PAGE, page * PAGE).map((each) => ({ ...each })),
    pages: Math.ceil(people.length / PAGE),
  }),
  'people:find': ({ people }, { name }) => {
    const found = people.find((each) => each.name === name)
    if (found === undefined) throw new Refusal(`Nobody is called ${name}`)
    return { ...found }
  },
  'people:count': ({ counters }, { name, by = 1 }) => {
    counters[name] = (counters[name] ?? 0) + by
    return { value: counters[name] }
  },
  'people:notify': (state, { to }) => {
    state.sent++
    return { id: `m${state.sent}`, sent: to !== '' }
  },
}

function docOf({ docs }: Library, id: string): Doc {
  const found = docs.find((each) => each.id === id)
  if (found === undefined) throw new Refusal(`Not found: ${id}`)
  return found
}

function told(doc: Doc): JsonObject {
  return structuredClone(doc) as unknown as JsonObject
}
