/** The shipped schema of the lock accepts every lock that is written, and refuses what the parser refuses for its form. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isJsonObject, type JsonValue, parseJson, UsageError } from '../../src/base/index.js'
import { createLock, parseLock, parseToolsFile } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'

const TOOLS = join(PROJECT_ROOT, 'test/fixtures/data/tools')
const schema = parseJson(readFileSync(join(PROJECT_ROOT, 'schemas/lock.schema.json'), 'utf8'), 'the schema')
const compiler = createSchemaCompiler()
const written = parseJson(JSON.stringify(lockOfCorpus()), 'the lock')

test('a lock of real servers is accepted by the schema and by the parser', () => {
  expect([fits(written), parses(written)]).toEqual([true, true])
})

test('a lock in which any one member is left out, renamed or emptied is refused by both, or by neither', () => {
  const changed = changesOf({
    format: 'understudy.lock/1',
    servers: [firstServer(written)],
  })

  expect(changed.length).toBeGreaterThan(30)
  expect(
    changed
      .filter((value) => fits(value) !== parses(value))
      .map((value) => JSON.stringify(value).slice(0, 300)),
  ).toEqual([])
})

function lockOfCorpus() {
  const names = readdirSync(TOOLS).filter((name) => name.endsWith('.json'))
  return createLock(
    names.map((name) => ({
      ...parseToolsFile(readFileSync(join(TOOLS, name), 'utf8'), name, name),
      version: '1.0.0',
      capabilities: { tools: {} },
    })),
  )
}

/** With one tool that has everything a tool can have. */
function firstServer(lock: JsonValue): JsonValue {
  const servers = isJsonObject(lock) && Array.isArray(lock.servers) ? lock.servers : []
  for (const server of servers) {
    const tools = isJsonObject(server) && Array.isArray(server.tools) ? server.tools : []
    const whole = tools.find(
      (tool) => isJsonObject(tool) && tool.outputSchema !== undefined && tool.annotations !== undefined,
    )
    if (whole !== undefined && isJsonObject(server)) return { ...server, tools: [whole] }
  }
  throw new Error('No tool of the corpus has everything')
}

/** Every lock that differs by one member; schemas are not looked into: their digest is for the parser alone. */
function changesOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue, i) => changesOf(item).map((each) => value.with(i, each)))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const without = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    // Of these any change also changes the digest.
    if (['title', 'description', 'annotations', 'inputSchema', 'outputSchema'].includes(key))
      return [{ ...value, [key]: 1 }]
    const values: JsonValue[] = [null, 1, '', 'a:b', [], {}, true]
    return [
      without,
      { ...without, [`${key}s`]: member },
      ...values.map((each) => ({ ...value, [key]: each })),
      ...changesOf(member).map((each) => ({ ...value, [key]: each })),
    ]
  })
}

function fits(value: JsonValue): boolean {
  const compilation = compiler.compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.check(value).length === 0
}

function parses(value: JsonValue): boolean {
  try {
    parseLock(JSON.stringify(value), 'lock.json')
    return true
  } catch (failure) {
    if (failure instanceof UsageError) return false
    throw failure
  }
}
