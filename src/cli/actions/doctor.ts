/** Looks at this machine and tells what works, and what to do about what does not. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted, defined, printable, UnderstudyError } from '../../base/index.js'
import { tryCopies } from '../../copy/index.js'
import { checkPostgresDriver, checkSqliteDriver } from '../../recording/index.js'
import { DEFAULT_STORE, isPostgresUrl } from '../../recording/store-name.js'
import { formatTable } from '../../report/index.js'
import { sandboxLayers } from '../../sandbox/index.js'
import { askEngine, type EngineName } from '../../transport/index.js'
import { findCompiler } from '../../type-check/index.js'
import { packageVersion } from '../cli-io.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { readSettings, settingsFile } from '../settings.js'
import { openStoreToRead } from '../stores.js'
import { describeUnknownEffects, unknownEffectsIn } from '../unknown-effects.js'

/** `missing` keeps a command of this release from working; `absent` does not. */
interface Check {
  readonly name: string
  readonly state: 'ok' | 'missing' | 'absent'
  readonly detail: string
  /** What to do about it. */
  readonly hint?: string
}

const ENGINES: readonly EngineName[] = ['docker', 'podman']

export interface DoctorSettings {
  readonly format: 'text' | 'json'
  readonly store?: string
  readonly settings?: string
}

export async function examine(
  { format, store, settings }: DoctorSettings,
  io: DiscreetIo,
): Promise<ExitCode> {
  const checks: readonly Check[] = [
    { name: 'understudy', state: 'ok', detail: packageVersion() },
    { name: 'node', state: 'ok', detail: `${process.version}, ${process.platform} ${process.arch}` },
    ...(await checkSandbox(io)),
    checkTypeScript(),
    await checkCopies(io),
    await checkSettings(settings, io),
    await checkStore(store, io),
    await checkSqlite(),
    await checkPostgres(),
    ...(await Promise.all(ENGINES.map((name) => checkEngine(name, io)))),
  ]
  if (format === 'json') io.stdoutJson({ checks })
  else io.stdout(renderText(checks, io.stdoutColumns?.()))
  return exitCodeFor({ unavailable: checks.some(({ state }) => state === 'missing') })
}

async function checkSandbox(io: DiscreetIo): Promise<Check[]> {
  try {
    const { deno, layers } = await sandboxLayers({ env: io.env })
    return [
      { name: 'deno', state: 'ok', detail: `${deno.version}, ${deno.path}` },
      ...layers.map(
        ({ layer, active, why }): Check => ({
          name: `layer ${layer}`,
          state: active ? 'ok' : 'absent',
          detail: why ?? '',
        }),
      ),
    ]
  } catch (error) {
    if (!(error instanceof UnderstudyError)) throw error
    return [missing('deno', error)]
  }
}

function checkTypeScript(): Check {
  const name = 'typescript'
  const found = findCompiler()
  if (found.kind === 'missing')
    return { name, state: 'absent', detail: `types are not checked: ${found.why}` }
  const { version, generation } = found.compiler
  const when = generation === 'native' ? '' : ', which checks types with --types always'
  return { name, state: 'ok', detail: `${version}${when}` }
}

/** Settings that look allowed often are not: a copy is made, and thrown away. */
async function checkCopies({ clock }: DiscreetIo): Promise<Check> {
  const name = 'copies'
  try {
    const trial = await tryCopies({ clock })
    if (trial.kind === 'works')
      return { name, state: 'ok', detail: 'commands can run on a copy of this machine' }
    const { act, why, hint } = trial
    return {
      name,
      state: 'absent',
      detail: `refused at "${act}": ${why}`,
      ...defined({ hint }),
    }
  } catch (error) {
    if (!(error instanceof UnderstudyError)) throw error
    return { name, state: 'absent', detail: error.message }
  }
}

/** They name no store: which one is used, each command is told. */
async function checkSettings(chosen: string | undefined, io: DiscreetIo): Promise<Check> {
  const name = 'settings'
  const file = settingsFile(chosen, io)
  if (file === undefined)
    return {
      name,
      state: 'absent',
      detail: 'no understudy.config.json or .yaml here: what is built in counts',
    }
  try {
    const { tools, redact } = (await readSettings(file, io)).recordings
    const rules = Object.values(redact).flat().length
    return {
      name,
      state: 'ok',
      detail: `${file} is valid: ${counted(tools.length, 'pattern')} of tools, ${counted(rules, 'rule')} of redaction`,
    }
  } catch (error) {
    if (!(error instanceof UnderstudyError)) throw error
    return missing(name, error)
  }
}

async function checkStore(chosen: string | undefined, io: DiscreetIo): Promise<Check> {
  const name = 'store'
  if (chosen === undefined && !existsSync(resolve(io.cwd, DEFAULT_STORE)))
    return { name, state: 'absent', detail: `${DEFAULT_STORE} does not exist yet` }
  try {
    await using store = await openStoreToRead(chosen, io)
    if (store === undefined) return { name, state: 'absent', detail: DEFAULT_STORE }
    const unknown = await unknownEffectsIn(store)
    const detail = chosen === undefined ? DEFAULT_STORE : isPostgresUrl(chosen) ? 'in PostgreSQL' : chosen
    return unknown.length === 0
      ? { name, state: 'ok', detail }
      : {
          ...{
            name,
            state: 'ok',
            detail: `${detail}; of ${counted(unknown.length, 'tool')} nobody says what it does`,
          },
          hint: describeUnknownEffects(unknown),
        }
  } catch (error) {
    if (!(error instanceof UnderstudyError)) throw error
    return missing(name, error)
  }
}

async function checkSqlite(): Promise<Check> {
  const name = 'sqlite'
  try {
    await checkSqliteDriver()
    return { name, state: 'ok', detail: 'the driver is there, for stores in a file' }
  } catch (error) {
    if (!(error instanceof UnderstudyError)) throw error
    return { name, state: 'absent', detail: error.message, ...defined({ hint: error.hint }) }
  }
}

/** Whether a server answers depends on which: that is told when it is named. */
async function checkPostgres(): Promise<Check> {
  const name = 'postgres'
  try {
    await checkPostgresDriver()
    return { name, state: 'ok', detail: 'the driver is there, for --store postgres://…' }
  } catch (error) {
    if (!(error instanceof UnderstudyError)) throw error
    return { name, state: 'absent', detail: error.message, ...defined({ hint: error.hint }) }
  }
}

function missing(name: string, { message, hint }: UnderstudyError): Check {
  return { name, state: 'missing', detail: message, ...defined({ hint }) }
}

async function checkEngine(name: EngineName, { env, clock }: DiscreetIo): Promise<Check> {
  try {
    const { version } = await askEngine(name, env, clock)
    return { name, state: 'ok', detail: version }
  } catch (error) {
    if (!(error instanceof UnderstudyError)) throw error
    const [said = ''] = error.evidence
    return { name, state: 'absent', detail: `does not answer; only servers in containers need it (${said})` }
  }
}

function renderText(checks: readonly Check[], columns: number | undefined): string {
  const table = formatTable(
    ['', 'state', ''],
    checks.map(({ name, state, detail }) => [name, state, detail]),
    columns,
  )
  const hints = checks.flatMap(({ name, hint }) =>
    hint === undefined ? [] : [`Hint for ${name}: ${printable(hint)}`],
  )
  return `${[...table, ...hints].join('\n')}\n`
}
