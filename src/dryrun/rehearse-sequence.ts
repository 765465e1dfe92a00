/** Rehearses a sequence: looks at what it rests on, then makes its calls in order against the stage. It is data, and needs no sandbox. */
import type { Finding } from '../base/index.js'
import {
  executeSequence,
  movedFacts,
  sequenceEndFindings,
  sequenceResult,
  unreadableSequence,
} from '../execution/index.js'
import { checkPlan, writtenSteps } from '../plan/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { readSequence } from '../sequence/index.js'
import { assembleReport } from './assemble-report.js'
import type { RehearsalSettings } from './options.js'
import type { Report } from './report.js'
import { setStage } from './stage.js'

export async function rehearseSequence(
  plan: string | Uint8Array,
  registry: ToolRegistry,
  settings: RehearsalSettings,
): Promise<Report> {
  const source = typeof plan === 'string' ? plan : Buffer.from(plan).toString('utf8')
  const reading = readSequence(source)
  const stage = await setStage(registry, settings)
  const nothing = { source, sandbox: null, console: [], resultUnknownAt: [] }
  if (reading.kind === 'invalid') {
    return assembleReport(stage, settings, {
      ...nothing,
      syntaxValid: false,
      written: [],
      check: { argumentErrors: [], missingTools: [] },
      findings: [unreadableSequence(reading.why)],
      ended: 'never_started',
      endedBecause: 'the sequence cannot be run as it stands',
      result: null,
      unreached: [],
    })
  }
  const { sequence, sites } = reading
  const written = writtenSteps(sequence, sites)
  const moved = (await movedFacts(sequence.world ?? [])).map(movedFinding)
  const end = await executeSequence(sequence, {
    sites,
    ...(settings.budgets?.calls === undefined ? {} : { callLimit: settings.budgets.calls }),
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
    call: stage.ledger.call,
  })
  await stage.end()
  const made = new Set(stage.ledger.entries().map(({ call }) => call.n))
  return assembleReport(stage, settings, {
    ...nothing,
    syntaxValid: true,
    written,
    check: checkPlan(written, registry, {
      unavailable: settings.unavailable,
      validation: settings.policy?.validation,
    }),
    findings: [
      ...moved,
      ...sequenceEndFindings(end, (before) => stage.ledger.owedAfter(before).length === 0),
    ],
    ended: end.ended,
    ...(end.why === undefined ? {} : { endedBecause: end.why }),
    result: sequenceResult(end),
    unreached: written.filter((_, i) => !made.has(i + 1)),
    sequence,
  })
}

function movedFinding(message: string): Finding {
  return { code: 'WORLD_MOVED', severity: 'error', certain: true, message }
}
