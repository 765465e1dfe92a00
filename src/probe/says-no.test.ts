import { describe, expect, it } from 'vitest'
import { saysNo } from './says-no.js'

describe('saysNo', () => {
  it.each([
    'Error: path is no string',
    'Please give the name of a city as text',
    '❌ city is not a text',
    'Unable to read the city',
    'Expected city to be a string, got something else',
    'Usage: weather CITY',
    '{"ok":false,"message":"city: want text"}',
    '{"status":"error","message":"city: want text"}',
    '{"code":400,"message":"city: want text"}',
    '{"errors":[{"city":"want text"}]}',
    '[{"error":"city: want text"}]',
  ])('hears it in "%s"', (text) => {
    expect(said(text)).toBe(true)
  })

  it.each([
    'done',
    '',
    '[]',
    '{"errors":[],"error":null,"status":"ok","code":0}',
    '{"status":404}',
    '[{"error":"one of two"},{"ok":true}]',
    '{"text":"The file says: error"}',
  ])('does not hear it in "%s"', (text) => {
    expect(said(text)).toBe(false)
  })
})

function said(text: string): boolean {
  return saysNo({ kind: 'result', content: [{ type: 'text', text }] })
}
