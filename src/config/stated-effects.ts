/** What the settings say of the effects of tools, for those who ask for effects and for those who record. */
import { type EffectSource, footprintSource, loadSqlReader, type StatedFootprint } from '../effects/index.js'
import type { Settings } from './settings.js'

/** The user's word of the settings; a policy's comes before it. */
export function settingsEffects(settings: Settings): Promise<readonly EffectSource[]> {
  return effectsAsStated(statedFootprints(settings))
}

/** Loads what reads the statements among them. */
export async function effectsAsStated(stated: readonly StatedFootprint[]): Promise<readonly EffectSource[]> {
  if (stated.length === 0) return []
  const hasSql = stated.some(
    ({ footprint }) =>
      footprint !== 'read' && 'statement' in footprint && (footprint.language ?? 'sql') === 'sql',
  )
  return [footprintSource(stated, hasSql ? { sql: await loadSqlReader() } : {})]
}

/** What is said of one server comes before what is said of all. */
export function statedFootprints({ servers }: Settings): readonly StatedFootprint[] {
  return Object.entries(servers)
    .sort(([a], [b]) => Number(a === '*') - Number(b === '*'))
    .flatMap(([server, { effects = [] }]) =>
      effects.map(({ tool, footprint }) => ({ tools: `${server}:${tool}`, footprint })),
    )
}
