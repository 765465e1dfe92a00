/** What the user asked of `understudy dry-run`, checked for form. */
import { basename } from 'node:path'
import { type JsonValue, parseJson, UsageError } from '../base/index.js'
import { notYet } from './not-yet.js'
import { parseChoice, parseInteger } from './option-values.js'

export const FORMATS = ['text', 'json'] as const
const FORMATS_TO_COME = ['html', 'junit', 'sarif', 'github', 'markdown']
export const FAIL_ON = ['fail', 'uncertain', 'write', 'destructive'] as const

type Format = (typeof FORMATS)[number]

export interface DryRunSettings {
  /** A path, or `-` for standard input. */
  readonly file: string
  /** The name that the plan has in messages. */
  readonly fileName: string
  readonly seed: number
  readonly format: Format
  readonly outs: readonly { readonly file: string; readonly format: Format }[]
  readonly failOn: (typeof FAIL_ON)[number]
  readonly requireLayers: readonly string[]
  readonly params?: JsonValue
  readonly now?: string
  readonly store?: string
  readonly stubs?: string
}

/** The options as commander gives them. */
export interface DryRunOptions {
  readonly params?: string
  readonly seed: string
  readonly now?: string
  readonly store?: string
  readonly stubs?: string
  readonly format: string
  readonly out?: readonly string[]
  readonly failOn: string
  readonly requireLayers?: string
}

/** @throws UsageError for what has the wrong form or is not in this release */
export function readDryRunSettings(file: string, options: DryRunOptions): DryRunSettings {
  const { params, now, store, stubs } = options
  return {
    file,
    fileName: file === '-' ? 'program.ts' : basename(file),
    seed: parseInteger(options.seed, '--seed'),
    format: parseFormat(options.format, '--format'),
    outs: (options.out ?? []).map((file) => ({ file, format: formatByEnding(file) })),
    failOn: parseChoice(options.failOn, FAIL_ON, '--fail-on'),
    requireLayers: options.requireLayers?.split(',').map((layer) => layer.trim()) ?? [],
    ...(params === undefined ? {} : { params: parseJson(params, 'the parameters (--params)') }),
    ...(now === undefined ? {} : { now }),
    ...(store === undefined ? {} : { store }),
    ...(stubs === undefined ? {} : { stubs }),
  }
}

function parseFormat(text: string, option: string): Format {
  if (FORMATS_TO_COME.includes(text)) throw notYet(`${option} ${text}`, `use ${FORMATS.join(' or ')}`)
  return parseChoice(text, FORMATS, option)
}

function formatByEnding(file: string): Format {
  const ending = /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  if (ending === 'txt') return 'text'
  if (ending === 'json') return 'json'
  const toCome: Readonly<Record<string, string>> = {
    html: 'html',
    xml: 'junit',
    sarif: 'sarif',
    md: 'markdown',
  }
  const later = toCome[ending]
  if (later !== undefined) throw notYet(`--out ${file} (${later})`, 'end the name in .json or .txt')
  throw new UsageError('USAGE', `Cannot tell the format of --out ${JSON.stringify(file)} by its ending`, {
    hint: 'end the name in .json or .txt',
  })
}
