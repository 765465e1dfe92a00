import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLEAN, FAULTY, GUESSED } from '../../test/fixtures/reports.js'
import { verifies } from '../../test/verifies.js'
import { manualClock } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import { redactReport } from '../plan/index.js'
import { createRedactor } from '../recording/index.js'
import { createDiscreetIo } from './discreet-io.js'
import { FORMATS, type Format, readDryRunSettings } from './dry-run-settings.js'
import { tellReport } from './report-output.js'
import { readServerChoice } from './server-options.js'

verifies('ours:own-words-stay')

const SECRET = 'hunter2-correct-horse'
const VERDICTS = ['pass', 'fail', 'uncertain'] as const

/** What a shell would take for one word, as plans are named; words that name secrets among the others. */
const NAME_PART = fc.oneof(
  fc.constantFrom(
    'plan',
    'pass',
    'PASS',
    'token',
    'api_key',
    'secret',
    'auth',
    'KEY',
    'Password',
    'jwt',
    '2',
    'v10',
  ),
  fc.stringMatching(/^[a-zA-Z0-9]{1,8}$/),
)
const FILE_NAME = fc
  .tuple(
    fc.array(NAME_PART, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('-', '_', '.', ''),
    fc.constantFrom('.ts', '.js', '.yaml', '.json', '.mts', ''),
  )
  .map(([parts, joint, ending]) => `${parts.join(joint)}${ending}`)

test('a report names its plan and its verdict in every format, whatever the plan is called, and hides what is secret', () => {
  fc.assert(
    fc.property(
      FILE_NAME,
      fc.constantFrom(...VERDICTS),
      fc.constantFrom(...FORMATS),
      fc.constantFrom(CLEAN, FAULTY, GUESSED),
      (fileName, verdict, format, report) => {
        const told = tell(
          { ...report, verdict, simulated_result: SECRET, console: [{ level: 'log', text: `is ${SECRET}` }] },
          fileName,
          format,
        )

        expect(told).not.toContain(SECRET)
        expect(told).toContain(headOf(format, verdict, fileName))
      },
    ),
    { numRuns: 400 },
  )
})

test.each(FORMATS)('a plan whose name holds a given secret is told without it, as %s', (format) => {
  const told = tell(CLEAN, `${SECRET}.ts`, format)

  expect(told).not.toContain(SECRET)
})

/** What a reader looks at first. */
function headOf(format: Format, verdict: Report['verdict'], fileName: string): string {
  const word = verdict.toUpperCase()
  switch (format) {
    case 'text':
    case 'github':
      return `${word}  ${fileName}\n`
    case 'html':
      return `<title>${word} ${fileName} `
    case 'markdown':
      return `${word} \`${fileName}\``
    case 'junit':
      return `${word}  ${fileName}\n`
    case 'json':
      return `"verdict": "${verdict}"`
    case 'sarif':
      return `"id": "understudy/${fileName}/"`
  }
}

function tell(report: Report, fileName: string, format: Format): string {
  let told = ''
  const io = createDiscreetIo({
    stdout: (text) => {
      told += text
    },
    stderr: () => undefined,
    stdin: () => Promise.resolve(Buffer.from('')),
    env: {},
    cwd: '/work',
    stdoutIsTty: false,
    stderrIsTty: false,
    clock: manualClock(0),
    signal: new AbortController().signal,
  })
  io.keepSecret([SECRET])
  const settings = readDryRunSettings(fileName, {
    format,
    seed: '1',
    budget: '24',
    runs: '1',
    failOn: 'fail',
    copy: 'auto',
    types: 'never',
  })
  // As `rehearse` gives it.
  const redacted = redactReport(report, createRedactor({ secrets: [SECRET] }))
  const choice = readServerChoice({ name: 'server', era: 'legacy', timeout: '30000' }, [])
  tellReport({ report: redacted, plan: Buffer.from(`return '${SECRET}'\n`), settings, choice }, io)
  return told
}
