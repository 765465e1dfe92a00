/** The servers of rehearsals: named, asked for their tools, and kept as long as rehearsals want them. */
import type { Finding } from '../../base/index.js'
import type { Settings } from '../../config/index.js'
import { type ContactConsent, createContactConsent } from '../contact-consent.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { DryRunSettings } from '../dry-run-settings.js'
import { type PreparedServers, prepareServers } from '../prepare-servers.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { type NamedServers, nameServers } from '../servers.js'
import { readSettingsInForce } from '../settings.js'
import { type FrameTrace, withFrameTrace } from '../trace-file.js'

export interface ReadyServers {
  readonly named: NamedServers
  /** What the project says of them, and of its recordings. */
  readonly project: Settings
  /** What of that does not count, and how it would. */
  readonly leftOut: readonly Finding[]
  readonly choice: ServerChoice
  readonly asked: PreparedServers
  readonly trace: FrameTrace | undefined
  /** Whether they may be asked for real, as the person at the terminal said once for all rehearsals. */
  readonly consent: ContactConsent
}

/** When this resolves, none of them is left. */
export async function withServers<T>(
  settings: DryRunSettings,
  choice: ServerChoice,
  io: DiscreetIo,
  work: (servers: ReadyServers) => Promise<T>,
): Promise<T> {
  const named = await nameServers(choice, io)
  const { settings: project, leftOut } = await readSettingsInForce(settings.settings, io)
  io.keepSecret(project.recordings.redact.values ?? [])
  return withFrameTrace(choice, named, io, async (trace) => {
    await using asked = await withProgress(io, 'Asking for tools', (tell) =>
      prepareServers({ named, choice, project, settings, tell }, io, trace),
    )
    return await work({
      ...{ named, choice, project, asked, trace },
      leftOut: leftOut === undefined ? [] : [leftOut],
      consent: createContactConsent(),
    })
  })
}
