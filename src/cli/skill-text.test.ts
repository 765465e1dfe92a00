import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { verifies } from '../../test/verifies.js'
import { COMMANDS } from './command-list.js'
import { SKILL } from './skill-text.js'

verifies('cli:skill')

it('the skill is the document whose blocks are tried', () => {
  expect(SKILL).toBe(readFileSync(new URL('../../docs/skill/SKILL.md', import.meta.url), 'utf8'))
})

it('the skill begins with a name and a description, as agents look for them', () => {
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(SKILL) ?? []
  const { name, description }: Record<string, string> = parse(front)

  expect(name).toMatch(/^[a-z][a-z0-9-]{0,63}$/)
  expect(description?.length).toBeGreaterThan(40)
  expect(description?.length).toBeLessThanOrEqual(1024)
})

it('the skill names only commands that there are', () => {
  const named = [...SKILL.matchAll(/understudy ([a-z-]+)/g)].map(([, command]) => command)
  const known = COMMANDS.map(({ name }) => name)

  expect(named.filter((command) => !known.includes(command ?? ''))).toEqual([])
  expect([...new Set(named)].sort()).toEqual(['call', 'dry-run', 'run', 'tools'])
})
