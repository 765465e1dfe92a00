/** `store scan`: secrets that capture missed. */
import { counted, moreText } from '../../base/index.js'
import { findSecrets, type RecordingStore } from '../../recording/index.js'
import { formatTable } from '../../report/index.js'
import { readWithInputs } from '../config-inputs.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { withProgress } from '../progress.js'
import { chosenRecordings } from './chosen-recordings.js'
import { subjectOf, summaryOf } from './describe-recording.js'
import type { StoreRequest } from './store-request.js'

interface FoundInRecording {
  readonly key: string
  readonly server: string
  readonly tool: string | null
  readonly method: string
  readonly recorded_at: string
  /** JSON Pointer into the recording. */
  readonly pointer: string
  readonly kind: string
}

/** Never shows what it found, only where. */
export async function scanStore(
  store: RecordingStore,
  request: StoreRequest,
  io: DiscreetIo,
): Promise<ExitCode> {
  const secrets = await secretsOfConfig(request.config, io)
  const list: FoundInRecording[] = []
  let scanned = 0
  let found = 0
  await withProgress(
    io,
    () => `Scanning: ${counted(scanned, 'recording')}`,
    async () => {
      for await (const recording of chosenRecordings(store, request, io)) {
        scanned++
        const { key, server, tool, method, recorded_at } = summaryOf(recording, undefined)
        for (const secret of findSecrets(recording, {}, secrets)) {
          found++
          if (list.length < MAX_LISTED) list.push({ key, server, tool, method, recorded_at, ...secret })
        }
      }
    },
  )
  if (request.format === 'json') io.stdoutJson({ scanned, found, list })
  else io.stdout(render(scanned, found, io.redact(list)))
  return exitCodeFor({ failed: found > 0 })
}

/** What the servers of a config are given, and nobody else may know. */
async function secretsOfConfig(config: string | undefined, io: DiscreetIo): Promise<readonly string[]> {
  if (config === undefined) return []
  const { secretsOfServer } = await import('../../config/index.js')
  const { servers } = await readWithInputs(config, { inputs: {}, only: [] }, io)
  const secrets = servers.flatMap(secretsOfServer)
  io.keepSecret(secrets)
  return secrets
}

function render(scanned: number, found: number, list: readonly FoundInRecording[]): string {
  if (found === 0) return `No secrets found in ${counted(scanned, 'recording')}\n`
  const rows = list.map((each) => [each.key.slice(0, 12), each.kind, subjectOf(each), each.pointer])
  const more = found > list.length ? [moreText(found - list.length)] : []
  return `${[
    `${counted(found, 'secret')} in ${counted(scanned, 'recording')}`,
    '',
    ...formatTable(['key', 'kind', 'recorded', 'where'], rows),
    ...more,
    '',
    'Hint: remove the recordings with understudy store prune, and make new secrets: who read the store knows them',
  ].join('\n')}\n`
}

const MAX_LISTED = 1000
