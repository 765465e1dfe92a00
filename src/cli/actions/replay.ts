/** Serves what was recorded until the client is gone, or the user has enough. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted, defined, printable, UsageError } from '../../base/index.js'
import { DEFAULT_STORE } from '../../recording/index.js'
import type { Fault, Miss, Repeats, Timing } from '../../replay/index.js'
import { serveHttp, serveStdio } from '../../server/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import type { ListenAddress } from '../listen-address.js'
import { openNewEpisodes } from '../open-new-episodes.js'
import { environmentSecrets, type OpenReplay, openReplay } from '../open-replay.js'
import type { ServerChoice } from '../server-options.js'
import { untilInterrupted } from '../until-interrupted.js'

export interface ReplaySettings {
  /** A path, or true for the default store. */
  readonly from: string | true
  /** What happens to a request that was not recorded; undefined refuses it, and a server to ask. */
  readonly record: 'new-episodes' | 'once' | 'none' | undefined
  readonly repeats: Repeats
  readonly timing: Timing
  readonly faults: readonly Fault[]
  readonly seed: number
  /** Absent: standard input and output. */
  readonly listen?: ListenAddress
  /** Which of the recorded servers. */
  readonly server?: string
  /** What the project says about its recordings. */
  readonly settings?: string
}

export async function replay(
  settings: ReplaySettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<ExitCode> {
  const { from, server, settings: project, record, repeats, timing, faults, seed } = settings
  io.keepSecret(environmentSecrets(io))
  const recording = {
    ...{ from, repeats, timing, faults, seed },
    ...defined({ server }),
    settings: project ?? choice.settings,
    onMiss: ({ message }: Miss) => io.stderr(`Warning: ${printable(message)}\n`),
  }
  if (record === 'new-episodes' || (record === 'once' && !isThere(from, io))) {
    await using episodes = await openNewEpisodes(recording, choice, io)
    await serve(episodes, settings, io)
    return tellEnd(episodes, io)
  }
  if (record === undefined) refuseServer(choice)
  const replaying = await openReplay(recording, io)
  await serve(replaying, settings, io)
  return tellEnd(replaying, io)
}

/** What would be ignored is refused. */
function refuseServer({ command, url, image, config }: ServerChoice): void {
  if (command.length === 0 && url === undefined && image === undefined && config === undefined) return
  throw new UsageError('USAGE', 'Cannot use a server beside recordings: nothing would be asked of it', {
    hint: '--new-episodes asks it for what was not recorded; --once does where there is no file yet',
  })
}

function isThere(from: string | true, { cwd }: DiscreetIo): boolean {
  return existsSync(resolve(cwd, from === true ? DEFAULT_STORE : from))
}

/** Until the client is gone, or the user has enough. */
async function serve(
  { service, http, server }: OpenReplay,
  { listen }: ReplaySettings,
  io: DiscreetIo,
): Promise<void> {
  const interrupted = untilInterrupted(io.signal)
  if (listen === undefined) {
    await using served = serveStdio(service, { input: process.stdin, output: process.stdout })
    await Promise.race([served.ended, interrupted])
    return
  }
  await using served = await serveHttp(service, { ...listen, ...http })
  io.stderr(`Replaying ${server} at ${served.url}\n`)
  await interrupted
}

function tellEnd({ misses }: OpenReplay, io: DiscreetIo): ExitCode {
  const count = misses.length
  if (count > 0) io.stderr(`${counted(count, 'request was', 'requests were')} refused: not recorded\n`)
  return exitCodeFor({ failed: count > 0 })
}
