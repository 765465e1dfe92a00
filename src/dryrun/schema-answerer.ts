/** Answers from a tool's declared output schema: the right shape, and nothing a server ever said. */
import { deepFreeze, type JsonValue } from '../base/index.js'
import { type Answerer, type ToolCall, toolRef } from '../call/index.js'
import { recordingKey } from '../recording/recording-key.js'
import type { ToolRegistry } from '../registry/index.js'
import type { CompiledSchema } from '../schema/index.js'

/** Each tool has as many different answers as this: a program that loops sees variety, and making values stays cheap. */
const VARIANTS = 16

/**
 * The same seed, tool and arguments give the same value, in every run; other arguments mostly give another one.
 * Tools without a usable output schema go on.
 */
export function schemaAnswerer(registry: ToolRegistry, seed: number): Answerer {
  const made = new Map<string, JsonValue | undefined>()
  return {
    name: 'schema',
    answer(call, next) {
      const lookup = registry.find(call.server, call.tool)
      const output = lookup.kind === 'found' ? lookup.tool.output : undefined
      const value = output?.kind === 'compiled' ? valueFor(call, output.schema) : undefined
      if (value === undefined) return next(call)
      return Promise.resolve({
        outcome: {
          kind: 'result',
          content: [{ type: 'text', text: JSON.stringify(value) }],
          structured: value,
        },
        provenance: { source: 'schema' },
      })
    },
  }

  function valueFor(call: ToolCall, schema: CompiledSchema): JsonValue | undefined {
    const variant = `${seed} ${toolRef(call)} ${variantOf(call)}`
    if (!made.has(variant)) made.set(variant, generate(schema, variant))
    return made.get(variant)
  }
}

function variantOf(call: ToolCall): number {
  // Text in arguments may hold half a character, which has no canonical form: the key of a recording can tell it all the same.
  const { server, tool, arguments: args = {} } = call
  const hexadecimal = recordingKey({ server, tool, arguments: args, fingerprint: '', principal: '' }).slice(
    -8,
  )
  return Number.parseInt(hexadecimal, 16) % VARIANTS
}

function generate(schema: CompiledSchema, seed: string): JsonValue | undefined {
  const generated = schema.generate({ seed })
  return generated.kind === 'value' ? deepFreeze(generated.value) : undefined
}
