import { expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import type { JsonObject } from '../../base/index.js'
import type { Requester } from '../requester.js'
import type { ApprovalQuestion } from './approve.js'
import { askClient } from './ask-client.js'

verifies('gateway:whole-questions')

it('shows the arguments whole, in one line, whatever is in them', async () => {
  const asked: JsonObject[] = []
  const by = {
    capabilities: { elicitation: {} },
    signal: new AbortController().signal,
    async ask(_method: string, params: JsonObject) {
      asked.push(params)
      return { action: 'accept', content: { approve: true } }
    },
  }
  const question = {
    call: { n: 1, server: 'shell', tool: 'run', arguments: {} },
    tool: 'shell:run',
    arguments: { command: `echo ${'a'.repeat(20_000)}\n\u202e; rm -rf /` },
    effect: 'destructive',
    certain: true,
    why: 'the policy asks',
  }

  // Proof: nothing else of them is asked for.
  const answer = await askClient(by as unknown as Requester)(question as unknown as ApprovalQuestion)

  expect(answer).toEqual({ approved: true })
  const [, given = ''] = String(asked[0]?.message).split('\n')
  expect(given).toMatch(/^Arguments: \{"command":"echo a{20000}\\n.*; rm -rf \/"\}$/)
  expect(given).not.toContain('\u202e')
})
