import { expect, test } from 'vitest'
import { toolRef } from '../call/index.js'
import { missingTool } from './missing-tools.js'

const lookup = { kind: 'missing', what: 'server', didYouMean: [] } as const
const ghost = toolRef({ server: 'ghost', tool: 'read' })

test('a missing server that is like no other is told with those that there are', () => {
  const servers = ['files', 'memory'].map((server) => ({ server, tools: [] }))

  expect(missingTool(ghost, lookup, undefined, { servers }).text).toBe(
    'ghost:read: there is no server "ghost"; there is files, memory',
  )
  expect(missingTool(ghost, lookup, undefined, { servers: [] }).text).toBe(
    'ghost:read: there is no server "ghost"',
  )
})
