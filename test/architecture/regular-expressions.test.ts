/**
 * What servers, programs and files say may be megabytes long, and an expression that takes the square of that holds up everything, limits and
 * signals too. `scslre` finds them by their form; expressions that are put together as the program runs it does not see.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { filesUnder, PROJECT_ROOT } from './source-tree.js'
import { parseTypeScript, type SyntaxNode, walk } from './syntax.js'

verifies('ours:linear-expressions')

/** Their texts are cut before, to so many characters. */
const OF_SHORT_TEXTS: ReadonlyMap<string, number> = new Map([
  ['src/recording/redaction/named-in-text.ts', 512],
  ['src/first-test/stable-texts.ts', 200],
])

describe('regular expressions', () => {
  it('take time that grows with the text, not with its square', () => {
    const expressions = filesUnder('src')
      .filter((path) => /(?<!\.test)\.ts$/.test(path))
      .flatMap((path) => expressionsIn(readFileSync(join(PROJECT_ROOT, path), 'utf8'), path))
    const slow = expressions.filter(isSlow).filter(({ path }) => !OF_SHORT_TEXTS.has(path))

    expect(expressions.length).toBeGreaterThan(900)
    expect(slow).toEqual([])
  })

  it.each([
    ['a run that is begun anew at each of its characters', String.raw`text.replace(/\/+$/, '')`],
    ['two that share their characters', String.raw`/^\d+[\w.]*$/.test(text)`],
    ['one within another', '/^(?:a+)+$/.test(text)'],
  ])('are told by %s', (_, code) => {
    expect(expressionsIn(code, 'a.ts').filter(isSlow)).toHaveLength(1)
  })

  it('are as good as others where nothing can be tried twice', () => {
    const code = String.raw`/^[^/]*\/[^/]*$/.test(text) && /(?<!\w)\w+:/.test(text) && /\?.*/s.test(text)`

    expect(expressionsIn(code, 'a.ts').filter(isSlow)).toEqual([])
  })
})

interface Expression {
  readonly path: string
  readonly source: string
  readonly flags: string
}

function expressionsIn(code: string, path: string): readonly Expression[] {
  const found: Expression[] = []
  walk(parseTypeScript(code), (node) => {
    if (isExpression(node)) found.push({ path, source: node.regex.pattern, flags: node.regex.flags })
  })
  return found
}

function isExpression(
  node: SyntaxNode,
): node is SyntaxNode & { readonly regex: { readonly pattern: string; readonly flags: string } } {
  return node.type === 'Literal' && typeof node.regex === 'object' && node.regex !== null
}

function isSlow({ source, flags }: Expression): boolean {
  return analyse({ source, flags }).reports.length > 0
}
