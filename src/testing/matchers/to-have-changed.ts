/** What was changed in a copy, and nothing beside it. */
import { counted, isJsonObject, moreText, UsageError } from '../../base/index.js'
import type { FileEffect } from '../../dryrun/index.js'
import { failureMessage } from './failure-message.js'
import type { Matcher } from './matcher.js'
import { cannotUse } from './received.js'
import { placedLines } from './report-lines.js'
import { shownLine, shownValue } from './shown-text.js'

/** Paths as `changes()` tells them: from the working folder of the server where they lie below it. */
export interface ExpectedChanges {
  readonly made?: readonly string[]
  readonly changed?: readonly string[]
  readonly removed?: readonly string[]
  /** From where to where. */
  readonly renamed?: Readonly<Record<string, string>>
}

/**
 * Looks at what `client.copy.changes()` tells, or a promise of it. Passes when these files and folders changed, in this way, and no
 * others; `{}` wants nothing changed.
 */
export const toHaveChanged: Matcher<readonly FileEffect[], [expected: ExpectedChanges]> = {
  read: readChanges,
  controls: () => [],
  judge(changes, [expected]) {
    const wanted = wordsOf(expected)
    const found = changes.map(wordOf)
    const missing = wanted.filter((each) => !found.includes(each))
    const others = changes.filter((each) => !wanted.includes(wordOf(each)))
    const pass = missing.length + others.length === 0
    return {
      pass,
      message: () =>
        failureMessage(
          `the changes ${pass ? 'not to be' : 'to be'} the given ones alone`,
          pass ? 'exactly these' : counted(found.length, 'change'),
          pass
            ? placed(found)
            : [
                ...placed(missing.map((each) => `not ${each}`)),
                ...others.flatMap((each) => [...placed([`also ${wordOf(each)}`]), ...diffLines(each)]),
              ],
          {},
        ),
    }
  },
}

/** @throws UsageError USAGE for what is no list of changes */
function readChanges(received: unknown, matcher: string): readonly FileEffect[] {
  if (Array.isArray(received) && received.every(isChange)) return received
  throw cannotUse(matcher, received, 'what copy.changes() of a client tells, or a promise of it')
}

function isChange(value: unknown): value is FileEffect {
  return isJsonObject(value) && typeof value.path === 'string' && KINDS.some((kind) => kind === value.change)
}

const KINDS = ['made', 'changed', 'removed', 'renamed'] as const

/** @throws UsageError USAGE for what names no changes */
function wordsOf(expected: ExpectedChanges): readonly string[] {
  const given: unknown = expected
  if (!isJsonObject(given)) throw notUsable(given)
  return Object.entries(given).flatMap(([kind, paths]) => {
    if (paths === undefined) return []
    if (kind === 'renamed' && isJsonObject(paths))
      return Object.entries(paths).map(([from, to]) => `renamed ${from} -> ${String(to)}`)
    const isList = kind !== 'renamed' && KINDS.some((each) => each === kind)
    if (isList && Array.isArray(paths) && paths.every((path) => typeof path === 'string'))
      return paths.map((path) => `${kind} ${path}`)
    throw notUsable(given)
  })
}

function notUsable(given: unknown): UsageError {
  return new UsageError('USAGE', `Cannot look for the changes ${shownValue(given, 40)}`, {
    hint: "give them as { made: ['a.txt'], changed: [], removed: [], renamed: { 'b.txt': 'c.txt' } }, or some of that",
  })
}

function wordOf({ change, from, path }: FileEffect): string {
  return from === undefined ? `${change} ${path}` : `${change} ${from} -> ${path}`
}

function placed(words: readonly string[]): string[] {
  return placedLines(words.map((text) => ({ text })))
}

function diffLines({ diff }: FileEffect): string[] {
  const lines = diff?.split('\n') ?? []
  const shown = lines.slice(0, MAX_LINES).map((line) => `    ${shownLine(line, 76)}`)
  return lines.length > shown.length
    ? [...shown, `    ${moreText(lines.length - shown.length, 'lines')}`]
    : shown
}

const MAX_LINES = 8
