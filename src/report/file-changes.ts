/** Which files would change, in words. */
import { addToGroup, callsText, counted, grouped, sizeText } from '../base/index.js'
import type { FileEffect, Report, ReportedCall, ReportedFile } from '../dryrun/index.js'
import { codeList, type Sentence } from './list-section.js'
import { safeText } from './safe-text.js'

export interface ToldChange {
  readonly change: FileEffect['change']
  /** The path, its sizes, and through which call; the kind of change stands before it. */
  readonly sentence: Sentence
  /** Lines of the diff as they are; empty without one. */
  readonly diff: readonly string[]
}

export interface ToldChanges {
  readonly shown: readonly ToldChange[]
  /** What is left out, in words; undefined when nothing is. */
  readonly more?: string
}

export interface ChangeLimits {
  /** Of removed files that the plan had not made, which are named before all others. */
  readonly removed: number
  readonly others: number
}

/** "3 files", "1 file and 2 folders": each path counts once. */
export function changedCount({ effects }: Report): string {
  return countOf(effects?.files ?? [])
}

function countOf(changes: readonly FileEffect[]): string {
  const paths = new Map(changes.map((each) => [each.path, kindOf(each)]))
  const folders = [...paths.values()].filter((kind) => kind === 'folder').length
  const files = paths.size - folders
  return [
    ...(files > 0 || folders === 0 ? [counted(files, 'file')] : []),
    ...(folders > 0 ? [counted(folders, 'folder')] : []),
  ].join(' and ')
}

/** The changes in their order, which is that of the report: what is lost first. */
export function toldChanges(
  changes: readonly FileEffect[],
  report: Pick<Report, 'effects'> & { readonly calls: readonly Pick<ReportedCall, 'n' | 'tool'>[] },
  { removed, others }: ChangeLimits,
): ToldChanges {
  const madeBy = new Map(
    [...(report.effects?.files ?? []), ...changes].flatMap(({ path, change, call }) =>
      change === 'made' && call !== undefined ? [[path, call]] : [],
    ),
  )
  const isLost = (each: FileEffect): boolean =>
    each.change === 'removed' && makerOf(each, madeBy) === undefined
  const lost = changes.filter(isLost)
  const all = changes.filter((each) => !isLost(each))
  const inside = all.length > others ? insideFolders(all) : new Map<FileEffect, readonly FileEffect[]>()
  const unnamed = new Set([...inside.values()].flat())
  const rest = all.filter((each) => !unnamed.has(each))
  const tools = new Map(report.calls.map(({ n, tool }) => [n, tool]))
  const shown = [...lost.slice(0, removed), ...rest.slice(0, others)]
  const left = [
    ...(lost.length > removed ? [`${grouped(lost.length - removed)} more removed`] : []),
    ...(rest.length > others ? [`${grouped(rest.length - others)} more changed or made`] : []),
  ]
  return {
    shown: shown.map((each) => told(each, { tools, madeBy, inside: inside.get(each) ?? [] })),
    ...(left.length === 0 ? {} : { more: `… ${left.join(', ')}` }),
  }
}

/** The call that made what is removed: what the plan made itself is no loss. */
function makerOf(
  { change, path, call }: FileEffect,
  madeBy: ReadonlyMap<string, number>,
): number | undefined {
  const maker = change === 'removed' ? madeBy.get(path) : undefined
  return maker !== undefined && (call === undefined || maker < call) ? maker : undefined
}

/**
 * Where not all has room: what came, or went, with a folder, by the outermost such folder. A browser's profile or a clone of a
 * repository is one line then, and what stands beside it is not pushed out.
 */
function insideFolders(changes: readonly FileEffect[]): ReadonlyMap<FileEffect, readonly FileEffect[]> {
  const whole = changes.filter(({ change }) => change === 'made' || change === 'removed')
  const placeOf = (change: FileEffect['change'], path: string): string => `${change} ${path}`
  const folders = new Map(
    whole.flatMap((each) =>
      kindOf(each) === 'folder' ? [[placeOf(each.change, each.path), each] as const] : [],
    ),
  )
  const inside = new Map<FileEffect, FileEffect[]>()
  for (const each of whole) {
    const [outermost] = foldersAbove(each.path).flatMap(
      (path) => folders.get(placeOf(each.change, path)) ?? [],
    )
    if (outermost !== undefined) addToGroup(inside, outermost, each)
  }
  return inside
}

/** The outermost first. */
function foldersAbove(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)).filter((folder) => folder !== '')
}

/** What servers changed by themselves; undefined when they did not. */
export function ownChanges({ effects }: Report): Sentence | undefined {
  const own = effects?.own ?? []
  if (own.length === 0) return undefined
  return ['by the servers themselves, whatever is called: ', ...codeList(own, 3, 120)]
}

interface Around {
  readonly tools: ReadonlyMap<number, string>
  readonly madeBy: ReadonlyMap<string, number>
  /** What stands in it and is not told by itself. */
  readonly inside: readonly FileEffect[]
}

function told(effect: FileEffect, { tools, madeBy, inside }: Around): ToldChange {
  const { change, path, from, diff, after } = effect
  const maker = makerOf(effect, madeBy)
  return {
    change,
    sentence: [
      ...(from === undefined ? [] : [{ code: safeText(from) }, ' → ']),
      { code: safeText(path) },
      ...(after?.target === undefined ? [] : [' → ', { code: safeText(after.target) }]),
      `, ${whatOf(effect)}`,
      ...(inside.length === 0 ? [] : [` with ${countOf(inside)}`]),
      ...(maker === undefined ? [] : [`, which call ${maker} made`]),
      ...authors(effect, tools),
    ],
    diff: diff === undefined ? [] : diff.split('\n'),
  }
}

function authors({ call, shared_with = [] }: FileEffect, tools: ReadonlyMap<number, string>): Sentence {
  if (call === undefined) return []
  if (shared_with.length > 0) return [` (${callsText([call, ...shared_with])} together)`]
  return [` (call ${call}, `, { code: safeText(tools.get(call) ?? '', 60) }, ')']
}

/** "12 B", "12 B → 14 B", "folder", "12 B, mode 0644 → 0755". */
function whatOf(effect: FileEffect): string {
  const { before, after } = effect
  const kind = kindOf(effect)
  const [was, is] = [before, after].map((state) => (state === undefined ? undefined : sizeOf(state)))
  const size = was === undefined || is === undefined || was === is ? (is ?? was ?? '') : `${was} → ${is}`
  const modes =
    before !== undefined && after !== undefined && before.mode !== after.mode
      ? `mode ${before.mode} → ${after.mode}`
      : undefined
  return [...(size === '' ? [kind] : [size]), ...(modes === undefined ? [] : [modes])].join(', ')
}

function sizeOf({ kind, bytes }: ReportedFile): string {
  return kind === undefined ? sizeText(bytes) : kind
}

function kindOf({ before, after }: FileEffect): string {
  return (after ?? before)?.kind ?? 'file'
}
