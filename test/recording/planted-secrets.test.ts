/** A secret in every text of every message of every revision, in every spelling that is named: no store keeps it. */

import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/index.js'
import {
  createRedactor,
  findSecrets,
  openStore,
  type Recording,
  type Redactor,
} from '../../src/recording/index.js'
import { recordWire } from '../fixtures/recorded-wire.js'
import { spellingsOf } from '../fixtures/secret-spellings.js'
import { verifies } from '../verifies.js'

verifies('recording:one-gate', 'recording:secrets-disguised')

const SECRET = 'tulip-9c1f-bulb'
const redactor = createRedactor({ secrets: [SECRET], salt: '00'.repeat(16) })
const SPELLINGS = spellingsOf(SECRET)

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

const TEXTS = Object.values(SPELLINGS)

describe.each(REVISIONS)('of revision %s', (revision) => {
  const definitions = definitionsOf(revision)
  const names = Object.keys(definitions)

  it('no message keeps a secret, and every text of it was one', async () => {
    const plant = createPlanter(definitions, TEXTS)
    const messages = everyMessage(names, plant)
    const found = async (by: Redactor) =>
      (await recordWire(messages, by)).flatMap((each) =>
        TEXTS.flatMap((text) => placesOf(each as unknown as JsonValue, text)),
      )

    expect(plant.planted).toBeGreaterThan(200)
    expect(await found(redactor)).toEqual([])
    // Who knows no secret keeps most of them where they were.
    expect((await found(createRedactor({ secrets: [] }))).length).toBeGreaterThan(200)
  })
})

it.each(Object.entries(SPELLINGS))(
  'no message of the newest revision keeps a secret as %s',
  async (_, text) => {
    const definitions = definitionsOf('2026-07-28')
    const plant = createPlanter(definitions, [text])
    const recordings = await recordWire(everyMessage(Object.keys(definitions), plant), redactor)

    expect(recordings.flatMap((each) => placesOf(each as unknown as JsonValue, text))).toEqual([])
  },
)

describe.each(['c.jsonl', 'c.db'])('the store %s', (name) => {
  it('holds none of them in its bytes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-planted-'))
    const definitions = definitionsOf('2025-11-25')
    const plant = createPlanter(definitions, TEXTS)
    const recordings = await recordWire(everyMessage(Object.keys(definitions), plant), redactor)
    {
      await using store = await openStore(join(folder, name))
      await store.append(recordings)
    }
    const bytes = await bytesOf(folder, name)

    for (const spelling of TEXTS) {
      expect(bytes).not.toContain(spelling)
      // As it stands in JSON.
      expect(bytes).not.toContain(JSON.stringify(spelling).slice(1, -1))
    }
    expect(recordings.flatMap((each: Recording) => findSecrets(each, {}, [SECRET]))).toEqual([])
    await rm(folder, { recursive: true })
  })
})

/**
 * Of a store and of what lies beside it. libsql keeps a connection until its statements are collected, which takes the files beside
 * the database away: at any moment, so also between the look for their names and the reading of them.
 */
async function bytesOf(folder: string, store: string): Promise<string> {
  const beside = (await readdir(folder)).filter((file) => file !== store)
  const read = await Promise.allSettled(beside.map((file) => readFile(join(folder, file), 'utf8')))
  const left = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  return [await readFile(join(folder, store), 'utf8'), ...left].join('\n')
}

type Schema = JsonObject

function definitionsOf(revision: string): Readonly<Record<string, Schema>> {
  const url = new URL(`../../spec/${revision}/schema.json`, import.meta.url)
  const { $defs, definitions = $defs } = JSON.parse(readFileSync(url, 'utf8')) as Record<
    string,
    Record<string, Schema>
  >
  return definitions ?? {}
}

interface Planter {
  /** A value of a definition with all of its members, each text that is no word of the protocol planted. */
  of(name: string): JsonValue
  readonly planted: number
}

