/** The guest shares a realm with the program: its source is held to what a program cannot redefine. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { trustedPlaces } from './guest-rules.js'
import { filesUnder, PROJECT_ROOT } from './source-tree.js'
import { parseTypeScript } from './syntax.js'

verifies('sandbox:guest-unreachable')

const GUEST = 'src/sandbox/guest/'

/** What each file does all the same, with the reason. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // For a message, the class of a value of the program is named as the program names it.
  'arguments.ts': ['constructor', 'name'],
  // The program's own list of parts, asked as the runtime would; the length of a text.
  'blob-content.ts': ['ForOfStatement', 'length'],
  // A class of the program's, which a program may spoil for itself; the name of a file; an option that the program gave.
  'blobs.ts': ['super', 'name', 'key'],
  // Lists of arguments; what is read before any program.
  'bodies.ts': ['assigns to a member by a computed name: values', 'prototype', 'name'],
  // Generators that are made for their prototypes and never run; the constructors are read before any program.
  'evaluators.ts': ['YieldExpression', 'constructor', 'name'],
  // A list of arguments gets another one in a place that it has.
  'files.ts': ['assigns to a member by a computed name: values'],
  // Members of objects without a prototype, of lists of arguments, and those that the program's own algorithm has.
  'keys.ts': ['at', 'values', 'made', 'member', 'copy', 'name', 'length'],
  // Taken before any program; an index that is inside the list.
  'primordials.ts': ['get', 'index'],
  // What the program threw says what it says.
  'program-error.ts': ['name', 'message'],
  // Bytes by their index.
  'randomness.ts': ['assigns to a member by a computed name: bytes'],
  // Descriptors without a prototype; the method of an object that is made there.
  'replace.ts': ['get', 'set', 'toString', 'prototype'],
  // A list of arguments.
  'real-work.ts': ['assigns to a member by a computed name: values'],
  // An instance of the program decides by itself what it is in JSON.
  'result.ts': ['toJSON'],
  // The engine has just given the object a stack of its own.
  'stack.ts': ['stack'],
  // A member that every message of the host has.
  'tool-error.ts': ['message'],
  // A member that the target has itself; what iterates an unknown belongs to the program.
  'unknown.ts': ['key', 'YieldExpression'],
  // A member of the program's own value.
  'value-writer.ts': ['key'],
  // Read before any program.
  'waiting.ts': ['prototype', 'name'],
}

describe('the source of the guest', () => {
  const files = filesUnder(GUEST.slice(0, -1)).map((path) => path.slice(GUEST.length))

  it('is read: the channel is among its files', () => {
    expect(files).toContain('channel.ts')
  })

  it.each(files)('%s trusts nothing that a program can redefine', (file) => {
    const text = readFileSync(join(PROJECT_ROOT, GUEST, file), 'utf8')

    expect(placesIn(text, ALLOWED[file])).toEqual([])
  })
})

describe('a function of the guest', () => {
  it.each([
    [
      'a method that every object inherits',
      'text.slice(1)',
      'calls a method that every object inherits: slice',
    ],
    ['a call by call', 'read.call(value)', 'calls a method that every object inherits: call'],
    [
      'a name that every object inherits',
      'return value.constructor',
      'reads a name that every object inherits: constructor',
    ],
    ['the same by destructuring', 'const { name } = value', 'reads a name that every object inherits: name'],
    ['a list by its iterator', 'const [a] = list', 'asks the iterator of a list: ArrayPattern'],
    ['a loop over a list', 'for (const a of list) use(a)', 'asks the iterator of a list: ForOfStatement'],
    ['arguments that are spread', 'use(...list)', 'asks the iterator of a list: spread'],
    [
      'a promise that is awaited',
      'const wait = async () => { await value }',
      'waits for a promise as the language does: await',
    ],
    [
      'an instance by its operator',
      'return value instanceof use',
      'asks a constructor or a prototype: instanceof',
    ],
    ['a member that may be inherited', "return 'a' in value", 'asks a constructor or a prototype: in'],
    ['a global name', 'return JSON', 'uses a global name: JSON'],
    ['a regular expression', 'use(/x/)', 'runs a regular expression: regex'],
    ['a computed member', 'return value[text]', 'reads a member by a computed name: text'],
    [
      'an assignment that a setter may take',
      'list[i] = value',
      'assigns to a member by a computed name: list',
    ],
    [
      'a descriptor that inherits',
      'defineProperty(value, text, { value })',
      'hands the engine an object that inherits: defineProperty',
    ],
  ])('may not have %s', (_, code, place) => {
    expect(placesIn(functionOf(code))).toContain(`line 3 ${place}`)
  })

  it.each([
    ['a primordial', 'return textSlice(text, 1)'],
    ['a member of its own', 'return value.atMs'],
    ['a method of its own', 'value.receive()'],
    ['an element of a list', 'for (let i = 0; i < list.length; i++) use(list[i])'],
    ['a descriptor without a prototype', 'defineProperty(value, text, bare({ value }))'],
    ['a rest of arguments', 'return (...values: unknown[]) => use(values)'],
  ])('may have %s', (_, code) => {
    expect(placesIn(functionOf(code))).toEqual([])
  })

  it('may not ask bytes for their length', () => {
    const text =
      "import { NativeUint8Array } from './primordials.js'\nfunction f(bytes: Uint8Array) { return bytes.length }"

    expect(placesIn(text)).toEqual(['line 2 reads a name that every object inherits: length'])
  })

  it('is free in what it does before any program', () => {
    const text = 'export function installX() {\n  const { prototype } = Date\n  return () => Date\n}'

    expect(placesIn(text)).toEqual(['line 3 uses a global name: Date'])
  })
})

function functionOf(code: string): string {
  return `import { bare, defineProperty, textSlice } from './primordials.js'
export function f(value: never, text: string, list: readonly unknown[], i: number, read: never, use: never): unknown {
  ${code}
}`
}

function placesIn(text: string, allowed: readonly string[] = []): string[] {
  const lineOf = ({ start }: { readonly start: number }): number => text.slice(0, start).split('\n').length
  return trustedPlaces(parseTypeScript(text), lineOf, allowed).map(
    ({ rule, what, line }) => `line ${line} ${rule}: ${what}`,
  )
}
