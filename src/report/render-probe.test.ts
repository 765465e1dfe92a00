import { expect, it } from 'vitest'
import type { Probe, ProbeCheck } from './probe.js'
import { renderProbe } from './render-probe.js'

const CHECK: ProbeCheck = {
  ...{ server: 'notes', tool: 'self', input: 'valid', passed: 0, failed: 0 },
  ...{ could_not_tell: 1, could_not_run: null },
}

function probeOf(...checks: readonly ProbeCheck[]): Probe {
  const tools = [...new Set(checks.map(({ tool }) => tool))]
  return {
    ...{ format: 'understudy.probe/1', ended: 'completed', incomplete: false },
    ...{ seed: 1, runs: 20, max_tokens: 25_000 },
    counts: { findings: 0, passed: 1, failed: 0, could_not_tell: 1, could_not_run: 0 },
    tools: tools.map((tool) => ({ server: 'notes', tool, chosen_by: 'name' })),
    ...{ findings: [], checks, notes: [], unavailable: [] },
  }
}

it('renderProbe names the tools of which no answer tells anything', () => {
  const other = { ...CHECK, tool: 'read', passed: 1 }

  const text = renderProbe(probeOf(CHECK, other, { ...CHECK, tool: 'unrun', could_not_tell: 0 }))

  expect(text).toContain('Nothing is known of\n  notes:self\n  Each of their answers may be right')
  expect(renderProbe(probeOf(other))).not.toContain('Nothing is known')
})
