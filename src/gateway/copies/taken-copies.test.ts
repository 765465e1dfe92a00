import { expect, test } from 'vitest'
import type { PreparedCopies } from '../../copy/index.js'
import type { CopiedServers } from '../../dryrun/index.js'
import { createRegistry } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { takenCopies } from './taken-copies.js'

test('nothing is made ready while a copy is called that was taken for long', async () => {
  let goingOn = 0
  const seen: number[] = []
  const calling = () => {
    goingOn++
    return { [Symbol.dispose]: () => void goingOn-- }
  }
  const taken = takenCopies(
    preparedOf(async () => void seen.push(goingOn)),
    {
      ...{ readyMs: 1, calling, compare: (copied) => copied },
    },
  )
  const copied = await taken.source(createRegistry([], createSchemaCompiler())).open()

  const before = goingOn
  await copied.call({ n: 1, server: 'files', tool: 'read' })

  expect([before, ...seen, goingOn]).toEqual([0, 1, 0])
})

function preparedOf(onCall: () => Promise<void>): PreparedCopies {
  const servers: CopiedServers = {
    servers: new Map(),
    startMs: 1,
    async call() {
      await onCall()
      return { networkAttempts: 0, earlierAttempts: 0, tookMs: 1, isFull: false, changes: [] }
    },
    end: async () => [],
    [Symbol.asyncDispose]: async () => undefined,
  }
  return {
    ...{ tools: [], listsInDoubt: [], notCopied: [], isMovedByStart: false },
    open: async () => servers,
    [Symbol.asyncDispose]: async () => undefined,
  }
}
