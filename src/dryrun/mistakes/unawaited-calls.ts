/**
 * Calls that nobody waits for: the body of the program returns although they have no answer. Where the text does not show that a call is
 * awaited, the program runs again with that call alone taking time: whoever waits for it ends after it.
 */
import { type Finding, scriptLines, type TextPosition } from '../../base/index.js'
import { siteKey, type ToolCall, toolRef } from '../../call/index.js'
import type { ProgramText } from '../../execution/index.js'
import type { Program, Wait } from '../../program/index.js'
import type { CallName } from '../variants/played.js'
import { endedAlike, type RehearsedRun, type Replay, type Replayed } from './replay.js'

export interface UnawaitedCalls {
  readonly findings: readonly Finding[]
  /** Their numbers. */
  readonly calls: ReadonlySet<number>
}

export async function unawaitedCalls(rehearsed: RehearsedRun, replay: Replay): Promise<UnawaitedCalls> {
  const { program, run, stage } = rehearsed
  const waits = program.waits()
  const open = [...replay.entries].filter(([, { call }]) => isOpen(waitOf(call, program), waits.races))
  if (run.ended !== 'completed' || open.length === 0) return { findings: [], calls: new Set() }
  const { left, moves } = await leftOpen(
    rehearsed,
    replay,
    open.map(([, { call }]) => call),
  )
  const findings = new Map<string, Finding>()
  const calls = new Set<number>()
  for (const [name, { call }] of open) {
    if (!left.has(name)) continue
    calls.add(call.n)
    const at = placeOf(call, program)
    const key = `${at.line}:${at.column}`
    if (findings.has(key)) continue
    const isLost = stage.effects.claimOf(call).effect === 'read'
    const certain = (isLost || moves) && stage.isForSure(call)
    findings.set(key, {
      ...{ code: 'CALL_NOT_AWAITED', severity: 'error', certain },
      message: messageOf(call),
      ...at,
    })
  }
  return { findings: [...findings.values()], calls }
}

function waitOf({ site }: ToolCall, program: Program): Wait {
  return site === undefined ? { kind: 'unknown' } : program.waits().waitOf(site)
}

/** What may be left open and is not meant to be. */
function isOpen(wait: Wait, races: boolean): boolean {
  if (wait.kind === 'dropped') return !wait.isMeant && !wait.isLast
  // What is inside a function that is called last is judged by that call, once it is awaited.
  return wait.kind === 'unknown' && !races
}

interface LeftOpen {
  readonly left: ReadonlySet<CallName>
  /** Whether the result is another one where calls take longer. */
  readonly moves: boolean
}

/** Plays the program once for each place of such calls, up to a limit; those beyond it together. */
async function leftOpen(
  { program, run }: RehearsedRun,
  replay: Replay,
  open: readonly ToolCall[],
): Promise<LeftOpen> {
  const text = awaitingLast(program)
  const left = new Set<CallName>()
  let moves = false
  const places = [...new Set(open.map(siteKey))]
  const single = places.slice(0, MOST_PLACES)
  const groups = [...single.map((each) => [each]), places.slice(MOST_PLACES)]
  for (const group of groups) {
    if (group.length === 0) continue
    // Where the text shows that it is dropped, no limit of the program's own is taken for a wait.
    const isDropped = open.every(
      (call) => !group.includes(siteKey(call)) || waitOf(call, program).kind === 'dropped',
    )
    for (const slowMs of isDropped && /\bsetTimeout\b/.test(program.source)
      ? [SLOW_MS, HOURS_MS]
      : [SLOW_MS]) {
      const played = await replay.play({
        text,
        durationOf: (call) => (group.includes(siteKey(call)) ? slowMs : 0),
      })
      if (played.run.ended !== 'completed') continue
      noteLeft(played, left)
      moves ||= !LOOKS_AT_TIME.test(program.source) && !endedAlike(played.run, run)
    }
  }
  return { left, moves }
}

const MOST_PLACES = 6
/** In virtual milliseconds: no limit that a program sets itself is meant to be hit. */
const SLOW_MS = 900
const HOURS_MS = 36_000_000
/** What it took differs with how long calls take. */
const LOOKS_AT_TIME = /\b(Date|performance|Temporal)\b/

function noteLeft({ run, nameOf }: Replayed, left: Set<CallName>): void {
  for (const n of run.leftOpen ?? []) left.add(nameOf(n) ?? '')
}

function placeOf(call: ToolCall, program: Program): Partial<TextPosition> {
  const wait = waitOf(call, program)
  return wait.kind === 'dropped' ? wait.at : (call.site ?? {})
}

function messageOf(call: ToolCall): string {
  return `Nobody waits for ${toolRef(call)} (call ${call.n}): the program may end, or go on, before it is answered; write "await", or "await Promise.all(…)" around a list`
}

/** The program with its last statement awaited, where that calls a function of its own: whoever runs it waits for that, too. */
function awaitingLast(program: Program): ProgramText | undefined {
  const { lastCallAt } = program.waits()
  if (lastCallAt === undefined) return undefined
  const { code } = program
  const before = code.slice(0, lastCallAt)
  const line = scriptLines(before).length
  const column = (scriptLines(before).at(-1)?.length ?? 0) + 1
  return {
    code: `${before}${AWAIT}${code.slice(lastCallAt)}`,
    placeOf: (place) =>
      place.line === line && place.column >= column
        ? { line, column: Math.max(column, place.column - AWAIT.length) }
        : place,
  }
}

const AWAIT = 'await '
