// The long version of the probe's tests: every tool that four public servers say only read, with several seeds, with and without
// values that they know. Prints every finding; exits 1 when there is one. Usage: npm run probe:servers [SEEDS]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'probe-servers-')))
const work = join(folder, 'work')
const seeds = Array.from({ length: Number(process.argv[2] ?? 5) }, (_, i) => i + 1)

function installed(name, ...args) {
  return ['--', process.execPath, join(root, 'node_modules', name, 'dist/index.js'), ...args]
}

const official = (name, ...args) => installed(`@modelcontextprotocol/server-${name}`, ...args)
const given = (values) => Object.entries(values).flatMap(([name, value]) => ['--value', `${name}=${value}`])
const environment = (values) =>
  Object.entries(values).flatMap(([name, value]) => ['--env', `${name}=${value}`])

const gitEnvironment = environment({ LOGS_DIR: join(folder, 'logs'), GIT_CONFIG_GLOBAL: '/dev/null' })
const git = [...gitEnvironment, '--cwd', work, ...installed('@cyanheads/git-mcp-server')]
const note = join(work, 'note.txt')
const PROBES = {
  // One of its tools takes as long as it is told to.
  everything: [...['echo', 'get-*'].flatMap((name) => ['--tool', name]), ...official('everything', 'stdio')],
  filesystem: ['--annotated', ...official('filesystem', folder)],
  'filesystem, a file': ['--annotated', ...given({ path: note }), ...official('filesystem', folder)],
  'filesystem, a folder': ['--annotated', ...given({ path: work }), ...official('filesystem', folder)],
  memory: [
    ...['--annotated', ...environment({ MEMORY_FILE_PATH: join(folder, 'memory.jsonl') })],
    ...official('memory'),
  ],
  git: ['--annotated', ...git],
  'git, a repository': ['--annotated', ...given({ path: work }), ...git],
  'git, a file in it': [
    ...['--annotated', ...given({ path: work, filePath: 'note.txt', file: 'note.txt', branch: 'main' })],
    ...[...given({ object: 'HEAD', source: 'HEAD', target: 'HEAD' }), ...git],
  ],
}

makeRepository()
let findings = 0
try {
  for (const [name, args] of Object.entries(PROBES))
    for (const seed of seeds) findings += probe(name, seed, args)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = findings === 0 ? 0 : 1

function probe(name, seed, args) {
  const options = ['probe', '--format', 'json', '--seed', String(seed), '--runs', '50', '--timeout', '20000']
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist/joined/cli/main.js'), ...options, ...args],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  if (stdout === '') throw new Error(`The probe of ${name} told nothing: ${stderr}`)
  const { ended, counts, tools, findings, notes, unavailable } = JSON.parse(stdout)
  const { passed, failed, could_not_tell, could_not_run } = counts
  process.stdout.write(
    `${name}, seed ${seed}: ${ended}, ${tools.length} tools, ${passed} passed, ${failed} failed, ${could_not_tell} could not tell, ${could_not_run} could not run, ${findings.length} findings\n`,
  )
  for (const each of [...findings, ...notes, ...unavailable])
    process.stdout.write(`${JSON.stringify(each, null, 2)}\n`)
  return findings.length + unavailable.length
}

function makeRepository() {
  mkdirSync(work)
  writeFileSync(note, 'one\n')
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false']
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '.'],
    ['commit', '--quiet', '--message', 'first'],
  ])
    execFileSync('git', [...person, ...args], { cwd: work, env })
}
