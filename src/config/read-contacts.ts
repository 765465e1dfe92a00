/** What settings say of the ways in which a rehearsal may reach a server: reads for real, dry runs of its own, and a stand-in. */
import type { DocumentNode } from '../document/index.js'
import { type EntryContext, readEntry } from './read-entry.js'
import type { Preview, ServerSettings, StandIn } from './settings.js'
import { found, mapOf, membersOf, type Refuse, readTexts } from './settings-nodes.js'

type ContactNodes = { readonly [K in 'live_reads' | 'previews' | 'rehearse']?: DocumentNode }

/** A tool cannot be asked without its dry run and with it: that is refused, as is a server entry that does not say how it starts. */
export function readContacts(
  server: string,
  { live_reads: reads, previews: dryRuns, rehearse }: ContactNodes,
  from: EntryContext,
  refuse: Refuse,
): Pick<ServerSettings, 'liveReads' | 'previews' | 'rehearse'> {
  const liveReads = reads && readTexts(reads, '"live_reads"', refuse, aToolPattern(refuse))
  const previews = dryRuns && readPreviews(dryRuns, refuse)
  const both = previews?.find(({ tool }) => liveReads?.includes(tool))
  if (both !== undefined && dryRuns !== undefined)
    return refuse(
      dryRuns,
      `"${both.tool}" stands under "live_reads", too: a tool that needs a dry run is no read`,
    )
  if (server === '*' && (dryRuns ?? rehearse) !== undefined)
    return refuse(
      (dryRuns ?? rehearse) as DocumentNode,
      '"previews" and "rehearse" are of one server, not of all',
    )
  return {
    ...(liveReads && { liveReads }),
    ...(previews && { previews }),
    ...(rehearse && { rehearse: readStandIn(server, rehearse, from, refuse) }),
  }
}

/** Whoever means all tools says so by their names: `*` alone would be anybody's writes. */
export function toolPatternProblem(pattern: string): string | undefined {
  if (!/[^*\s]/.test(pattern)) return `"${pattern}" names no tool: write names, such as "get_*"`
  return /\s/.test(pattern) ? `"${pattern}" names no tool: it holds a space` : undefined
}

function aToolPattern(refuse: Refuse) {
  return (text: string, item: DocumentNode): string => {
    const problem = toolPatternProblem(text)
    return problem === undefined ? text : refuse(item, problem)
  }
}

function readPreviews(node: DocumentNode, refuse: Refuse): readonly Preview[] {
  return mapOf(node, '"previews"', refuse).members.map(({ key: tool, value }) => {
    const argument = value.kind === 'scalar' ? value.value : undefined
    if (tool.includes('*')) return refuse(value, `"${tool}" is a pattern: each dry run is of one tool`)
    return typeof argument === 'string' && argument !== ''
      ? { tool, argument }
      : refuse(value, `the dry run of "${tool}" is the name of an argument, such as dryRun, ${found(value)}`)
  })
}

function readStandIn(server: string, node: DocumentNode, from: EntryContext, refuse: Refuse): StandIn {
  const { with: entry, before, after } = membersOf(node, '"rehearse"', ['with', 'before', 'after'], refuse)
  if (entry === undefined)
    return refuse(node, '"rehearse" has no "with": how the server for rehearsals is started')
  const reading = readEntry(server, entry, { ...from, declaredInputs: [], onInput: () => undefined })
  return {
    // What a variable lacks is told to whoever wants to start it, and to nobody else.
    with: reading.kind === 'usable' ? reading.entry : { unusable: whyUnusable(reading) },
    ...(before && { before: readCommand(before, '"before"', refuse) }),
    ...(after && { after: readCommand(after, '"after"', refuse) }),
  }
}

function whyUnusable(reading: Exclude<ReturnType<typeof readEntry>, { kind: 'usable' }>): string {
  return reading.kind === 'disabled' ? 'it is disabled' : reading.reason
}

function readCommand(node: DocumentNode, what: string, refuse: Refuse): string {
  const text = node.kind === 'scalar' ? node.value : undefined
  return typeof text === 'string' && text.trim() !== '' && !text.includes('\0')
    ? text
    : refuse(node, `${what} is a command for the shell, ${found(node)}`)
}
