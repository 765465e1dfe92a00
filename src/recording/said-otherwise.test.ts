import { expect, it } from 'vitest'
import type { JsonObject } from '../base/index.js'
import { outcomeText } from '../call/index.js'
import { openMemoryStore } from './memory-store.js'
import type { Recording } from './recording.js'
import { KEY_VERSION, recordingKey } from './recording-key.js'
import { createRedactor } from './redaction/redactor.js'
import { type SaidOtherwiseOptions, saidOtherwise } from './said-otherwise.js'

const FINGERPRINT = 'sha256:contract'

it.each<[string, readonly Partial<Said>[], readonly string[]]>([
  [
    'each other answer once, the newest first',
    [{ text: 'a' }, { text: 'b' }, { text: 'a' }, { text: 'c' }],
    ['a', 'b'],
  ],
  ['nothing where all said the same', [{ text: 'a' }, { text: 'a' }], []],
  ['nothing where data changed in between', [{ text: 'a' }, { text: 'b', generation: 1 }], []],
  [
    'what moved before data changed',
    [{ text: 'a' }, { text: 'b' }, { text: 'c', generation: 1 }],
    ['b', 'a'],
  ],
  ['nothing of another start', [{ text: 'a', launch: 'there' }, { text: 'b' }], []],
  ['nothing of another contract', [{ text: 'a', fingerprint: 'sha256:other' }, { text: 'b' }], []],
  ['nothing of another question', [{ text: 'a', args: { path: 'x' } }, { text: 'b' }], []],
  [
    'what was asked alike but for what does not count',
    [{ text: 'a', args: { path: 'y', nonce: 1 } }, { text: 'b' }],
    ['a'],
  ],
  ['an error beside an answer', [{ text: 'a', isError: true }, { text: 'b' }], ['a']],
  ['nothing where a server of its world wrote', [{ text: 'a' }, { server: 'near' }, { text: 'b' }], []],
  ['what moved while one of another world wrote', [{ text: 'a' }, { server: 'far' }, { text: 'b' }], ['a']],
])('the store tells %s', async (_, said, others) => {
  const store = openMemoryStore()
  await store.append(said.map((each, second) => recordingOf(each, second)))
  const options: SaidOtherwiseOptions = {
    ...{ store, redactor: createRedactor({ secrets: [] }), principal: () => 'me' },
    contract: () => ({ fingerprint: FINGERPRINT, launch: 'here', effect: 'read' }),
    ignored: () => ['/nonce'],
    sharesWorld: (server, other) => server === other || server === 'near' || other === 'near',
  }

  const found = await saidOtherwise({ n: 1, server: 'demo', tool: 'read', arguments: ASKED }, options)

  expect(found.map(outcomeText)).toEqual(others)
})

const ASKED = { path: 'y', nonce: 2 }

interface Said {
  readonly text: string
  readonly args: JsonObject
  readonly generation: number
  readonly launch: string
  readonly fingerprint: string
  readonly isError: boolean
  /** Another one, which writes. */
  readonly server: string
}

function recordingOf(said: Partial<Said>, second: number): Recording {
  const { text = '', args = ASKED, fingerprint = FINGERPRINT, server = 'demo', isError = false } = said
  const tool = server === 'demo' ? 'read' : 'write'
  return {
    key: recordingKey({ server, tool, arguments: args, fingerprint, principal: 'me' }),
    ...{ keyVersion: KEY_VERSION, server, principal: 'me', revision: '2025-11-25', method: 'tools/call' },
    ...{ params: { name: tool, arguments: args }, between: [], ended: 'answered', durationMs: 1 },
    tool: { name: tool, fingerprint, effect: tool === 'read' ? 'read' : 'write' },
    response: { result: { content: [{ type: 'text', text }], ...(isError && { isError }) } },
    ...{ generation: said.generation ?? 0, launch: said.launch ?? 'here' },
    recordedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  }
}
