/** The gateways that stand in front of this one: a gateway in front of itself would start, or ask, itself without end. */
import { digest, type Environment, randomName, UsageError } from '../../base/index.js'
import { launchDigest, type ServerEntry } from '../../config/index.js'
import { BEHIND_ITSELF, MARKS_VARIABLE, readMarks } from '../../launch/index.js'

export interface GatewayLine {
  /** What is told to the servers behind: whoever is known to stand in front, and this one. */
  marks(): readonly string[]
  /**
   * Takes note of the gateways in front of a client: from then on the servers behind are told of them, too.
   * @throws UsageError GATEWAY_LOOP when this one is among them
   */
  meet(marks: readonly string[]): void
}

export interface LineOptions {
  /** The path of the config as it really is; absent where it is no file. */
  readonly file?: string | undefined
  readonly entries: readonly ServerEntry[]
  readonly env: Environment
}

/**
 * A process that was started behind a gateway of the same servers is that gateway once more. One that is reached is known by a name
 * that nobody can guess, so that no client can pass for it.
 * @throws UsageError GATEWAY_LOOP when a gateway of the same servers stands in front of this process
 */
export function createGatewayLine({ file, entries, env }: LineOptions): GatewayLine {
  const servers = markOf(file, entries)
  const name = randomName()
  const inFront = new Set(readMarks(env[MARKS_VARIABLE]))
  if (inFront.has(servers)) throw loop(file)
  return {
    marks: () => [...inFront, servers, name],
    meet(marks) {
      if (marks.includes(name)) throw loop(file)
      for (const mark of marks) if (inFront.size < MOST) inFront.add(mark)
    },
  }
}

function markOf(file: string | undefined, entries: readonly ServerEntry[]): string {
  const servers = entries.map((entry) => [entry.name, launchDigest(entry)])
  return digest({ file: file ?? null, servers }).slice('sha256:'.length)
}

function loop(file: string | undefined): UsageError {
  const which = file === undefined ? 'a gateway' : `a gateway of "${file}"`
  return new UsageError('GATEWAY_LOOP', `Cannot serve ${which}: ${BEHIND_ITSELF}`, {
    hint: 'each would start, or ask, the next one without end: take the gateway out of the config of the other one',
  })
}

/** With the two of this gateway, as many as anybody reads. */
const MOST = 30
