/** Codes are a promise: pinned here, and documented row by row. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../src/base/index.js'
import { verifies } from '../verifies.js'
import { capitalNames } from './capital-names.js'
import { markdownRows } from './markdown-table.js'
import { filesUnder, PROJECT_ROOT } from './source-tree.js'

verifies('ours:errors-documented')

/** Capital names in the sources that are no codes: variables of the environment, mostly. */
const NO_CODES: readonly string[] = [
  'PROCESSOR_ARCHITECTURE',
  'UNDERSTUDY_GATEWAYS',
  'NODE_OPTIONS',
  'NODE_V8_COVERAGE',
  'NODE_COMPILE_CACHE',
  'NODE_DISABLE_COMPILE_CACHE',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
]

describe('error codes', () => {
  it('are pinned, each with its class', () => {
    const classes = Object.entries(ERROR_CODES).map(([code, [className]]) => `${code} ${className}`)

    expect(classes).toMatchInlineSnapshot(`
      [
        "USAGE UsageError",
        "ALREADY_CLOSED UsageError",
        "FILE_UNREADABLE UsageError",
        "CONFIG_INVALID UsageError",
        "STUBS_INVALID UsageError",
        "SETTINGS_INVALID UsageError",
        "CONTACT_INVALID UsageError",
        "TOOLS_INVALID UsageError",
        "LOCK_INVALID UsageError",
        "POLICY_INVALID UsageError",
        "RECEIPT_INVALID UsageError",
        "RECEIPT_REFUSED UsageError",
        "TOKENS_INVALID UsageError",
        "RECORDING_INVALID UsageError",
        "DUPLICATE_SERVER UsageError",
        "JOURNAL_KEY UsageError",
        "APPROVAL_KEY UsageError",
        "RUN_UNKNOWN UsageError",
        "UNDO_REFUSED UsageError",
        "MODE_REFUSES UsageError",
        "REHEARSALS_FULL UsageError",
        "GATEWAY_LOOP UsageError",
        "NO_ANSWER UsageError",
        "JSON_INVALID UsageError",
        "SPAWN_FAILED TransportError",
        "CONNECTION_CLOSED TransportError",
        "WRITE_FAILED TransportError",
        "MESSAGE_TOO_LARGE TransportError",
        "HTTP_FAILED TransportError",
        "ENGINE_MISSING TransportError",
        "ENGINE_FAILED TransportError",
        "COPY_REFUSED TransportError",
        "COPY_LIMIT TransportError",
        "STAND_IN_FAILED TransportError",
        "HANDSHAKE_FAILED SessionError",
        "REVISION_UNSUPPORTED SessionError",
        "REQUEST_TIMEOUT SessionError",
        "REQUEST_ABORTED SessionError",
        "RESPONSE_INVALID SessionError",
        "RPC_ERROR SessionError",
        "INPUT_UNANSWERED SessionError",
        "PAGING_ENDLESS SessionError",
        "PROTOCOL_VIOLATED SessionError",
        "SANDBOX_MISSING SandboxError",
        "SANDBOX_ALTERED SandboxError",
        "SANDBOX_START_FAILED SandboxError",
        "SANDBOX_LAYER_MISSING SandboxError",
        "STORE_UNREADABLE StoreError",
        "STORE_CORRUPT StoreError",
        "STORE_NEWER StoreError",
        "STORE_LOCKED StoreError",
        "STORE_FULL StoreError",
        "RUN_LOST StoreError",
        "WRITE_FILE_FAILED StoreError",
      ]
    `)
  })
  it('have one row each in docs/reference/errors.md, in the same order, with class and meaning', () => {
    const documented = markdownRows(read('docs/reference/errors.md')).map((row) => row.slice(0, 3))

    expect(documented).toEqual(
      Object.entries(ERROR_CODES).map(([code, [className, meaning]]) => [code, className, meaning]),
    )
  })
})

describe('finding codes', () => {
  const documented = markdownRows(read('docs/reference/findings.md')).map(([code]) => code)
  const used = new Set(
    filesUnder('src')
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) => capitalNames(read(path))),
  )

  it('of the sources have a row each in docs/reference/findings.md', () => {
    const known = new Set([...Object.keys(ERROR_CODES), ...documented, ...NO_CODES])

    expect([...used].filter((name) => !known.has(name))).toEqual([])
  })
  it('of docs/reference/findings.md stand in the sources, and so does every name that is no code', () => {
    expect([...documented, ...NO_CODES].filter((code) => code === undefined || !used.has(code))).toEqual([])
    expect(documented).toEqual([...new Set(documented)])
  })
})

describe('capitalNames', () => {
  it('finds names in capitals that are written as text', () => {
    expect(
      capitalNames(
        "const x = { code: 'SYNTAX_ERROR' }; f('A_1', `B_2`); type C = 'D_3'; g({ code: 'LONE' })",
      ),
    ).toEqual(['SYNTAX_ERROR', 'A_1', 'B_2', 'D_3', 'LONE'])
  })
  it('leaves identifiers, comments, other text and words alone', () => {
    expect(capitalNames("// 'A_B'\nconst MAX_DEPTH = 'a B_C d'; f('GET', 'HOME', MAX_DEPTH)")).toEqual([])
  })
})

function read(path: string): string {
  return readFileSync(join(PROJECT_ROOT, path), 'utf8')
}
