import { describe, expect, it } from 'vitest'
import { principalOf } from './principal.js'

describe('the principal of a set of secrets', () => {
  it('does not depend on their order or number', () => {
    expect(principalOf(['b', 'a', 'b'], 'salt')).toBe(principalOf(['a', 'b'], 'salt'))
  })

  it.each([
    ['another secret', ['a', 'c'], 'salt'],
    ['a secret less', ['a'], 'salt'],
    ['the same text cut elsewhere', ['ab'], 'salt'],
    ['another salt', ['a', 'b'], 'pepper'],
  ])('is somebody else for %s', (_, secrets, salt) => {
    expect(principalOf(secrets, salt)).not.toBe(principalOf(['a', 'b'], 'salt'))
  })

  it('is anonymous without secrets', () => {
    expect(principalOf([], 'salt')).toBe('anonymous')
  })
})
