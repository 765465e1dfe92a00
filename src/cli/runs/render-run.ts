/** Runs of a journal as text. */
import { counted, inOneLine, isJsonObject, type JsonValue, printable } from '../../base/index.js'
import type { RunSummary, ShownRun } from '../../journal/index.js'

export function renderSummary({ id, state, createdAt, principal, title }: RunSummary): string {
  return `${id}  ${state.padEnd(9)}  ${createdAt}  ${shown(principal, 20)}  ${shown(title, 60)}\n`
}

/** What `runs undo` would do by now. */
export interface WayBack {
  /** Places. */
  readonly puts_back: number
  readonly left: readonly { readonly path: string; readonly why: string }[]
  /** Changed while an effect was under way, although no copy had shown it. */
  readonly not_shown: readonly string[]
}

export function renderRun(run: ShownRun & { readonly way_back?: WayBack }): string {
  const { id, state, title, created_at, question, approvals, calls } = run
  return [
    `${id}: ${state}, ${shown(title, 60)}, since ${created_at}`,
    ...approvals.map(
      ({ question: asked, by }) => `  ${asked === 'abandoned' ? 'given up' : 'approved'} by ${shown(by, 60)}`,
    ),
    ...calls.flatMap(({ call, tool, site, state: how, arguments: args, value, reads = [] }) => [
      `  call ${call}  ${how.padEnd(10)}  ${shown(tool, 60)} at ${shown(site, 60)}  ${shown(JSON.stringify(args), 200)}`,
      ...(value === undefined ? [] : [`      ${shown(JSON.stringify(value), 200)}`]),
      ...reads.map(
        (read) => `      may show it: ${shown(read.tool, 60)} ${shown(JSON.stringify(read.arguments), 200)}`,
      ),
    ]),
    ...(run.outcome === undefined ? [] : [`It came to: ${shown(JSON.stringify(run.outcome), 2_000)}`]),
    ...(question === undefined ? [] : asked(question.shown)),
    ...wayBackLines(run),
    ...adviceFor(run),
    '',
  ].join('\n')
}

/** Of a whole plan every effect with all of its arguments, a line each. */
function asked(question: JsonValue): readonly string[] {
  if (!isJsonObject(question) || !Array.isArray(question.effects))
    return [`It asks: ${shown(JSON.stringify(question), 2_000)}`]
  return [
    'It asks whether it may do this, once, and nothing else that changes anything:',
    ...question.effects.map((line) => `  ${printable(String(line), { oneLine: true })}`),
  ]
}

function wayBackLines({
  id,
  way_back: back,
}: {
  readonly id: string
  readonly way_back?: WayBack
}): readonly string[] {
  if (back === undefined) return []
  const { puts_back: count, left, not_shown: unshown } = back
  return [
    count === 0
      ? 'Nothing of it is left to take back'
      : `Way back: understudy runs undo ${id} puts back ${counted(count, 'place')}`,
    ...left.map(({ path, why }) => `  no way back: ${shown(path, 200)}: ${shown(why, 200)}`),
    ...unshown.map((path) => `  no way back: ${shown(path, 200)}: no copy had shown that it changes`),
  ]
}

function adviceFor({ id, state, calls }: ShownRun): readonly string[] {
  if (state === 'waiting')
    return [
      `Yes: understudy runs approve ${id}, then understudy runs resume ${id}. No: understudy runs abandon ${id}`,
    ]
  const doubt = calls.find((call) => call.state === 'in doubt')
  if (doubt === undefined) return []
  return [
    `Call ${doubt.call} was sent, and nobody knows whether it took effect. Look, then say so: understudy runs resume ${id} --happened ${doubt.call} or --never-happened ${doubt.call}`,
  ]
}

function shown(text: string, most: number): string {
  return inOneLine(text, most)
}
