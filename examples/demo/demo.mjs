// The main job in one go: real servers in a throwaway copy of this machine, three rehearsals, and the proof that nothing was touched.
import { strict as assert } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tryCopies } from '../../dist/copy/public.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const cli = fileURLToPath(new URL('../../dist/joined/cli/main.js', import.meta.url))
const require = createRequire(import.meta.url)

const project = mkdtempSync(join(tmpdir(), 'understudy-demo-'))
const notes = join(project, 'notes')
const memoryFile = join(project, 'memory.jsonl')
try {
  prepareProject()
  const before = fingerprintOf(notes)

  const trial = await tryCopies()
  if (trial.kind === 'refused')
    say(`This machine makes no copies: ${trial.why}. Without them rehearsals go by what servers said before.`)

  say('1. A good program. The real servers answer it, in a throwaway copy of this machine.')
  const good = understudy(0, 'dry-run', 'good.ts', '--config', '.mcp.json')
  assert.match(good, trial.kind === 'works' ? /^PASS/ : /^UNCERTAIN/)
  if (trial.kind === 'works')
    assert.ok(good.includes('+owner: Mara (2 open)'), 'the report shows what would change')

  say('2. One with a wrong type, a misspelt tool and a missing field.')
  const faulty = understudy(1, 'dry-run', 'faulty.ts', '--config', '.mcp.json')
  assert.match(faulty, /^FAIL/)
  for (const mistake of ['"/content" must be a string', 'did you mean', '/observations/0/contents']) {
    assert.ok(faulty.includes(mistake), `the report names ${mistake}`)
  }

  say('3. Without copies, rehearsals go by what servers said before: these two calls are real, and recorded.')
  understudy(0, 'call', 'filesystem:read_text_file', 'path=ideas.md', '--store', '--config', '.mcp.json')
  understudy(0, 'call', 'filesystem:list_directory', 'path=.', '--store', '--config', '.mcp.json')

  say(
    '4. A workflow. Nobody ever recorded what its last task answers: the report says what that leaves to assume.',
  )
  const workflow = understudy(0, 'dry-run', 'workflow.json', '--copy', 'never', '--config', '.mcp.json')
  assert.match(workflow, /^PASS, ASSUMING 1 CALL SUCCEEDS/)

  say('5. Nothing was touched.')
  assert.equal(fingerprintOf(notes), before)
  assert.equal(existsSync(memoryFile), false)
  process.stdout.write(`  notes/        unchanged, ${before}\n  memory.jsonl  still does not exist\n`)
} finally {
  rmSync(project, { recursive: true, force: true })
}

/** A project as a user has it: notes, programs, and a config that names two official servers. */
function prepareProject() {
  cpSync(join(here, 'notes'), notes, { recursive: true })
  for (const file of ['good.ts', 'faulty.ts', 'workflow.json']) cpSync(join(here, file), join(project, file))
  const server = (name) => require.resolve(`@modelcontextprotocol/${name}/dist/index.js`)
  const config = {
    mcpServers: {
      filesystem: { command: process.execPath, args: [server('server-filesystem'), notes], cwd: notes },
      memory: {
        command: process.execPath,
        args: [server('server-memory')],
        env: { MEMORY_FILE_PATH: memoryFile },
      },
    },
  }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify(config, null, 2))
}

/** Runs the command as a user would, shows it, and holds it to its exit code. */
function understudy(exitCode, ...args) {
  process.stdout.write(`\n$ understudy ${args.join(' ')}\n`)
  const run = spawnSync(process.execPath, [cli, ...args], { cwd: project, encoding: 'utf8', timeout: 60_000 })
  process.stdout.write(run.stdout)
  process.stderr.write(run.stderr)
  assert.equal(run.status, exitCode, `exit code of: understudy ${args.join(' ')}`)
  return run.stdout
}

function say(text) {
  process.stdout.write(`\n── ${text}\n`)
}

function fingerprintOf(folder) {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  return `sha256:${hash.digest('hex').slice(0, 16)}…`
}
