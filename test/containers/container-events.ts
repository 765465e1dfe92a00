/** What the engine itself says of containers that came and went. */
import type { ContainerEngine } from '../../src/transport/index.js'

export interface ContainerEvents {
  /** Names of the containers that were started, and that were removed. */
  readonly started: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

/**
 * Asks the engine for the containers that carry the label. It is asked afterwards, since podman stops telling a listener when it
 * begins a new log. Docker says "destroy" where podman says "remove".
 */
export async function containerEvents(
  { name: engine, run }: ContainerEngine,
  label: string,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<ContainerEvents> {
  const span = [
    `--since=${since.toISOString()}`,
    engine === 'podman' ? '--stream=false' : `--until=${until.toISOString()}`,
  ]
  const { exitCode, stdout, stderr } = await run(['events', ...KINDS, ...span])
  if (exitCode !== 0) throw new Error(`The engine does not tell its events: ${stderr.join('\n')}`)
  const lines = stdout.split('\n').filter((line) => line.includes(label))
  const namesOf = (event: RegExp): ReadonlySet<string> =>
    new Set(lines.filter((line) => event.test(line)).map((line) => /\bname=([\w-]+)/.exec(line)?.[1] ?? ''))
  return { started: namesOf(/ container start /), removed: namesOf(/ container (?:remove|destroy) /) }
}

const KINDS = ['type=container', 'event=start', 'event=remove', 'event=destroy'].map(
  (kind) => `--filter=${kind}`,
)
