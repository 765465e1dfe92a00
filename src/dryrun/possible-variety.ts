/** Where the invented answers of a tool can differ. */
import { parseToolRef, type ToolRef } from '../call/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { type CanVary, partsOf } from './compare-runs.js'

/**
 * By a sample: a place that is the same in all of it is taken for one that the schema fixes. Places that the sample does not have
 * can differ.
 */
export function possibleVariety(registry: ToolRegistry): CanVary {
  const samples = new Map<ToolRef, readonly ReadonlyMap<string, string>[]>()
  return (tool, pointer) => {
    const sample = samples.get(tool) ?? sampleOf(tool, registry)
    samples.set(tool, sample)
    return sample.length === 0 || new Set(sample.map((parts) => parts.get(pointer))).size > 1
  }
}

const SAMPLES = 32

function sampleOf(tool: ToolRef, registry: ToolRegistry): readonly ReadonlyMap<string, string>[] {
  const ref = parseToolRef(tool)
  const lookup = ref === undefined ? undefined : registry.find(ref.server, ref.tool)
  const output = lookup?.kind === 'found' ? lookup.tool.output : undefined
  if (output?.kind !== 'compiled') return []
  return Array.from({ length: SAMPLES }, (_, i) => output.schema.generate({ seed: `variety ${i}` })).flatMap(
    (generated) => (generated.kind === 'value' ? [partsOf(generated.value)] : []),
  )
}
