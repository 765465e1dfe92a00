import { describe, expect, it } from 'vitest'
import { toolNameSite } from './call-site.js'

describe('toolNameSite', () => {
  it('moves from the parenthesis to the name in brackets', () => {
    expect(toolNameSite(['', 'mcp["a"][ "b" ] ({})'], { line: 2, column: 17 })).toEqual({
      line: 2,
      column: 11,
    })
  })

  it.each([
    ['a name after a dot', 'mcp.a.b()', 7],
    ['a parenthesis after a name', 'f(x)', 2],
    ['a place outside the line', 'x', 99],
    ['a bracket that was never opened', ']()', 2],
  ])('leaves %s where it is', (_, line, column) => {
    expect(toolNameSite([line], { line: 1, column })).toEqual({ line: 1, column })
  })

  it('leaves a place outside the file where it is', () => {
    expect(toolNameSite([], { line: 7, column: 1 })).toEqual({ line: 7, column: 1 })
  })
})
