import { describe, expect, it, test } from 'vitest'
import { plainNames, prefixedNames } from './names.js'

describe('prefixed names', () => {
  const names = prefixedNames(['a', 'a__b', 'files'])

  test.each([
    ['a', 'x', 'a__x'],
    ['a', '_x', 'a___x'],
    ['a', 'b__c', 'a___b__c'],
    ['a', '_b__c', 'a____b__c'],
    ['a', 'b', 'a__b'],
    ['a__b', 'c', 'a__b__c'],
    ['a__b', '_c', 'a__b___c'],
    ['files', 'a__b__c', 'files__a__b__c'],
  ])('of %s, %s is shown as %s, and found by it', (server, name, shown) => {
    expect(names.shown({ server, name })).toBe(shown)
    expect(names.find(shown)).toEqual({ server, name })
  })
})

describe('plain names', () => {
  it('are prefixed as long as several servers have them', () => {
    const names = plainNames(['a', 'b'], 'tool')
    names.learn('a', ['x', 'y'])
    names.learn('b', ['x'])

    expect(names.shown({ server: 'a', name: 'x' })).toBe('a__x')
    expect(names.shown({ server: 'a', name: 'y' })).toBe('y')
    expect(names.find('b__x')).toEqual({ server: 'b', name: 'x' })
    expect(names.find('a__y')).toBeUndefined()
    expect(() => names.find('x')).toThrow(
      expect.objectContaining({ hint: 'name one of them: "a__x", "b__x"' }),
    )

    names.learn('b', [])
    expect(names.find('x')).toEqual({ server: 'a', name: 'x' })
  })

  it('need no prefixes where no name is shared', () => {
    const names = plainNames(['my notes', 'my_notes'], 'tool')
    names.learn('my notes', ['x'])
    names.learn('my_notes', ['y'])

    expect(names.shown({ server: 'my notes', name: 'x' })).toBe('x')
    expect(names.find('my_notes__y')).toBeUndefined()
  })
})
