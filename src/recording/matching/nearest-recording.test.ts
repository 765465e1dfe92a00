import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/index.js'
import type { Recording } from '../recording.js'
import { nearestRecording } from './nearest-recording.js'

function recorded(params: JsonObject, fields: Partial<Recording> = {}): Recording {
  return {
    ...{ key: '0'.repeat(64), keyVersion: 1, server: 'demo', principal: 'me', revision: '2025-11-25' },
    ...{ method: 'tools/call', params, between: [], ended: 'answered', response: { result: {} } },
    ...{ generation: 0, recordedAt: '2026-01-01T00:00:00.000Z', durationMs: 1, ...fields },
  }
}

const read = (args: JsonObject): JsonObject => ({ name: 'read', arguments: args })

describe('the nearest recording', () => {
  it('is the one with the fewest differences, and they are told', async () => {
    const near = recorded(read({ path: 'a', head: 1 }))
    const far = recorded(read({ path: 'a', head: 2, tail: 3 }))

    const nearest = await nearestRecording({ method: 'tools/call', params: read({ path: 'b', head: 1 }) }, [
      near,
      far,
    ])

    expect(nearest).toEqual({
      recording: near,
      differences: ['/arguments/path: asked "b", recorded "a"'],
    })
  })

  it('is of the same tool where one is, however much else differs', async () => {
    const same = recorded(read({ a: 1, b: 2, c: 3 }))
    const other = recorded({ name: 'write', arguments: { x: 1 } })

    const nearest = await nearestRecording({ method: 'tools/call', params: read({ x: 1 }) }, [same, other])

    expect(nearest?.recording).toBe(same)
    expect(nearest?.differences).toEqual([
      '/arguments/x: asked 1, recorded nothing',
      '/arguments/a: asked nothing, recorded 1',
      '/arguments/b: asked nothing, recorded 2',
      '/arguments/c: asked nothing, recorded 3',
    ])
  })

  it('is the later of two that are equally near, and takes no notice of the envelope', async () => {
    const later = recorded(read({ path: 'a' }), { recordedAt: '2026-01-02T00:00:00.000Z' })
    const params = { ...read({ path: 'a' }), _meta: { progressToken: 1 } }

    const nearest = await nearestRecording({ method: 'tools/call', params }, [
      recorded(read({ path: 'a' })),
      later,
    ])

    expect(nearest).toEqual({ recording: later, differences: [] })
  })

  it('is none where nothing of that method was recorded', async () => {
    expect(await nearestRecording({ method: 'tools/list' }, [recorded(read({}))])).toBeUndefined()
  })

  it('tells values in a line of bounded length', async () => {
    const [difference] =
      (
        await nearestRecording(
          { method: 'tools/call', params: read({ a: `\u001b[2J\n${'x'.repeat(500)}` }) },
          [recorded(read({ a: 1 }))],
        )
      )?.differences ?? []

    expect(difference).not.toMatch(/[\u001b\n]/)
    expect(difference?.length).toBeLessThan(160)
  })
})
