import { describe, expect, test } from 'vitest'
import { readFilePath, sealPath } from './secret-path.js'

const KEY = 'ab'.repeat(32)

describe('a path that holds a secret', () => {
  test.each(['/home/hunter2/a', '/ü/🗝', `/${'x'.repeat(5000)}`])('is read again with its key: %#', (path) => {
    const sealed = sealPath(KEY, path)

    expect(sealed).not.toContain(path)
    expect(readFilePath(KEY, sealed)).toBe(path)
    expect(sealPath(KEY, path)).toBe(sealed)
  })

  test('says nothing with another key, nor once it was changed', () => {
    const sealed = sealPath(KEY, '/home/hunter2')

    expect(() => readFilePath('cd'.repeat(32), sealed)).toThrow()
    expect(() => readFilePath(KEY, `${sealed.slice(0, -4)}AAAA`)).toThrow()
    expect(sealPath(KEY, '/home/hunter3').slice(0, 23)).not.toBe(sealed.slice(0, 23))
  })

  test('is told from one that holds none', () => {
    expect(readFilePath(KEY, '/home/ann')).toBe('/home/ann')
  })
})
