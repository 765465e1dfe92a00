import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLEAN, FAULTY, GUESSED, ON_COPY, REACHING } from '../../test/fixtures/reports.js'
import { spellingsOf } from '../../test/fixtures/secret-spellings.js'
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

describe.each(FORMATS)('a report as %s', (format) => {
  test.each(Object.entries(spellingsOf(SECRET)))(
    'holds no secret as %s, in any of its texts',
    (_, spelling) => {
      verifies('recording:secrets-disguised')
      const { report, count } = planted(spelling)

      const told = tell(report, 'plan.ts', format)

      expect(count).toBeGreaterThan(30)
      expect(readable(told)).not.toContain(readable(spelling))
    },
  )

  test('holds no secret of which the program wrote a half in each of two lines', () => {
    const [first, second] = [SECRET.slice(0, 9), SECRET.slice(9)]
    const console = [first, second].map((text) => ({ level: 'log' as const, text }))

    const told = tell({ ...FAULTY, console }, 'plan.ts', format)

    expect(told).not.toContain(first)
    expect(told).not.toContain(second)
  })
})

/** Reports that have much to tell, with the secret in each text that is no word of the report's own. */
function planted(spelling: string): { readonly report: Report; readonly count: number } {
  let count = 0
  const plant = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => plant(key, each))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plant(name, each)]))
    if (typeof value !== 'string' || !FREE_TEXTS.has(key)) return value
    count++
    return `${value} ${spelling} `
  }
  const full = {
    ...FAULTY,
    ...ON_COPY,
    side_effects: GUESSED.side_effects,
    console: GUESSED.console,
    sandbox: REACHING.sandbox,
    ended: 'threw',
    error: { name: 'Error', message: 'no' },
  }
  // Texts stay texts.
  return { report: plant('', full) as Report, count }
}

const FREE_TEXTS: ReadonlySet<string> = new Set([
  ...['message', 'text', 'value', 'path', 'from', 'diff', 'resource', 'tool', 'got', 'expected', 'pointer'],
  ...['why', 'root', 'servers', 'own', 'server', 'target', 'arg', 'simulated_result', 'tools_called'],
])

/** However it is escaped and broken into lines. */
function readable(text: string): string {
  return text
    .replaceAll('&amp;', '&')
    .replaceAll('\\\\', '\\')
    .replace(/\\n|\s/g, '')
}

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
