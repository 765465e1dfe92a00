/**
 * Calls that nobody waits for: the body of the program returns although they have no answer. Where the text does not show that each call
 * is awaited, the program runs twice more, with the earlier calls slower than the later ones and the other way round.
 */
import type { Finding, TextPosition } from '../../base/index.js'
import { type ToolCall, toolRef } from '../../call/index.js'
import type { ProgramText } from '../../execution/index.js'
import type { Program, Wait } from '../../program/index.js'
import type { CallName } from '../variants/played.js'
import { endedAlike, type RehearsedRun, type Replay, type Replayed } from './replay.js'

export async function unawaitedFindings(
  rehearsed: RehearsedRun,
  replay: Replay,
): Promise<readonly Finding[]> {
  const { program, run, stage } = rehearsed
  if (run.ended !== 'completed') return []
  const waits = program.waits()
  const open = [...replay.entries].filter(([, { call }]) => isOpen(waitOf(call, program), waits.races))
  if (open.length === 0) return []
  const text = awaitingLast(program)
  const left = new Set<CallName>()
  const replays: Replayed[] = []
  if (text === undefined)
    for (const [name, { call }] of open) if (run.leftOpen?.includes(call.n)) left.add(name)
  const count = replay.entries.size
  for (const durationOf of [
    (n: number) => LONGEST_MS - Math.floor((LONGEST_MS * (n - 1)) / (count + 1)),
    (n: number) => Math.ceil((LONGEST_MS * n) / (count + 1)),
  ]) {
    const played = await replay.play({ text, durationOf })
    if (played.run.ended === 'refused') continue
    replays.push(played)
    for (const n of played.run.leftOpen ?? []) left.add(played.nameOf(n) ?? '')
  }
  const moves = !LOOKS_AT_TIME.test(program.source) && replays.some((each) => !endedAlike(each.run, run))
  const found = new Map<string, Finding>()
  for (const [name, { call }] of open) {
    if (!left.has(name)) continue
    const at = placeOf(call, program)
    const key = `${at.line}:${at.column}`
    if (found.has(key)) continue
    const isLost = stage.effects.claimOf(call).effect === 'read'
    const certain = (isLost || moves) && stage.ledger.owedBy(call.n).length === 0
    found.set(key, {
      ...{ code: 'CALL_NOT_AWAITED', severity: 'error', certain },
      message: messageOf(call),
      ...at,
    })
  }
  return [...found.values()]
}

/** In virtual milliseconds: no limit that a program sets itself is meant to be hit. */
const LONGEST_MS = 900
/** What it took differs with how long calls take. */
const LOOKS_AT_TIME = /\b(Date|performance|Temporal)\b/

function waitOf({ site }: ToolCall, program: Program): Wait {
  return site === undefined ? { kind: 'unknown' } : program.waits().waitOf(site)
}

/** What may be left open and is not meant to be. */
function isOpen(wait: Wait, races: boolean): boolean {
  if (wait.kind === 'dropped') return !wait.isMeant && !wait.isLast
  // What is inside a function that is called last is judged by that call, once it is awaited.
  return wait.kind === 'unknown' && !races
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
  const line = before.split(/\r\n|[\n\r\u2028\u2029]/).length
  const column =
    lastCallAt - Math.max(...['\n', '\r', '\u2028', '\u2029'].map((end) => before.lastIndexOf(end)))
  return {
    code: `${before}${AWAIT}${code.slice(lastCallAt)}`,
    placeOf: (place) =>
      place.line === line && place.column >= column
        ? { line, column: Math.max(column, place.column - AWAIT.length) }
        : place,
  }
}

const AWAIT = 'await '