/** One spelling after the other. */
function createPlanter(definitions: Readonly<Record<string, Schema>>, spellings: readonly string[]): Planter {
  let planted = 0
  const text = (): string => `x ${spellings[planted++ % spellings.length]} y`

  function value(schema: JsonValue | undefined, depth: number): JsonValue {
    if (!isJsonObject(schema) || depth > 8) return text()
    const { $ref, const: fixed, enum: words, anyOf, oneOf, allOf, type, properties, items } = schema
    if (typeof $ref === 'string') return value(definitions[$ref.split('/').at(-1) ?? ''], depth + 1)
    if (fixed !== undefined) return fixed
    if (Array.isArray(words)) return words[0] ?? null
    const choices = anyOf ?? oneOf
    if (Array.isArray(choices)) return value(choices[planted % choices.length], depth + 1)
    if (Array.isArray(allOf))
      return Object.assign({}, ...allOf.map((each) => value(each, depth + 1))) as JsonObject
    const kind = Array.isArray(type) ? type[0] : type
    if (kind === 'array') return [value(items as JsonValue, depth + 1), value(items as JsonValue, depth + 1)]
    if (kind === 'object' || isJsonObject(properties)) return object(schema, depth)
    if (kind === 'boolean') return true
    if (kind === 'integer' || kind === 'number') return 1
    return text()
  }

  function object({ properties, additionalProperties }: Schema, depth: number): JsonObject {
    const own = Object.entries(isJsonObject(properties) ? properties : {}).map(
      ([key, schema]) => [key, value(schema, depth + 1)] as const,
    )
    if (additionalProperties === false) return Object.fromEntries(own)
    return Object.fromEntries([...own, [`own ${text()}`, text()], ['deep', [{ [text()]: text() }]]])
  }

  return {
    of: (name) => value({ $ref: `#/$defs/${name}` }, 0),
    get planted() {
      return planted
    },
  }
}

/** Each request with its result, or an error; each notification and question of the server before an answer. */
function everyMessage(names: readonly string[], plant: Planter) {
  const passed: (readonly ['client' | 'server', JsonObject])[] = []
  const isAbstract = /^(?:JSONRPC|Client|Server|Paginated|Request$|Notification$|Result$|Empty|Input)/
  let id = 0
  const told = names.filter((name) => name.endsWith('Notification') && !isAbstract.test(name))
  for (const name of names.filter((each) => each.endsWith('Request') && !isAbstract.test(each))) {
    const request = plant.of(name)
    if (!isJsonObject(request) || typeof request.method !== 'string') continue
    id++
    passed.push(['client', { ...request, jsonrpc: '2.0', id }])
    const notice = told[id % Math.max(1, told.length)]
    if (notice !== undefined) passed.push(['server', { ...(plant.of(notice) as JsonObject), jsonrpc: '2.0' }])
    if (QUESTIONS.test(name)) passed.push(...asked(plant.of(name) as JsonObject, id))
    const result = `${name.replace(/Request$/, '')}Result`
    const answer = names.includes(result) ? { result: plant.of(result) } : { error: errorOf(plant) }
    passed.push(['server', { jsonrpc: '2.0', id, ...answer, beside: plant.of('Implementation') }])
    passed.push(['client', { ...request, jsonrpc: '2.0', id: ++id }])
    passed.push(['server', { jsonrpc: '2.0', id, error: errorOf(plant) }])
  }
  return passed
}

const QUESTIONS = /^(?:CreateMessage|Elicit|ListRoots)/

function asked(question: JsonObject, id: number): (readonly ['client' | 'server', JsonObject])[] {
  const own = 1000 + id
  return [
    ['server', { ...question, jsonrpc: '2.0', id: own }],
    ['client', { jsonrpc: '2.0', id: own, result: question.params ?? {} }],
  ]
}

function errorOf(plant: Planter): JsonObject {
  return { code: -32000, message: String(plant.of('nothing')), data: plant.of('Implementation') }
}

/** JSON Pointers, more or less, of texts and keys that hold it. */
function placesOf(value: JsonValue, spelling: string, path = ''): readonly string[] {
  if (typeof value === 'string') return value.includes(spelling) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((item, i) => placesOf(item, spelling, `${path}/${i}`))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key.includes(spelling) ? [`${path}/(key)`] : []),
    ...placesOf(member, spelling, `${path}/${key}`),
  ])
}
