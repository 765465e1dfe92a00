/** A program's guesses, found out in the guest of a series: the program with its conditions watched. */
import { defined } from '../../base/index.js'
import { executeProgram, type ProgramRun } from '../../execution/index.js'
import type { Program } from '../../program/index.js'
import type { Sandbox } from '../../sandbox/index.js'
import { isDiscardedAt } from '../discarded-calls.js'
import type { RehearsalSettings } from '../options.js'
import { openOwnSeries } from '../own-series.js'
import type { Stage } from '../stage.js'
import { type Explored, exploreBoth, unplayed } from './explore-both.js'
import type { InfluenceQuestion } from './find-influence.js'
import { firstOvertaken, hasErrors } from './influence-on.js'
import { luckyCalls } from './lucky-calls.js'
import type { Trace } from './played.js'
import type { Hints } from './varied-texts.js'

export interface RehearsedProgram {
  readonly program: Program
  readonly run: ProgramRun
  readonly sandbox: Sandbox
  readonly stage: Stage
  readonly settings: RehearsalSettings
}

/** Nothing is played when it ended in a way that values do not explain. Throws as an execution does. */
export async function exploreProgram(rehearsed: RehearsedProgram): Promise<Explored> {
  const { program, run, sandbox, settings } = rehearsed
  if (run.ended !== 'completed' && run.ended !== 'threw')
    return await unplayed(programQuestion(rehearsed, sandbox))
  await using series = openOwnSeries(program, sandbox)
  return await exploreBoth(settings, programQuestion(rehearsed, series ?? sandbox))
}

/** See luckyCalls. Throws as an execution does. */
export async function luckyCallsOfProgram(rehearsed: RehearsedProgram): Promise<ReadonlySet<number>> {
  const { program, run, sandbox } = rehearsed
  if (run.ended !== 'completed' && run.ended !== 'threw') return new Set()
  await using series = openOwnSeries(program, sandbox)
  return await luckyCalls(programQuestion(rehearsed, series ?? sandbox))
}

/** How it is played: with its conditions watched, in the guest that is given. */
export function programQuestion(
  { program, run, stage, settings }: RehearsedProgram,
  guest: Pick<Sandbox, 'run'>,
): InfluenceQuestion {
  const entries = stage.ledger.entries()
  return {
    ...{ registry: stage.registry, effects: stage.effects, shapes: stage.shapes, settings, entries },
    budget: settings.budget,
    newOverlay: stage.newOverlay,
    end: endOf(run),
    hints: hintsOf(program),
    canSurvive: CAN_SURVIVE.test(program.code),
    mayLookAtWorld: LOOKS_AT_WORLD.test(program.source),
    isSideBySide: firstOvertaken(entries) !== undefined,
    isDiscarded: ({ call }) => isDiscardedAt(program, call.site),
    pathsRead: ({ call: { site } }) =>
      program.reads.flatMap(({ call, path }) =>
        call.line === site?.line && call.column === site.column ? [path] : [],
      ),
    hasErrors: hasErrors(stage, run.ended),
    isKept: ({ call }) => stage.isKept(call),
    saidOtherwise: ({ call }) => stage.saidOtherwise(call),
    reads: ({ call }) => stage.effects.claimOf(call).effect === 'read',
    async playOn(variant, { shiftMs = 0, seed = settings.seed }) {
      const played = await executeProgram(program, {
        sandbox: guest,
        text: program.watched(),
        world: { kind: 'virtual', seed, startMs: settings.nowMs + shiftMs },
        params: settings.params,
        budgets: { ...settings.budgets, calls: callLimit(entries.length) },
        call: variant.call,
        ...defined({ signal: settings.signal }),
      })
      return endOf(played)
    },
  }
}

function callLimit(calls: number): number {
  return calls * 8 + 40
}

