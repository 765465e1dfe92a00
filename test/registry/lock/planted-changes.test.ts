/** Single changes of a contract, there and back: each is told in its class, and nothing else is told. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src/base/index.js'
import type { ToolAnnotations } from '../../../src/protocol/index.js'
import {
  type ContractLock,
  compareContracts,
  createLock,
  type ServerTools,
} from '../../../src/registry/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'

/** Of one server "one" with one tool "probe", unless it names others. */
interface Contract {
  readonly input?: JsonObject
  readonly output?: JsonValue
  readonly annotations?: ToolAnnotations
  readonly description?: string
  readonly capabilities?: JsonObject
  readonly tools?: readonly string[]
  readonly servers?: readonly string[]
}

interface PlantedChange {
  readonly what: string
  /** The classes of all changes that are told, sorted; empty when nothing is. */
  readonly there: readonly string[]
  readonly back: readonly string[]
  readonly before: Contract
  readonly after: Contract
}

// The file's shape is this test's own.
const PLANTED = JSON.parse(
  readFileSync(new URL('../../fixtures/data/planted-changes.json', import.meta.url), 'utf8'),
) as readonly PlantedChange[]
const compiler = createSchemaCompiler()

describe.each(PLANTED)('$what', ({ there, back, before, after }) => {
  const [was, now] = [lockOf(before), lockOf(after)]

  test('is told in its class', () => {
    expect(classesOf(was, now)).toEqual(there)
  })
  test('is told in its class when it is undone', () => {
    expect(classesOf(now, was)).toEqual(back)
  })
  test('is no change of itself', () => {
    expect(compareContracts(was, was)).toEqual([])
    expect(compareContracts(now, now)).toEqual([])
  })
  test('is proved by a value wherever a schema breaks', () => {
    for (const [old, next] of [
      [was, now],
      [now, was],
    ] as const)
      for (const { class: name, part, message, witness } of compareContracts(old, next))
        if (
          name === 'breaking' &&
          (part === 'input' || part === 'output') &&
          !message.includes('is gone: nothing')
        )
          expect(isTaken(witness, part, old), message).not.toBe(isTaken(witness, part, next))
  })
})

function classesOf(was: ContractLock, now: ContractLock): string[] {
  return [...new Set(compareContracts(was, now).map((change) => change.class))].sort()
}

function isTaken(witness: JsonValue | undefined, part: 'input' | 'output', lock: ContractLock): boolean {
  const tool = lock.servers[0]?.tools[0]
  const compilation = compiler.compile((part === 'input' ? tool?.inputSchema : tool?.outputSchema) ?? true)
  if (witness === undefined || compilation.kind === 'refused') throw new Error('There is no witness')
  return compilation.schema.check(witness).length === 0
}

function lockOf(contract: Contract): ContractLock {
  const { input = { type: 'object' }, output, annotations, description, capabilities } = contract
  const servers = (contract.servers ?? ['one']).map(
    (server): ServerTools => ({
      server,
      ...(capabilities === undefined ? {} : { capabilities }),
      tools: (contract.tools ?? ['probe']).map((name) => ({
        name,
        inputSchema: input,
        ...(output === undefined ? {} : { outputSchema: output }),
        ...(annotations === undefined ? {} : { annotations }),
        ...(description === undefined ? {} : { description }),
      })),
    }),
  )
  return createLock(servers)
}
