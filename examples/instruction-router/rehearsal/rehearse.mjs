// The router and a filesystem server in one program, rehearsed from recordings: the plan passes, and nothing is written.
import { strict as assert } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const cli = fileURLToPath(new URL('cli/main.js', import.meta.resolve('mcp-understudy')))
const filesystem = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
)
const project = mkdtempSync(join(tmpdir(), 'instruction-router-'))

try {
  cpSync(here('../test/fixtures/sample-instructions'), join(project, '.pongogo/instructions'), {
    recursive: true,
  })
  for (const file of ['work-log.ts', 'stubs.yaml']) cpSync(here(file), join(project, file))
  const env = { PONGOGO_PROJECT_ROOT: project, PONGOGO_TEST_MODE: '1' }
  const mcpServers = {
    router: { command: process.execPath, args: [here('../instruction-router.mjs')], env },
    filesystem: { command: process.execPath, args: [filesystem, project], cwd: project },
  }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers }, null, 2))

  say('1. The two questions to the router are asked once, and recorded.')
  const message = 'message=write down what I did today: the import is done'
  understudy(0, 'call', 'router:route_instructions', message, 'limit:=1', ...STORE())
  understudy(
    0,
    'call',
    'router:get_instructions',
    'topic=core/work_log',
    'exact_match:=true',
    'include_content:=true',
    ...STORE(),
  )

  say('2. The program is rehearsed: the router answers from its recordings, and the file is not written.')
  const report = JSON.parse(
    understudy(
      0,
      'dry-run',
      'work-log.ts',
      '--copy',
      'never',
      '--stubs',
      'stubs.yaml',
      '--config',
      '.mcp.json',
      '--format',
      'json',
    ),
  )
  assert.equal(report.verdict, 'pass')
  assert.deepEqual(report.simulated_result, { followed: 'core/work_log', heading: 'Work log' })
  assert.deepEqual(
    report.calls.map(({ tool, source }) => `${tool} from a ${source}`),
    [
      'router:route_instructions from a recording',
      'router:get_instructions from a recording',
      'filesystem:write_file from a stub',
    ],
  )
  assert.deepEqual(report.calls[2].arguments, {
    path: 'work-log.md',
    content: '# Work log\n\nDone: the import.\nBy: core/work_log\n',
  })
  assert.equal(existsSync(join(project, 'work-log.md')), false)
  process.stdout.write('  PASS  work-log.ts: follows core/work_log; work-log.md does not exist\n')
} finally {
  rmSync(project, { recursive: true, force: true })
}

function STORE() {
  return ['--store', '--config', '.mcp.json']
}

/** Runs the command as a user would, and holds it to its exit code. */
function understudy(exitCode, ...args) {
  process.stdout.write(`\n$ understudy ${args.join(' ')}\n`)
  const run = spawnSync(process.execPath, [cli, ...args], { cwd: project, encoding: 'utf8', timeout: 60_000 })
  if (run.status !== exitCode) process.stdout.write(run.stdout + run.stderr)
  assert.equal(run.status, exitCode, `exit code of: understudy ${args.join(' ')}`)
  return run.stdout
}

function say(text) {
  process.stdout.write(`\n── ${text}\n`)
}
