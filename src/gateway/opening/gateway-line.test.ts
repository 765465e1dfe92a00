import { expect, test } from 'vitest'
import type { ServerEntry } from '../../config/index.js'
import { createGatewayLine } from './gateway-line.js'

const a: ServerEntry = { name: 'a', launch: { kind: 'stdio', command: 'a', args: [], env: {} } }
const b: ServerEntry = { name: 'b', launch: { kind: 'stdio', command: 'b', args: [], env: {} } }

function behind(marks: readonly string[]): { readonly UNDERSTUDY_GATEWAYS: string } {
  return { UNDERSTUDY_GATEWAYS: marks.join(' ') }
}

test('a gateway behind other ones is told of all of them, and tells the servers behind it', () => {
  const first = createGatewayLine({ file: '/a.json', entries: [b], env: {} })
  const second = createGatewayLine({ file: '/b.json', entries: [a], env: behind(first.marks()) })

  expect(first.marks()).toHaveLength(2)
  expect(second.marks()).toEqual([...first.marks(), expect.any(String), expect.any(String)])
})

test('a process behind a gateway of the same servers is refused', () => {
  const first = createGatewayLine({ file: '/a.json', entries: [b], env: {} })
  const second = createGatewayLine({ file: '/b.json', entries: [a], env: behind(first.marks()) })
  const again = { file: '/a.json', entries: [b], env: behind(second.marks()) }

  expect(() => createGatewayLine(again)).toThrow(
    expect.objectContaining({
      code: 'GATEWAY_LOOP',
      message: expect.stringContaining('Cannot serve a gateway of "/a.json": it stands behind a gateway'),
    }),
  )
})

test('the same file with other servers of it is another gateway', () => {
  const first = createGatewayLine({ file: '/a.json', entries: [b], env: {} })

  const second = createGatewayLine({ file: '/a.json', entries: [a], env: behind(first.marks()) })

  expect(second.marks()).toHaveLength(4)
})

test('a gateway that is asked by one that it stands in front of refuses', () => {
  const first = createGatewayLine({ entries: [b], env: {} })
  const second = createGatewayLine({ entries: [a], env: {} })

  second.meet(first.marks())

  expect(() => first.meet(second.marks())).toThrow('Cannot serve a gateway: it stands behind')
})

test('nobody is refused for a gateway of the same servers that it is not', () => {
  const one = createGatewayLine({ entries: [b], env: {} })
  const twin = createGatewayLine({ entries: [b], env: {} })

  expect(() => one.meet(twin.marks())).not.toThrow()
})

test('however many marks a client sends, few are kept', () => {
  const line = createGatewayLine({ entries: [], env: {} })

  for (let at = 0; at < 1000; at++) line.meet([`mark-${at}`])

  expect(line.marks()).toHaveLength(32)
})
