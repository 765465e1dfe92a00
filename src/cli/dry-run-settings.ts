/** What the user asked of `understudy dry-run`, checked for form. */
import { basename } from 'node:path'
import { defined, type JsonValue, ownMember, UsageError } from '../base/index.js'
import { COPY_CHOICES, type CopyChoice } from '../gateway/choices/index.js'
import type { FailOn } from '../report/index.js'
import { parseChoice, parseInteger, parsePositiveInteger, parseTyped } from './option-values.js'
import { TYPE_CHOICES, type TypeChoice } from './type-check-choice.js'

export const FORMATS = ['text', 'json', 'html', 'junit', 'sarif', 'github', 'markdown'] as const
export const FAIL_ON = [
  'fail',
  'uncertain',
  'assumed',
  'write',
  'destructive',
  'capability',
] as const satisfies readonly FailOn[]

export type Format = (typeof FORMATS)[number]

/** A file says its format by its ending; `github` speaks to the log. */
type FileFormat = Exclude<Format, 'github'>

export interface DryRunSettings {
  /** A path, or `-` for standard input. */
  readonly file: string
  /** The name that the plan has in messages. */
  readonly fileName: string
  /** Rehearse again whenever a file changes. */
  readonly watch: boolean
  readonly seed: number
  /** With how many seeds. */
  readonly runs: number
  /** With how many other values for what was invented, at most. */
  readonly budget: number
  /** Whether each call is to fail in turn. */
  readonly faults: boolean
  readonly format: Format
  readonly outs: readonly { readonly file: string; readonly format: FileFormat }[]
  readonly failOn: FailOn
  readonly requireLayers: readonly string[]
  readonly copy: CopyChoice
  /** Servers that must have been copied. */
  readonly requireCopies: readonly string[]
  readonly types: TypeChoice
  readonly params?: JsonValue
  readonly now?: string
  /** Where the receipt goes. */
  readonly receipt?: string
  /** That may spend it: a path or URL. */
  readonly journal?: string
  readonly journalKey?: string
  readonly store?: string
  readonly stubs?: string
  /** The file with the user's word on what tools do and whether they may be called. */
  readonly policy?: string
  /** The settings file; absent: the one of the working folder, if there is one. */
  readonly settings?: string
  /** Patterns of tools that may be asked for real: `SERVER:TOOL`. */
  readonly liveReads: readonly string[]
  /** True when stale recordings may answer. */
  readonly stale: boolean
}

/** The options as commander gives them. */
export interface DryRunOptions {
  readonly params?: string
  readonly watch?: boolean
  readonly seed: string
  readonly runs: string
  readonly budget: string
  readonly faults?: boolean
  readonly now?: string
  readonly receipt?: string
  readonly journal?: string
  readonly journalKey?: string
  readonly store?: string
  readonly stubs?: string
  readonly settings?: string
  readonly policy?: string
  readonly stale?: boolean
  readonly liveReads?: readonly string[]
  readonly format: string
  readonly out?: readonly string[]
  readonly failOn: string
  readonly requireLayers?: string
  readonly copy: string
  readonly types: string
  readonly requireCopies?: string
}

/** @throws UsageError for what has the wrong form */
export function readDryRunSettings(file: string, options: DryRunOptions): DryRunSettings {
  const { params, now, receipt, store, stubs, settings, policy, stale = true } = options
  const { journal, journalKey } = options
  if (receipt === undefined && (journal ?? journalKey) !== undefined)
    throw new UsageError('USAGE', 'Cannot use --journal or --journal-key without --receipt', {
      hint: 'a rehearsal is kept in no journal: it names the one that may spend its receipt',
    })
  if (options.watch === true && file === '-')
    throw new UsageError('USAGE', 'Cannot use --watch with a plan from standard input: it comes once', {
      hint: 'name the file of the plan',
    })
  return {
    watch: options.watch ?? false,
    stale,
    liveReads: options.liveReads ?? [],
    file,
    fileName: file === '-' ? 'program.ts' : basename(file),
    seed: parseInteger(options.seed, '--seed'),
    runs: parsePositiveInteger(options.runs, '--runs'),
    budget: parseInteger(options.budget, '--budget'),
    faults: options.faults === true,
    format: parseChoice(options.format, FORMATS, '--format'),
    outs: (options.out ?? []).map((file) => ({ file, format: formatByEnding(file) })),
    failOn: parseChoice(options.failOn, FAIL_ON, '--fail-on'),
    requireLayers: commaSeparated(options.requireLayers),
    types: parseChoice(options.types, TYPE_CHOICES, '--types'),
    ...readCopyChoice(options),
    ...(params === undefined
      ? {}
      : {
          params: parseTyped(params, 'the parameters (--params)', `write it as --params '{"key": "text"}'`),
        }),
    ...defined({ now, receipt, journal, journalKey, store, stubs, settings, policy }),
  }
}

function commaSeparated(list: string | undefined): readonly string[] {
  return (list ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
}

function readCopyChoice(options: DryRunOptions): Pick<DryRunSettings, 'copy' | 'requireCopies'> {
  const copy = parseChoice(options.copy, COPY_CHOICES, '--copy')
  const requireCopies = commaSeparated(options.requireCopies)
  if (copy === 'never' && requireCopies.length > 0)
    throw new UsageError(
      'USAGE',
      'Cannot require copies (--require-copies) that are never made (--copy never)',
      {
        hint: 'leave one of them out',
      },
    )
  return { copy, requireCopies }
}

const ENDINGS: Readonly<Record<string, FileFormat>> = {
  txt: 'text',
  json: 'json',
  html: 'html',
  xml: 'junit',
  sarif: 'sarif',
  md: 'markdown',
}

function formatByEnding(file: string): FileFormat {
  const ending = /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  const format = ownMember(ENDINGS, ending)
  if (format !== undefined) return format
  throw new UsageError('USAGE', `Cannot tell the format of --out ${JSON.stringify(file)} by its ending`, {
    hint: `end the name in ${Object.keys(ENDINGS)
      .map((each) => `.${each}`)
      .join(', ')}`,
  })
}
