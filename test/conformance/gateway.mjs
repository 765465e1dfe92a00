// The official suite against the fixture, and against a gateway that passes everything on to it: over HTTP, and over stdio.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checksOf } from './checks.mjs'
import { fixtureCommand, withFixture, withGateway } from './suite.mjs'

/** A server that closes the stream of a request early does that to one connection, and a gateway's client has another. */
const OF_ONE_CONNECTION = new Set([
  ...['server-sse-disconnect-resume', 'incoming-sse-event', 'stream-closed'],
  ...['outgoing-request', 'incoming-response'],
])

/**
 * Resolves with a row for every scenario: `{ scenario, direct, http, stdio, isEqual }`, each side a list of `check: STATUS`.
 * `args` choose the scenarios, `era` is how the gateway speaks to the fixture.
 */
export async function compareGateway(args, era) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-conformance-'))
  const [command, ...rest] = fixtureCommand()
  try {
    const through = async (side, entry) => {
      const config = join(folder, `${side}.json`)
      await writeFile(config, JSON.stringify({ mcpServers: { fixture: entry } }))
      return withGateway(config, era, async (url) => {
        if (era === 'modern') await startServer(url)
        return checksOf(url, args, join(folder, side))
      })
    }
    const [direct, http] = await withFixture(async (url) => [
      await checksOf(url, args, join(folder, 'direct')),
      await through('http', { url }),
    ])
    const stdio = await through('stdio', { command, args: rest })
    const scenarios = [...new Set([direct, http, stdio].flatMap((run) => [...run.keys()]))]
    return scenarios.map((scenario) => rowOf(scenario, [direct, http, stdio]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The suite gives one of its calls 600 ms, and a client that can be asked has a process of its own, which takes as long to start. */
async function startServer(url) {
  const name = 'test_simple_text'
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, _meta: meta } }),
  })
  await response.text()
}

/** `leftOut` are the checks of one connection, which were compared with nothing; a scenario without others is not equal, it is unseen. */
export function rowOf(scenario, runs) {
  const [direct, http, stdio] = runs.map((run) => run.get(scenario) ?? [])
  const compared = [direct, http, stdio].map((checks) => checks.filter(isPassedOn).join('\n'))
  const isSeen = compared.some((checks) => checks !== '')
  const isEqual = isSeen && compared.every((checks) => checks === compared[0])
  const leftOut = direct.filter((check) => !isPassedOn(check))
  return { scenario, direct, http, stdio, isSeen, isEqual, leftOut }
}

/** What a run shows, in one line: what was compared, what was not, and what was done before. */
export function summaryOf(revision, rows, era) {
  const equal = rows.filter(({ isEqual }) => isEqual)
  const compared = equal.reduce((sum, { direct, leftOut }) => sum + direct.length - leftOut.length, 0)
  const seen = rows.filter(({ isSeen }) => isSeen)
  const left = rows.flatMap(({ leftOut }) => leftOut)
  const kinds = [...new Set(left.map(nameOf))]
  const line = `${revision}: ${equal.length} of ${seen.length} scenarios equal over HTTP and over stdio (${compared} checks compared)`
  return [
    line,
    ...(left.length === 0
      ? []
      : [`${left.length} checks are of one connection, and were not compared: ${kinds.join(', ')}`]),
    ...(seen.length === rows.length ? [] : [`${rows.length - seen.length} scenarios have no other checks`]),
    ...(era === 'modern' ? ['one call was made before, which started the server behind the gateway'] : []),
  ].join('; ')
}

const nameOf = (check) => check.replace(/: \w+$/, '')
const isPassedOn = (check) => !OF_ONE_CONNECTION.has(nameOf(check))
