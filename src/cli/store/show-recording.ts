/** `store show`: one exchange, with all that was said. */
import {
  counted,
  defined,
  durationText,
  type JsonValue,
  printable,
  sizeText,
  UsageError,
} from '../../base/index.js'
import type { Interjection, Recording, RecordingStore } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { askStaleness } from './ask-staleness.js'
import { chosenRecordings } from './chosen-recordings.js'
import { bytesOf, subjectOf, summaryOf } from './describe-recording.js'
import type { StoreRequest } from './store-request.js'

/**
 * Shows the newest of those whose key begins so.
 * @throws UsageError USAGE when there is none, or they have several keys
 */
export async function showRecording(
  store: RecordingStore,
  request: StoreRequest,
  io: DiscreetIo,
): Promise<void> {
  const { recording, older } = await newestOf(store, request, io)
  const generation = await store.generations.of(recording.server)
  const why = await (await askStaleness(store, request, io))(recording)
  const stale = { stale: why !== undefined, ...defined({ stale_because: why }) }
  if (request.format === 'json') io.stdoutJson({ recording, generation_now: generation, ...stale, older })
  else io.stdout(render(io.redact(recording), { generation, why, older }))
}

async function newestOf(
  store: RecordingStore,
  request: StoreRequest,
  io: DiscreetIo,
): Promise<{ readonly recording: Recording; readonly older: number }> {
  const {
    names: [prefix = ''],
    filter,
  } = request
  if (!/^[0-9a-f]{4,64}$/.test(prefix))
    throw new UsageError(
      'USAGE',
      `Cannot show ${JSON.stringify(prefix)}: a key is hexadecimal, and at least four digits of it are needed`,
      { hint: 'see understudy store list' },
    )
  const keys = new Set<string>()
  let recording: Recording | undefined
  let count = 0
  const whole = prefix.length === 64 ? { ...filter, key: prefix } : filter
  for await (const each of chosenRecordings(store, { ...request, filter: whole }, io)) {
    if (!each.key.startsWith(prefix)) continue
    keys.add(each.key)
    recording = each
    count++
  }
  if (recording === undefined)
    throw new UsageError('USAGE', `Cannot show ${JSON.stringify(prefix)}: no recording has such a key`, {
      hint: 'see understudy store list',
    })
  if (keys.size > 1)
    throw new UsageError('USAGE', `Cannot show ${JSON.stringify(prefix)}: ${keys.size} keys begin so`, {
      hint: `write more of it: ${[...keys].slice(0, 5).join(', ')}`,
    })
  return { recording, older: count - 1 }
}

interface Standing {
  /** Of the data of its server now. */
  readonly generation: number
  /** Why it is stale. */
  readonly why: string | undefined
  /** How many others have its key. */
  readonly older: number
}

function render(recording: Recording, { generation, why, older }: Standing): string {
  const { key, recordedAt, durationMs, revision, serverVersion, tool, principal, between } = recording
  const summary = summaryOf(recording, why)
  const facts = [
    ['recorded', `${recordedAt}, took ${durationText(durationMs)}`],
    ['ended', summary.status],
    [
      'server',
      `${recording.server}${serverVersion === undefined ? '' : ` ${serverVersion}`}, protocol ${revision}`,
    ],
    ...(tool === undefined ? [] : [['tool', `${tool.name}, effect ${tool.effect}`]]),
    [
      'data',
      recording.generation === generation
        ? `generation ${generation}`
        : `generation ${recording.generation}; now ${generation}`,
    ],
    ...(why === undefined ? [] : [['stale', why]]),
    ['asked as', principal],
    ['key', key],
    ['size', sizeText(bytesOf(recording))],
    ...(older === 0
      ? []
      : [['older', `${counted(older, 'recording')} of this key; pick one by --since and --before`]]),
  ]
  const said = between.length === 0 ? [] : ['', 'In between', ...between.map(interjectionLine)]
  const { params, http, response } = recording
  const lines = [
    subjectOf(summary),
    ...facts.map(([name = '', value = '']) => `  ${name.padEnd(8)}  ${value}`),
    ...section('Request', params),
    ...(http === undefined ? [] : section('HTTP', { ...http })),
    ...said.map((each) => (each === '' || each === 'In between' ? each : `  ${each}`)),
    ...(response === undefined
      ? []
      : section('Response', 'error' in response ? { error: { ...response.error } } : response.result)),
  ]
  return `${lines.map((each) => printable(each, { oneLine: true })).join('\n')}\n`
}

function section(title: string, value: JsonValue | undefined): string[] {
  if (value === undefined) return []
  return [
    '',
    title,
    ...JSON.stringify(value, null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
  ]
}

function interjectionLine({ atMs, from, message, aside }: Interjection): string {
  const at = `+${durationText(atMs)}`.padEnd(8)
  return `${at}  ${from}${aside === true ? ', aside' : ''}: ${JSON.stringify(message)}`
}
