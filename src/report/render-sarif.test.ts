import { expect, test } from 'vitest'
import { CLEAN, FAULTY, SOURCE } from '../../test/fixtures/reports.js'
import { renderSarif } from './render-sarif.js'

const OPTIONS = { fileName: 'plan.ts', path: 'my plans/plan.ts', source: SOURCE, version: '1.2.3' }

test('renderSarif places each finding in the plan, and explains its rule', () => {
  const [run] = renderSarif(FAULTY, OPTIONS).runs

  expect(run.results[0]).toEqual({
    ruleId: 'ARGUMENT_INVALID',
    ruleIndex: 0,
    level: 'error',
    message: { text: 'files:write: "/content" must be a string, found a number' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'my%20plans/plan.ts' },
          region: {
            startLine: 2,
            startColumn: 48,
            snippet: { text: "await mcp.files.write({ path: 'b.md', content: 42 })" },
          },
        },
      },
    ],
    partialFingerprints: { 'understudyFinding/v1': expect.stringMatching(/^[0-9a-f]{64}$/) },
    properties: { certain: true },
  })
  expect(run.tool.driver).toMatchObject({
    semanticVersion: '1.2.3',
    rules: [
      { id: 'ARGUMENT_INVALID', help: { text: expect.stringContaining('Give what is expected') } },
      { id: 'PROGRAM_THREW', help: { text: expect.stringContaining('See the line that is told') } },
    ],
  })
  expect(run.properties).toMatchObject({ verdict: 'fail', ended: 'threw' })
})

test('renderSarif makes a warning of an error that is not certain, unless uncertainty is a failure', () => {
  const levels = (failOn: 'fail' | 'uncertain') =>
    renderSarif(FAULTY, { ...OPTIONS, failOn }).runs[0].results.map(({ level }) => level)

  expect(levels('fail')).toEqual(['error', 'warning'])
  expect(levels('uncertain')).toEqual(['error', 'error'])
})

test('renderSarif has no results for a clean report', () => {
  expect(renderSarif(CLEAN, OPTIONS).runs[0].results).toEqual([])
})

test('renderSarif leaves no link and no placeholder in a message', () => {
  const findings = [
    { code: 'X', severity: 'note' as const, certain: true, message: '[here](https://evil.test) {0} \\[x]' },
  ]

  const [run] = renderSarif({ ...CLEAN, validation: { ...CLEAN.validation, findings } }, OPTIONS).runs

  expect(run.results[0]?.message.text).toBe('\\[here\\](https://evil.test) {{0}} \\\\\\[x\\]')
  expect(run.tool.driver.rules).toEqual([{ id: 'X' }])
})

test.each([
  ['//evil.test/x', 'evil.test/x'],
  ['https://evil.test', 'https%3A/evil.test'],
  ['a?b#c', 'a%3Fb%23c'],
])('renderSarif keeps the path %j a relative one', (path, expected) => {
  const uri = renderSarif(FAULTY, { ...OPTIONS, path }).runs[0].results[0]?.locations[0].physicalLocation
    .artifactLocation.uri

  expect(uri).toBe(expected)
})
