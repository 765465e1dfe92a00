import { describe, expect, it } from 'vitest'
import { isUsableVersion } from './deno-binary.js'

describe('isUsableVersion', () => {
  it.each(['2.9.5', '2.9.6', '2.10.0', '2.30.1', '2.9.5+abc'])('takes %s', (version) => {
    expect(isUsableVersion(version)).toBe(true)
  })

  it.each(['2.9.4', '2.8.9', '1.46.3', '3.0.0', '', 'of an unknown version'])('refuses "%s"', (version) => {
    expect(isUsableVersion(version)).toBe(false)
  })
})
