import { describe, expect, it } from 'vitest'
import { rulesWithoutServer } from './rules-without-server.js'

function warningsOf(tools: string, servers: readonly string[] = ['files', 'notes']): string[] {
  return rulesWithoutServer({ rules: [{ tools, decision: 'deny' }] }, servers)
}

describe('a rule of a policy', () => {
  it('whose server does not exist is told, with the nearest server', () => {
    expect(warningsOf('fils:write*')).toEqual([
      'The rule "fils:write*" of the policy is for no tool: no server is "fils"; did you mean "files"?',
    ])
  })

  it('whose server is like no other is told, with the servers there are', () => {
    expect(warningsOf('shop*:buy')).toEqual([
      'The rule "shop*:buy" of the policy is for no tool: no server is "shop*"; the servers are files, notes',
    ])
  })

  it.each(['*', '*:write', 'files:write', 'fi*:write', 'notes:a:b'])('%s is for a server', (tools) => {
    expect(warningsOf(tools)).toEqual([])
  })

  it('is for any server where none is named', () => {
    expect(warningsOf('fils:write*', [])).toEqual([])
  })
})
