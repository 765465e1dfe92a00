/** Recordings of 2 kB each, as of notes that were read, and the keys to look them up. */
import { type Recording, type RecordingStore, recordingKey } from '../dist/recording/index.js'

/** How many keys a round has. */
export const LOOKUPS = 1000

export async function fill(store: RecordingStore, recordings: number): Promise<void> {
  const batch = 5000
  for (let first = 0; first < recordings; first += batch) {
    await store.append(Array.from({ length: batch }, (_, n) => recordingOf(first + n)))
  }
}

/** Spread over the whole store, another thousand each round. */
export function keysOfRound(keys: readonly string[], round: number): string[] {
  return Array.from({ length: LOOKUPS }, (_, n) => keys[((round * LOOKUPS + n) * 7919) % keys.length] ?? '')
}

export function keyOf(n: number): string {
  return recordingKey({ ...CALL, arguments: { path: `notes/${n}.md` } })
}

export function recordingOf(n: number): Recording {
  const text = `Note ${n}. ${'All work and no play makes a dull note. '.repeat(40)}`
  const { server, tool, fingerprint, principal } = CALL
  return {
    key: keyOf(n),
    keyVersion: 1,
    server,
    principal,
    method: 'tools/call',
    params: { name: tool, arguments: { path: `notes/${n}.md` } },
    tool: { name: tool, fingerprint, effect: 'read' },
    between: [],
    ended: 'answered',
    response: { result: { content: [{ type: 'text', text }] } },
    generation: 0,
    recordedAt: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    durationMs: 12,
    revision: '2025-11-25',
  }
}

const CALL = {
  server: 'filesystem',
  tool: 'read_text_file',
  fingerprint: 'sha256:contract',
  principal: 'anonymous',
} as const
