/** What a rehearsal may ask for real, as settings and `--live-reads` say, once the tools are known. */

import { defined, matchesPattern, printable, UsageError } from '../base/index.js'
import type { Settings } from '../config/index.js'
import type { ContactOptions, ContactWishes, PreparedContacts } from '../contact/index.js'
import type { RehearseOptions } from '../dryrun/index.js'
import type { Policy } from '../policy/index.js'
import type { RecordingStore } from '../recording/index.js'
import { captureRedactor } from '../recording/redaction/index.js'
import { createRegistry, type ServerTools } from '../registry/index.js'
import { createSchemaCompiler } from '../schema/index.js'
import type { ContactConsent } from './contact-consent.js'
import type { DiscreetIo } from './discreet-io.js'
import type { DryRunSettings } from './dry-run-settings.js'
import type { ServerChoice } from './server-options.js'
import { type NamedServers, sessionOptions } from './servers.js'
import { rehearsalSettings } from './settings.js'
import type { FrameTrace } from './trace-file.js'

export interface ContactsWanted {
  readonly named: NamedServers
  readonly choice: ServerChoice
  readonly project: Settings
  readonly settings: Pick<DryRunSettings, 'liveReads' | 'fileName' | 'stale'>
  readonly plan: string | Uint8Array
  readonly tools: readonly ServerTools[]
  readonly policy: Policy | undefined
  readonly consent: ContactConsent
  readonly trace?: FrameTrace | undefined
  /** Where reads are kept. */
  readonly store: RecordingStore | undefined
}

type ContactPart = Pick<RehearseOptions, 'contacts' | 'effects' | 'findings'>

export interface ContactsOfRehearsal extends AsyncDisposable {
  /** For the rehearsal, in the place of what it has of these. */
  readonly options: ContactPart
}

/** Whether anything may be asked for real; it is known later of what. */
export function wantsContacts(project: Settings, liveReads: readonly string[]): boolean {
  return (
    liveReads.length > 0 ||
    Object.values(project.servers).some(
      ({ liveReads: reads = [], previews = [], rehearse }) =>
        reads.length + previews.length > 0 || rehearse !== undefined,
    )
  )
}

/** Whether something may be asked that is to be kept. */
export function wantsReads(project: Settings, liveReads: readonly string[]): boolean {
  return (
    liveReads.length > 0 || Object.values(project.servers).some(({ liveReads: own = [] }) => own.length > 0)
  )
}

/** @throws UsageError for a pattern that fits nothing, and what `planContacts` throws */
export async function prepareContacts(wanted: ContactsWanted, io: DiscreetIo): Promise<ContactsOfRehearsal> {
  const { project, settings, tools, policy } = wanted
  const { planContacts, createContacts } = await import('../contact/index.js')
  const { secretsOfServer } = await import('../config/index.js')
  const registry = createRegistry(tools, createSchemaCompiler())
  const wishes = await wishesOf(wanted)
  const standIns = [...wishes.values()].flatMap(({ rehearse }) =>
    rehearse === undefined || 'unusable' in rehearse.with ? [] : [rehearse.with],
  )
  io.keepSecret(standIns.flatMap(secretsOfServer))
  const { effects = [] } = await rehearsalSettings(project, settings.stale)
  const rules = { registry, wishes, policy, effects }
  const planned = planContacts(rules)
  const { plan } = wanted
  const asked = await wanted.consent.of(planned, { plan, fileName: settings.fileName }, io)
  const contacts: PreparedContacts = createContacts(asked, {
    ...rules,
    ...(await contactOptions(wanted, io)),
  })
  return {
    options: { contacts, effects: [...effects, asked.effects], findings: asked.findings },
    [Symbol.asyncDispose]: () => contacts[Symbol.asyncDispose](),
  }
}

/** A server whose tools come from a file cannot be reached, but another one may stand in for it. */
async function wishesOf({ named, project, settings, tools }: ContactsWanted) {
  const { serverSettings, toolPatternProblem } = await import('../config/index.js')
  const patterns = settings.liveReads.map((text) => {
    const [, server, tool] = /^([^:]+):(.+)$/s.exec(text) ?? []
    const problem = tool === undefined ? 'a tool is named SERVER:TOOL' : toolPatternProblem(tool)
    if (server !== undefined && tool !== undefined && problem === undefined) return { text, server, tool }
    throw new UsageError('USAGE', `Cannot ask --live-reads ${JSON.stringify(text)} for real: ${problem}`)
  })
  for (const { text, server, tool } of patterns) {
    const isFit = tools.some(
      (each) =>
        matchesPattern(server, each.server) &&
        named.entries.some(({ name }) => name === each.server) &&
        each.tools.some(({ name }) => matchesPattern(tool, name)),
    )
    if (!isFit)
      throw new UsageError(
        'USAGE',
        `Cannot ask --live-reads ${JSON.stringify(text)} for real: no tool of a server that can be reached fits it`,
        {
          hint: 'understudy tools lists them; * stands for any characters',
        },
      )
  }
  return new Map(
    tools.map(({ server }): [string, ContactWishes] => {
      const { liveReads = [], previews, rehearse } = serverSettings(project, server)
      const isReached = named.entries.some(({ name }) => name === server)
      const own = patterns.flatMap((each) => (matchesPattern(each.server, server) ? [each.tool] : []))
      return [
        server,
        {
          ...(isReached ? { liveReads: [...liveReads, ...own], ...defined({ previews }) } : {}),
          ...defined({ rehearse }),
        },
      ]
    }),
  )
}

async function contactOptions(
  { named, choice, project, trace, store }: ContactsWanted,
  io: DiscreetIo,
): Promise<Omit<ContactOptions, 'registry' | 'wishes'>> {
  let contact = 0
  const common = {
    ...{ entries: named.entries, env: io.env, cwd: io.cwd, clock: io.clock },
    session: (server: string) => ({
      ...sessionOptions(server, choice, io),
      hurry: io.signal,
      ...(trace === undefined ? {} : { tap: trace.tap(server, { contact: ++contact }) }),
    }),
    warn: (message: string): void => io.stderr(`Warning: ${printable(message, { oneLine: true })}\n`),
  }
  if (store === undefined) return common
  const { principalIn } = await import('../config/index.js')
  return {
    ...common,
    record: {
      ...{ store, clock: io.clock, principal: principalIn(store, named) },
      redactor: captureRedactor(store, named.secrets, project.recordings.redact),
      onStoreFailure: ({ message }) => common.warn(`Not everything was recorded. ${message}`),
    },
  }
}
