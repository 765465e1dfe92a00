/** What a call did in a throwaway copy of this machine, in which it was made before anybody is asked about it. */
import { counted, inOneLine, listText, moreText } from '../../base/index.js'
import type { Outcome, ToolCall } from '../../call/index.js'
import type { Report } from '../../dryrun/index.js'

export interface Foresight {
  /** What was lost comes first. With the differences of texts, which are for a person and no agent. */
  readonly files: NonNullable<Report['effects']>['files']
  /** How it ended there. */
  readonly outcome: Outcome['kind']
  /** Why it may be otherwise for real: the end of a sentence. */
  readonly doubt?: string
}

/** Undefined where the call cannot be made in a copy. Rejects with the reason of the call's signal alone. */
export type Foresee = (call: ToolCall) => Promise<Foresight | undefined>

/** For the person. What was removed is never left out. */
export function foresightText({ files, outcome, doubt }: Foresight): string {
  const ended = outcome === 'result' ? 'it succeeded' : 'it failed'
  const what = files.length === 0 ? 'changed no file' : `changed ${counted(files.length, 'file')}`
  const but = doubt === undefined ? '' : ` It may be otherwise for real: ${line(doubt, 400)}.`
  const head = `Made on a throwaway copy of this machine, ${ended} and ${what}${files.length === 0 ? '.' : ':'}${but}`
  return [head, ...changedFileLines(files)].join('\n')
}

/** Each file with what it would become: what was removed is never left out. */
export function changedFileLines(files: Foresight['files']): readonly string[] {
  let left = MOST_LINES
  return files.flatMap((file) => {
    const lines = (file.diff ?? '').split('\n').filter((each) => each !== '')
    const kept = lines.filter((each) => each.startsWith('-') || left-- > 0)
    const more = lines.length - kept.length
    return [
      pathLine(file),
      ...kept.map((each) => `    ${line(each, MOST_CHARACTERS)}`),
      ...(more === 0 ? [] : [`    ${moreText(more, 'lines')}`]),
    ]
  })
}

/** For the agent: paths alone. */
export function foresightSummary({ files, outcome }: Foresight): string {
  const ended = outcome === 'result' ? 'it succeeded' : 'it failed'
  const paths = files.map(({ change, path }) => `${change} ${line(path, MOST_CHARACTERS)}`)
  return `On a throwaway copy of this machine ${ended}: ${paths.length === 0 ? 'no file changed' : listText(paths, MOST_PATHS)}.`
}

function pathLine({ change, path, from, before, after }: Foresight['files'][number]): string {
  const was = from === undefined ? '' : ` (was ${line(from, MOST_CHARACTERS)})`
  const bytes = [before?.bytes, after?.bytes].flatMap((each) => (each === undefined ? [] : [`${each}`]))
  return `  ${change} ${line(path, MOST_CHARACTERS)}${was}${bytes.length === 0 ? '' : `, ${bytes.join(' -> ')} bytes`}`
}

function line(text: string, most: number): string {
  return inOneLine(text, most)
}

const MOST_LINES = 100
const MOST_CHARACTERS = 200
const MOST_PATHS = 20
