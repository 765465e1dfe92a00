/** A secret in answers and arguments, in every spelling that a program may give it: looked for in all that is written or said. */
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/index.js'
import { stub } from '../../src/call/index.js'
import { createGateway } from '../../src/gateway/index.js'
import { openJournal } from '../../src/journal/index.js'
import type { Receipt } from '../../src/plan/index.js'
import { temporaryFolder } from '../fixtures/temporary-folder.js'
import { fixture } from '../gateway/notes-gateway.js'
import { verifies } from '../verifies.js'

/** Each letter that spellings differ in: markup, URLs, JSON, and beyond ASCII. */
const SECRET = 'p@ss/"w%rd"&<7731>-ö-XYZZY'
/** What of it may stand in the name of a file. */
const FILE = SECRET.replaceAll('/', '')

/** No receipt, report or log may have it in any of these. */
const SPELLINGS: Readonly<Record<string, string>> = {
  plain: SECRET,
  JSON: JSON.stringify(SECRET).slice(1, -1),
  'JSON in JSON': JSON.stringify(JSON.stringify(SECRET)).slice(3, -3),
  'the name of a file': JSON.stringify(FILE).slice(1, -1),
  'JSON Pointer': JSON.stringify(SECRET.replaceAll('/', '~1')).slice(1, -1),
  URL: encodeURIComponent(SECRET),
  hex: Buffer.from(SECRET).toString('hex'),
  base64: Buffer.from(SECRET).toString('base64').replace(/=+$/, '').slice(0, -1),
  base64url: Buffer.from(SECRET).toString('base64url').slice(0, -1),
  'base64 of what begins before it': Buffer.from(`x${SECRET}`).toString('base64').slice(4, -4),
  'base64 of what begins well before it': Buffer.from(`xx${SECRET}`).toString('base64').slice(4, -4),
}

/** As the server says it, with what it words like commands of CI systems. */
const SAID = `It is ${SECRET}\n::error::${SECRET}\n  ::set-output name=a::b\n##[error]a ##vso[task.setvariable variable=a]b\n\u001b[2J\u009b31m\u202e`

/** Told it by the server, in an answer and in the names of its members; gives it back in every spelling. */
const PROGRAM = `const said = await mcp.spy.tell({ first: true })
const text = typeof said === 'string' ? said : JSON.stringify(said)
const bytes = new TextEncoder().encode(text)
const binary = String.fromCharCode(...bytes)
const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
await mcp.spy.tell({
  path: ${JSON.stringify(FILE)}, text, hex,
  base64: btoa(binary), shifted: [btoa('x' + binary), btoa('xx' + binary)],
  url: 'https://example.com/?q=' + encodeURIComponent(text),
  json: JSON.stringify({ text: JSON.stringify(text) }),
  member: { [text]: 'a value of some length' },
  parted: [text.slice(0, 12), text.slice(12)],
  markup: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
})
console.log(text)
const more = await mcp.spy.tell({ second: 'a value of some length' })
await mcp.spy.tell({ of: typeof more === 'string' ? more.slice(0, 40) : Object.values(more)[0] })
return { text, hex, more }`

test.each<[string, JsonValue, string, string]>([
  ['completes', SAID, PROGRAM, 'completed'],
  ['deviates', SAID, PROGRAM.replace('first: true', 'first: Date.now() > 1_600_000_000_000'), 'deviated'],
  ['has it in names of members', { [SECRET]: 'is a name here', token: SECRET }, PROGRAM, 'deviated'],
])('is nowhere in plain where a run %s', async (_, rehearsed, text, ended) => {
  verifies('receipt:no-secrets', 'journal:sealed')
  const cwd = await temporaryFolder()
  const said: Record<string, string> = {}
  const note = (what: string, value: unknown): void => {
    said[what] = (said[what] ?? '') + (typeof value === 'string' ? value : JSON.stringify(value))
  }
  await using journal = await openJournal({
    ...{ name: join(cwd, 'runs.db'), env: { HOME: cwd }, cwd },
  })
  // Calls name it: a receipt has its path, and what it holds.
  await writeFile(join(cwd, FILE), 'of a file')
  await using gateway = await createGateway({
    config: { mcpServers: { spy: fixture('indiscreet', { API_TOKEN: SECRET, FILE_TOKEN: FILE }) } },
    ...{ cwd, copy: 'never', runJournal: journal },
    stubs: [stub('spy:tell', { result: rehearsed as never })],
    onWarning: (warning) => note('warnings', warning),
  })
  const receipts: Receipt[] = []
  const report = await gateway.executeCode(text, {
    ...{ dry_run: true, now: '2020-02-02T02:02:02Z', onReceipt: (made) => void receipts.push(made) },
    onTrace: (event) => note('trace of the rehearsal', event),
  })
  note('report of the rehearsal', report)
  const [receipt] = receipts
  note('receipt', receipt)
  if (receipt === undefined) throw new Error(`no receipt: ${JSON.stringify(report)}`)

  const run = await gateway.run(
    { receipt, plan: { text, fileName: 'plan.ts' } },
    { asRehearsed: ended === 'completed', onTrace: (event) => note('trace of the run', event) },
  )

  note('report of the run', run)
  for (const name of readdirSync(cwd).filter((each) => each.startsWith('runs.db')))
    note(`the journal's file ${name}`, readFileSync(join(cwd, name), 'latin1'))
  expect(run.ended).toBe(ended)
  expect(leaks(said)).toEqual([])
  // The control: what is looked for is found where it is.
  expect(leaks({ control: JSON.stringify(SECRET) })).toContain('control: JSON')
})

function leaks(said: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(said).flatMap(([where, text]) =>
    Object.entries(SPELLINGS).flatMap(([spelling, secret]) =>
      [secret, Buffer.from(secret).toString('latin1')].some((each) => text.includes(each))
        ? [`${where}: ${spelling}`]
        : [],
    ),
  )
}
