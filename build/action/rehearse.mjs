/** The first step of action.yml: rehearses each plan, one after another, and exits with the worst exit code. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, posix } from 'node:path'

/** From best to worst. */
const VERDICTS = ['pass', 'uncertain', 'fail']
const FORMATS = ['md', 'html', 'sarif', 'xml', 'json']
const { PLANS = '', OPTIONS = '', RUNNER_TEMP = tmpdir(), GITHUB_OUTPUT } = process.env

const plans = linesOf(PLANS).flatMap(filesOf)
const options = linesOf(OPTIONS).flatMap(optionOf)
const reports = mkdtempSync(join(RUNNER_TEMP, 'understudy-'))
if (plans.length === 0) fail('`plans` names no file: one pattern a line, from working-directory')

const runs = plans.map((plan, index) => {
  const report = join(reports, `${String(index + 1).padStart(3, '0')}-${basename(plan)}`)
  const outs = FORMATS.flatMap((format) => ['--out', `${report}.${format}`])
  const { status, error } = understudy('dry-run', plan, ...options, '--format', 'github', ...outs)
  if (error) fail(`understudy could not be started: ${error.message}`)
  return { status: status ?? 1, verdict: verdictIn(`${report}.json`) }
})
const rank = Math.max(...runs.map(({ verdict }) => VERDICTS.indexOf(verdict)))
const isWhole = runs.every(({ verdict }) => VERDICTS.includes(verdict))
if (GITHUB_OUTPUT)
  appendFileSync(GITHUB_OUTPUT, `reports=${reports}\nverdict=${isWhole ? VERDICTS[rank] : ''}\n`)
process.exitCode = Math.max(...runs.map(({ status }) => status))

/** The one that the project has, else that of this version, from the registry. */
function understudy(...args) {
  const own = join('node_modules', 'mcp-understudy', 'package.json')
  if (existsSync(own)) {
    const { bin } = JSON.parse(readFileSync(own, 'utf8'))
    return spawnSync(process.execPath, [join('node_modules', 'mcp-understudy', bin.understudy), ...args], {
      stdio: 'inherit',
    })
  }
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return spawnSync('npx', ['--yes', '--package', `mcp-understudy@${version}`, 'understudy', ...args], {
    stdio: 'inherit',
  })
}

/** `*` stands for any characters of a name, `**` for any folders too. A name without either is taken as it stands. */
function filesOf(pattern) {
  if (!pattern.includes('*')) return [pattern]
  const escaped = pattern.replace(/^\.\//, '').replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const expression = new RegExp(
    `^${escaped.replace(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.*/)?', '**': '.*' })[stars] ?? '[^/]*')}$`,
  )
  return filesBelow('.')
    .filter((path) => expression.test(path))
    .sort()
}

/** Links are not followed, and what is installed is nobody's plan. */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return entry.isFile() ? [path] : []
  })
}

/** `--tools plans/tools.json`: the value is all that stands behind the name. */
function optionOf(line) {
  const [, name, value] =
    /^(--?[\w-]+)(?:[ =]\s*(.*))?$/s.exec(line) ?? fail(`\`options\` has a line that is no option: ${line}`)
  return value === undefined ? [name] : [name, value]
}

function verdictIn(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).verdict : undefined
}

function linesOf(text) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function fail(message) {
  process.stdout.write(`::error::${message}\n`)
  process.exit(2)
}
