/** What a rehearsal knows of its servers' tools, and the overlays of its runs. */
import {
  type Answerer,
  chainAnswerers,
  type Outcome,
  questionKey,
  type ToolRef,
  toolRef,
  unknownAnswerer,
} from '../call/index.js'
import type { EffectSource, FootprintPatterns } from '../effects/index.js'
import {
  type AskBelow,
  createOverlay,
  type Overlay,
  type Recognised,
  recogniseTools,
} from '../overlay/index.js'
import type { ToolRegistry } from '../registry/index.js'

/** `effects`: what the user says of tools, the strongest first. */
export function knownTools({ tools }: ToolRegistry, effects: readonly EffectSource[] = []): Recognised {
  return recogniseTools(
    tools.map(({ server, name, definition, fingerprint }) => ({
      ...{ server, name, contract: fingerprint },
      description: definition.description?.toWellFormed() ?? '',
      stated: firstStated(effects, toolRef({ server, tool: name })),
    })),
  )
}

function firstStated(effects: readonly EffectSource[], tool: ToolRef): FootprintPatterns | undefined {
  for (const source of effects) {
    const patterns = source.patterns?.(tool)
    if (patterns !== undefined) return patterns
  }
  return undefined
}

export interface OverlaySource {
  /** One for each run of the plan: all ask the readers the same, each question once. */
  readonly create: () => Overlay
}

/** `readers` are asked for what was recorded, or is there now, of what no call has asked, such as the folder of a file. */
export function overlaySource(known: Recognised, readers: readonly Answerer[]): OverlaySource {
  const read = chainAnswerers([...readers, unknownAnswerer()])
  const asked = new Map<string, Promise<Outcome | undefined>>()
  const ask: AskBelow = (call) => {
    const question = questionOf(call)
    if (question === undefined || readers.length === 0) return Promise.resolve(undefined)
    const said = asked.get(question) ?? read({ n: 0, ...call }).then(saidForCertain)
    asked.set(question, said)
    return said
  }
  return { create: () => createOverlay(known, ask) }
}

function saidForCertain({
  outcome,
  provenance,
}: Awaited<ReturnType<Answerer['answer']>>): Outcome | undefined {
  const { source, stale, isOfNow } = provenance
  const isCertain = (source === 'recording' && stale !== true) || (source === 'live' && isOfNow === true)
  return isCertain ? outcome : undefined
}

/** Undefined for arguments that have no canonical form, such as half a character: those were not recorded. */
function questionOf(call: Parameters<AskBelow>[0]): string | undefined {
  try {
    return questionKey(call)
  } catch {
    return undefined
  }
}
