// `npm run inspector:gateway`: the Inspector's command line lists, calls, rehearses and runs through a gateway, in both eras; with
// `-- --short`, as in CI, in the older one alone.
// Like the conformance suite it needs Node 22, and gets one from npm where this is older. The Inspector is 110 MB with a script that
// runs on install, so it is no dependency: npm brings it into a folder of its own for each run, and runs no script of it.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { nodeCommand } from '../conformance/suite.mjs'

const INSPECTOR = '@modelcontextprotocol/inspector'
const VERSION = '2.12.0'
const CODE = 'return (await mcp.notes.read_note({ id: "welcome" })).text'
const WORKFLOW = { tasks: [{ id: 'read', tool: 'notes:read_note', arguments: { id: 'welcome' } }] }

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const run = promisify(execFile)
const isShort = process.argv.includes('--short')
const folder = mkdtempSync(join(tmpdir(), 'understudy-inspector-'))
const canaryLog = join(folder, 'canary.log')

try {
  process.stdout.write(`Installing ${INSPECTOR} ${VERSION}\n`)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, `${INSPECTOR}@${VERSION}`],
    { cwd: folder },
  )
  writeConfigs()
  for (const era of isShort ? ['legacy'] : ['legacy', 'modern']) await useGateway(era)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The canary behind the gateway, and the gateway as the Inspector's server. */
function writeConfigs() {
  const canary = { command: process.execPath, args: [fileOf('../fixtures/servers/canary.mjs')] }
  const upstreams = { mcpServers: { notes: { ...canary, env: { CANARY_LOG: canaryLog } } } }
  writeFileSync(join(folder, 'upstreams.json'), JSON.stringify(upstreams))
  const args = [
    fileOf('../../dist/joined/cli/main.js'),
    'gateway',
    '--config',
    join(folder, 'upstreams.json'),
    // As it is where nothing can be copied.
    ...['--copy', 'never'],
  ]
  for (const era of ['legacy', 'modern']) {
    const gateway = { type: 'stdio', command: process.execPath, args, protocolEra: era }
    writeFileSync(join(folder, `${era}.json`), JSON.stringify({ mcpServers: { gateway } }))
  }
}

async function useGateway(era) {
  const call = (name, ...pairs) =>
    inspect(era, '--method', 'tools/call', '--tool-name', name, '--tool-arg', ...pairs)

  const { tools } = await inspect(era, '--method', 'tools/list')
  check(
    era,
    'list',
    tools
      .map(({ name }) => name)
      .sort()
      .join(),
    [
      ...['describe_tools', 'execute_code', 'execute_dag', 'notes__delete_note', 'notes__read_note'],
      ...['notes__write_note', 'run_plan', 'search_tools'],
    ].join(),
  )

  const called = await call('notes__read_note', 'id=welcome')
  check(era, 'call', called.structuredContent?.text, 'hello')

  const heard = canaryCalls()
  const code = await call('execute_code', `code=${CODE}`, 'dry_run=true')
  // By what the call before it was told.
  check(era, 'rehearse a program', code.structuredContent?.verdict, 'pass')
  const dag = await call('execute_dag', `workflow=${JSON.stringify(WORKFLOW)}`, 'dry_run=true')
  check(era, 'rehearse a workflow', dag.structuredContent?.verdict, 'pass')
  check(era, 'touch nothing in a rehearsal', canaryCalls(), heard)

  const ran = await call('execute_code', `code=${CODE}`)
  check(era, 'run a program', ran.structuredContent?.result, 'hello')
  const done = await call('execute_dag', `workflow=${JSON.stringify(WORKFLOW)}`)
  check(era, 'run a workflow', done.structuredContent?.ended, 'completed')
  check(era, 'call for real in a run', canaryCalls(), heard + 2)
}

async function inspect(era, ...args) {
  const [command, ...first] = nodeCommand(process)
  const cli = join(folder, 'node_modules', INSPECTOR, 'clients/launcher/build/index.js')
  const config = ['--config', join(folder, `${era}.json`), '--server', 'gateway']
  const { stdout } = await run(command, [...first, cli, '--cli', ...config, ...args], {
    env: { ...process.env, MCP_INSPECTOR_SECRET_STORE: 'memory' },
  })
  return JSON.parse(stdout)
}

function canaryCalls() {
  return existsSync(canaryLog) ? readFileSync(canaryLog, 'utf8').trim().split('\n').length : 0
}

function check(era, what, found, wanted) {
  if (found !== wanted) throw new Error(`${era}: ${what}: found ${found} in place of ${wanted}`)
  process.stdout.write(`ok  ${era}: ${what}\n`)
}
