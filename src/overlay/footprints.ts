/** What calls of tools that are known read and write, as a source of effects. Whether they write is for others to say. */
import { type EffectSource, footprintOf } from '../effects/index.js'
import type { Recognised } from './recognise.js'

export function modelSource(known: Recognised): EffectSource {
  return {
    claim: () => undefined,
    footprint({ server, tool, arguments: args = {}, unknownAt }) {
      const model = known.get(server)?.get(tool)
      return model && footprintOf(model.footprint, args, unknownAt)
    },
  }
}