function endOf({
  ended,
  error,
  result,
  resultUnknownAt,
  watched,
}: ProgramRun): Omit<Trace, 'calls' | 'refused'> {
  const thrown = error === undefined ? undefined : `${error.name} at line ${error.site?.line ?? 0}`
  return { ended, error: thrown, result, resultUnknownAt, watched }
}

/** What lets a program go on after an exception. */
const CAN_SURVIVE = /\b(?:catch|finally|allSettled|any|race|then)\b/

const LOOKS_AT_WORLD = /\b(?:Date|Temporal|performance|random|crypto)\b/

function hintsOf({ source, code }: Program): Hints {
  return {
    parsesJson: /\bJSON\b/.test(source),
    parsesDates: /\b(?:Date|Temporal)\b/.test(source),
    parsesNumbers: /\b(?:Number|parseInt|parseFloat)\b/.test(source),
    parsesAddresses: /\bURL\b/.test(source),
    putsByName: PUTS_BY_NAME.test(code),
    literals: literalsOf(source),
    names: namesOf(code),
    longestWaitMs: longestWaitOf(source),
  }
}

/** `groups[kind] ??= []`, and no list that is taken apart. */
const PUTS_BY_NAME = /[\w$)\]]\[[^\]]*\]\s*(?:(?:[-+*/%|&^]|\*\*|\?\?|\|\||&&|<<|>>>?)?=(?![=>])|\+\+|--)/

const TIMERS = /\b(?:setTimeout|setInterval|AbortSignal|scheduler)\b/
const LONG_WAIT_MS = 600_000
const LONGEST_WAIT_MS = 86_400_000

/** Longer than any of its timers, in milliseconds; undefined where it has none. Products of numbers (`5 * 60 * 1000`) count as one. */
export function longestWaitOf(source: string): number | undefined {
  if (!TIMERS.test(source)) return undefined
  const named = [
    ...source.matchAll(/\d[\d_]*(?:\.\d+)?(?:e\d+)?(?:\s*\*\s*\d[\d_]*(?:\.\d+)?(?:e\d+)?)*/g),
  ].map(([text]) =>
    text.split('*').reduce((product, each) => product * Number(each.trim().replaceAll('_', '')), 1),
  )
  return Math.max(LONG_WAIT_MS, ...named.filter((ms) => ms <= LONGEST_WAIT_MS).map((ms) => ms * 2))
}

/** Names behind a dot or in a pattern, and words that may be such. What every object has by itself is none. */
function namesOf(code: string): readonly string[] {
  const read = [...code.matchAll(/\.\s*([A-Za-z_$][\w$]*)/g)].map(([, name]) => name as string)
  const taken = [...code.matchAll(/(?<![\w$])([A-Za-z_$][\w$]*)\s*(?=[,:}=])/g)].map(
    ([, name]) => name as string,
  )
  // In brackets, or given to whatever reads members by their names.
  const quoted = [...code.matchAll(/["'`]([A-Za-z_$][\w$-]{0,60})["'`]/g)].map(([, name]) => name as string)
  const names = new Set([...read, ...taken, ...quoted])
  return [...names].filter((name) => !OWN_NAMES.has(name)).slice(0, 80)
}

const OWN_NAMES: ReadonlySet<string> = new Set(
  [Object.prototype, Array.prototype, String.prototype, Number.prototype, Promise.prototype, Map.prototype]
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
    .filter(
      (name) =>
        name !== 'at' &&
        name !== 'link' &&
        name !== 'entries' &&
        name !== 'keys' &&
        name !== 'values' &&
        name !== 'size',
    ),
)

/** Texts and numbers of the source; names that only look like it do no harm. */
function literalsOf(source: string): readonly (string | number)[] {
  const texts = [...source.matchAll(/(["'`])([^"'`\n\\]{1,80})\1/g)].map(([, , text]) => text as string)
  const numbers = [...source.matchAll(/(?<![\w.$])\d+(?:\.\d+)?(?![\w$])/g)].map(([text]) => Number(text))
  return [...new Set<string | number>([...texts, ...numbers])].slice(0, 24)
}
