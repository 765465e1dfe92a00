/** What the settings say of the effects of tools, for those who ask for effects and for those who record. */
import {
  type EffectSource,
  effectOf,
  footprintSource,
  loadSqlReader,
  type StatedFootprint,
} from '../effects/index.js'
import type { Policy } from '../policy/index.js'
import type { Settings } from './settings.js'

/** The user's word of the settings; a policy's comes before it. */
export async function settingsEffects(settings: Settings): Promise<readonly EffectSource[]> {
  const stated = statedFootprints(settings)
  if (stated.length === 0) return []
  const hasSql = stated.some(
    ({ footprint }) =>
      footprint !== 'read' && 'statement' in footprint && (footprint.language ?? 'sql') === 'sql',
  )
  return [footprintSource(stated, hasSql ? { sql: await loadSqlReader() } : {})]
}

/** The policy, and after its rules what the settings say that tools do: for whoever takes a policy alone. */
export function policyWithSettings(policy: Policy | undefined, settings: Settings): Policy | undefined {
  const rules = statedFootprints(settings).map(({ tools, footprint }) => ({
    tools,
    effect: effectOf(footprint),
  }))
  return rules.length === 0 ? policy : { ...policy, rules: [...(policy?.rules ?? []), ...rules] }
}

/** What is said of one server comes before what is said of all. */
function statedFootprints({ servers }: Settings): readonly StatedFootprint[] {
  return Object.entries(servers)
    .sort(([a], [b]) => Number(a === '*') - Number(b === '*'))
    .flatMap(([server, { effects = [] }]) =>
      effects.map(({ tool, footprint }) => ({ tools: `${server}:${tool}`, footprint })),
    )
}
