/**
 * Whether settings that nobody named count in full. They lie in the folder one stands in, which may be a stranger's: what starts,
 * contacts or loosens something counts once the person at the terminal said so, for the very text of that file.
 */
import { mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { digest, messageOf, printable, stateFolder, writeWholeFile } from '../base/index.js'
import { type Settings, secretsOfServer } from '../config/index.js'
import { createRedactor } from '../recording/redaction/index.js'
import type { CliIo } from './cli-io.js'

export interface FoundSettings {
  /** As it was found. */
  readonly file: string
  readonly text: string
  readonly settings: Settings
}

type Answer = 'yes' | 'no'

/** The answer that was given once, else the one that is given now; undefined where nobody can be asked. */
export async function consentTo(found: FoundSettings, io: CliIo): Promise<Answer | undefined> {
  const said = keptAnswer(found, io)
  if (said !== undefined || io.ask === undefined) return said
  const line = await io.ask(questionOf(found, io))
  const answer = /^y(?:es)?$/i.test(line.trim()) ? 'yes' : 'no'
  keepAnswer(found, answer, io)
  return answer
}

/** Asks nobody. */
export function keptAnswer(
  found: Pick<FoundSettings, 'file' | 'text'>,
  io: Pick<CliIo, 'cwd' | 'env'>,
): Answer | undefined {
  try {
    const { answer } = JSON.parse(readFileSync(answerFile(found, io), 'utf8'))
    return answer === 'yes' || answer === 'no' ? answer : undefined
  } catch {
    // Nobody was asked yet, or what was kept cannot be read: then it is no yes.
    return undefined
  }
}

function keepAnswer(found: FoundSettings, answer: Answer, io: CliIo): void {
  try {
    const file = answerFile(found, io)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const kept = { format: 'understudy.consent/1', file: realFile(found, io), answer }
    writeWholeFile(file, `${JSON.stringify(kept)}\n`, io.cwd, 0o600)
  } catch (failure) {
    // It counts for this once.
    io.stderr(`Warning: the answer is not kept: ${printable(messageOf(failure), { oneLine: true })}\n`)
  }
}

/** Of this text in this place: paths in it start from there. */
function answerFile(found: Pick<FoundSettings, 'file' | 'text'>, io: Pick<CliIo, 'cwd' | 'env'>): string {
  const key = digest({ file: realFile(found, io), text: found.text })
  return join(stateFolder(io.env), 'understudy', 'settings', `${key.slice('sha256:'.length)}.json`)
}

/** Where a link leads counts, and not what it is called. */
function realFile({ file }: Pick<FoundSettings, 'file'>, { cwd }: Pick<CliIo, 'cwd'>): string {
  return realpathSync(resolve(cwd, file))
}

/** Whole: what is cut off could be what matters. */
function questionOf(found: FoundSettings, io: CliIo): string {
  const wanted = Object.entries(found.settings.servers).flatMap(([server, said]) => wantsOf(server, said))
  const entries = Object.values(found.settings.servers).flatMap(({ rehearse }) =>
    rehearse === undefined || 'unusable' in rehearse.with ? [] : [rehearse.with],
  )
  const redactor = createRedactor({ secrets: entries.flatMap(secretsOfServer) })
  const lines = wanted.map((each) => `  ${printable(redactor.text(each), { oneLine: true })}\n`).join('')
  return `Settings were found in ${printable(realFile(found, io), { oneLine: true })}. They may be a stranger's, and they say:
${lines}Shall that count, for this file as it is now? [y/N] `
}

function wantsOf(server: string, said: Settings['servers'][string]): string[] {
  const { effects = [], network, liveReads = [], previews = [], rehearse } = said
  return [
    ...effects.map(
      ({ tool, footprint }) =>
        `${server}:${tool} ${footprint === 'read' ? 'only reads' : `touches ${JSON.stringify(footprint)}`}`,
    ),
    ...(network === undefined ? [] : [`${server}: its answers have nothing to do with the network`]),
    ...liveReads.map((pattern) => `${server}:${pattern} is asked for real while something is rehearsed`),
    ...previews.map(({ tool, argument }) => `${server}:${tool} is asked for real with ${argument}`),
    ...(rehearse === undefined ? [] : standInLines(server, rehearse)),
  ]
}

function standInLines(
  server: string,
  { with: entry, before, after }: NonNullable<Settings['servers'][string]['rehearse']>,
): string[] {
  return [
    ...(before === undefined ? [] : [`${server}: runs ${before}`]),
    'unusable' in entry
      ? `${server}: starts nothing, ${entry.unusable}`
      : `${server}: starts or asks ${launchText(entry)}`,
    ...(after === undefined ? [] : [`${server}: runs ${after} afterwards`]),
  ]
}

/** Of the environment and headers the names alone. */
function launchText({
  launch,
}: Exclude<NonNullable<Settings['servers'][string]['rehearse']>['with'], { unusable: string }>): string {
  switch (launch.kind) {
    case 'stdio': {
      const { command, args, env, cwd } = launch
      const names = Object.keys(env)
      return [
        [command, ...args].map((each) => JSON.stringify(each)).join(' '),
        ...(cwd === undefined ? [] : [`in ${cwd}`]),
        ...(names.length === 0 ? [] : [`with ${names.join(', ')}`]),
      ].join(' ')
    }
    case 'http':
      return [launch.url, ...Object.keys(launch.headers).map((name) => `with ${name}`)].join(' ')
    default:
      return launch.kind
  }
}
