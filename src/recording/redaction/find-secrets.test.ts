import { expect, it } from 'vitest'
import type { Recording } from '../recording.js'
import { findSecrets } from './find-secrets.js'
import { createRedactor } from './redactor.js'
import { sealRecording } from './seal-recording.js'

const token = `ghp_${'aB3d'.repeat(9)}`
const leaky: Recording = {
  ...{ key: '0'.repeat(64), keyVersion: 1, server: 'demo', principal: 'me', revision: '2025-11-25' },
  method: 'tools/call',
  params: { name: 'read', arguments: { password: 'S3cret99', path: 'a' }, _meta: { progressToken: token } },
  between: [
    { atMs: 1, from: 'server', message: { method: 'notifications/message', params: { data: `x ${token}` } } },
  ],
  ended: 'answered',
  response: {
    result: {
      content: [
        { type: 'text', text: 'all is well: 1234567890' },
        { type: 'text', text: btoa(`{"t":"${token}"}`) },
        { type: 'text', text: '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----' },
      ],
      structuredContent: { [`of ${token}`]: 1 },
    },
  },
  ...{ generation: 0, recordedAt: '2026-01-01T00:00:00.000Z', durationMs: 1 },
}

it('what capture missed is found where it stands', () => {
  expect(findSecrets(leaky)).toEqual([
    { pointer: '/params/arguments/password', kind: 'secret' },
    { pointer: '/between/0/message/params/data', kind: 'github-token' },
    { pointer: '/response/result/content/1/text', kind: 'secret' },
    { pointer: '/response/result/content/2/text', kind: 'private-key' },
    { pointer: `/response/result/structuredContent/of ${token}`, kind: 'github-token' },
  ])
})

it('nothing is found in what was captured', () => {
  const captured = sealRecording(leaky, createRedactor({ secrets: [], salt: '00'.repeat(16) }))

  expect(findSecrets(captured)).toEqual([])
})

it('nothing is found that the user allows', () => {
  expect(findSecrets(leaky, { allow: ['S3cret99', token] })).toEqual([
    { pointer: '/response/result/content/2/text', kind: 'private-key' },
  ])
})

it('secrets that are given are found in what was stored without them', () => {
  const stored = {
    ...leaky,
    params: {},
    between: [],
    response: { result: { title: 'tulips' } },
    serverVersion: '1-tulips',
  }

  expect(findSecrets(stored)).toEqual([])
  expect(findSecrets(stored, {}, ['tulips'])).toEqual([
    { pointer: '/response/result/title', kind: 'secret' },
    { pointer: '/serverVersion', kind: 'secret' },
  ])
})

it('a secret that only the text of an answer holds is found, also where somebody edited the value', () => {
  const secret = 'hunter2hunter2'
  const written = { body: `{"n":1.0,"a":"${secret}"}`, beside: `{"b":"${secret}"}` }
  const edited = { ...leaky, params: {}, between: [], response: { result: { n: 1 } }, written }
  const whole = { ...edited, response: { result: { n: 1, a: secret } }, written }

  expect(findSecrets(edited, {}, [secret]).map(({ pointer }) => pointer)).toEqual([
    '/written/body',
    '/written/beside',
  ])
  expect(findSecrets(whole, {}, [secret]).map(({ pointer }) => pointer)).toEqual([
    '/response/result/a',
    '/written/body',
    '/written/beside',
  ])
  expect(findSecrets(edited)).toEqual([])
})
