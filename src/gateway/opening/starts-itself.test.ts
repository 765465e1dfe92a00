import { describe, expect, it } from 'vitest'
import type { ServerEntry } from '../../config/index.js'
import { startsItself } from './starts-itself.js'

const FILE = '/home/ann/.mcp.json'

describe('startsItself', () => {
  it.each([
    ['by a relative path', ['gateway', '--config', '.mcp.json']],
    ['by another way of writing it', ['gateway', '--store', '--config', '../ann/.mcp.json']],
    ['in one word', ['gateway', '--config=/home/ann/.mcp.json']],
    ['through npx', ['-y', 'mcp-understudy', 'gateway', '--config', FILE]],
  ])('finds a gateway in front of its own file, named %s', (_, args) => {
    expect(startsItself(entry(args), FILE, '/home/ann')).toBe(true)
  })

  it.each([
    ['a gateway in front of another file', ['gateway', '--config', 'servers.json']],
    ['another command with the same file', ['mock', '--config', '.mcp.json']],
    ['a gateway without a file', ['gateway', '--config']],
    ['a server that knows nothing of either', ['-y', 'files', '.mcp.json']],
  ])('leaves alone %s', (_, args) => {
    expect(startsItself(entry(args), FILE, '/home/ann')).toBe(false)
  })

  it('reads paths from the folder of the entry', () => {
    expect(startsItself(entry(['gateway', '--config', '.mcp.json'], '/home/bob'), FILE, '/home/ann')).toBe(
      false,
    )
  })
})

function entry(args: readonly string[], cwd?: string): ServerEntry {
  return {
    name: 'gateway',
    launch: { kind: 'stdio', command: 'understudy', args, env: {}, ...(cwd === undefined ? {} : { cwd }) },
  }
}
