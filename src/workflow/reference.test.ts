import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTemplate, wholeReference } from './reference.js'

test.each([
  ['$OUTPUT[a]', 'a', []],
  ['$OUTPUT[a-b.c].x', 'a-b.c', ['x']],
  ['$OUTPUT[a].path[0].field', 'a', ['path', 0, 'field']],
  ['$OUTPUT[a][12]["any key.with [odd] signs"]', 'a', [12, 'any key.with [odd] signs']],
  ['$OUTPUT[a].größe._x9', 'a', ['größe', '_x9']],
  ['$OUTPUT[__proto__].constructor', '__proto__', ['constructor']],
])('%s is one reference', (text, id, path) => {
  expect(wholeReference(parseTemplate(text))).toEqual({ id, path, text })
})

test.each<[string, unknown[]]>([
  ['plain', ['plain']],
  ['', []],
  ['a $OUTPUT[x].y. End', ['a ', { id: 'x', path: ['y'] }, '. End']],
  [
    '$OUTPUT[x]$OUTPUT[y][0]',
    [
      { id: 'x', path: [] },
      { id: 'y', path: [0] },
    ],
  ],
  ['$OUTPUT[x].y-z', [{ id: 'x', path: ['y'] }, '-z']],
  ['$OUTPUT[x].0', [{ id: 'x', path: [] }, '.0']],
  ['$OUTPUT[x][', [{ id: 'x', path: [] }, '[']],
  ['$OUTPUT[x][-1]', [{ id: 'x', path: [] }, '[-1]']],
  ['$$OUTPUT[x]', ['$OUTPUT[', 'x]']],
  ['$$$OUTPUT[x]', ['$', '$OUTPUT[', 'x]']],
  ['$OUTPUT', ['$OUTPUT']],
  ['$output[x]', ['$output[x]']],
  ['$OUTPUT[]', [{ malformed: '$OUTPUT[]' }, ']']],
  ['$OUTPUT[a b]', [{ malformed: '$OUTPUT[a b]' }, 'a b]']],
  ['$OUTPUT[$OUTPUT[x]]', [{ malformed: '$OUTPUT[$OUTPUT[x]]' }, { id: 'x', path: [] }, ']']],
])('%j is cut into its parts', (text, expected) => {
  const parts = parseTemplate(text).map((part) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'malformed') return { malformed: part.text }
    return { id: part.reference.id, path: part.reference.path }
  })

  expect(parts).toEqual(expected)
})

test('text that is escaped comes back as it was, whatever it holds', () => {
  const shards = fc.constantFrom('$', '$OUTPUT[', 'a', ']', '.', '[0]', '"', ' ')
  const anyText = fc.array(fc.oneof(shards, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = text.replaceAll('$OUTPUT[', () => '$$OUTPUT[')

      const back = parseTemplate(escaped).map((part) => (part.kind === 'text' ? part.text : `<${part.kind}>`))

      expect(back.join('')).toBe(text)
    }),
    { numRuns: 1000 },
  )
})

test('a megabyte of openings is cut without trouble', () => {
  expect(parseTemplate('$OUTPUT['.repeat(130_000)).length).toBe(130_000)
})
