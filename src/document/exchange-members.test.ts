import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeMembers } from './exchange-members.js'

const IN = { name: 'gate', value: { command: 'g', args: ['x'] } }

function exchange(text: string, ...out: string[]): string {
  return exchangeMembers(text, { of: 'servers', out, in: IN })
}

describe('exchangeMembers', () => {
  it('takes lines out and writes one member in their way, where there are no comments', () => {
    const text =
      '{\n\t"servers": {\n\t\t"a": { "command": "x" },\n\t\t"b": {\n\t\t\t"url": "y"\n\t\t}\n\t},\n\t"z": [1,  2]\n}\n'

    expect(exchange(text, 'a', 'b')).toBe(
      '{\n\t"servers": {\n\t\t"gate": {\n\t\t\t"command": "g",\n\t\t\t"args": [\n\t\t\t\t"x"\n\t\t\t]\n\t\t}\n\t},\n\t"z": [1,  2]\n}\n',
    )
  })

  it('makes comments of what goes, in a text with comments', () => {
    const text = `{
  // mine
  "servers": { // of the team
    // the files
    "a": { /* fast */ "command": "x",
      "args": [
        "1", // first
      ],
    },
    "b": { "command": "y" }, // stays
    "c": { "command": "z" } // goes
  }
}`

    expect(exchange(text, 'a', 'c')).toBe(`{
  // mine
  "servers": { // of the team
    "gate": {
      "command": "g",
      "args": [
        "x"
      ]
    },
    // the files
    // "a": { /* fast */ "command": "x",
    //   "args": [
    //     "1", // first
    //   ],
    // },
    "b": { "command": "y" } // stays
    // "c": { "command": "z" } // goes
  }
}`)
  })

  it('leaves no comma behind that strict readers refuse', () => {
    const text = '{ "servers": {\n  "a": {},\n  "b": {}\n} }'

    expect(exchange(text, 'b')).toBe(
      '{ "servers": {\n  "gate": {\n    "command": "g",\n    "args": [\n      "x"\n    ]\n  },\n  "a": {}\n} }',
    )
  })

  it('keeps one line one line, and the line ends and the mark of its editor', () => {
    expect(exchange('\ufeff{"servers":{"a":{},"b":{}}}\r\n', 'a')).toBe(
      '\ufeff{"servers":{"gate": {"command":"g","args":["x"]}, "b":{}}}\r\n',
    )
    expect(exchange('{\r\n  "servers": {\r\n    "a": {}\r\n  }\r\n}\r\n', 'a')).toBe(
      '{\r\n  "servers": {\r\n    "gate": {\r\n      "command": "g",\r\n      "args": [\r\n        "x"\r\n      ]\r\n    }\r\n  }\r\n}\r\n',
    )
  })

  it('changes nothing but that object, however it is written', () => {
    const space = fc.constantFrom('', ' ', '\n', '\n    ', ' // note\n', '/* note */', '\r\n\t')
    const member = fc.tuple(space, fc.constantFrom('{}', '{"x": [1, 2]}', '{ // in\n "y": 1 }'), space)
    const text = fc
      .tuple(fc.array(member, { minLength: 1, maxLength: 4 }), space, fc.boolean())
      .map(([members, end, trailing]) => {
        const written = members.map(([before, value, after], i) => `${before}"m${i}":${value}${after}`)
        return `{"a": 1.0, /* kept */ "servers": {${written.join(',')}${trailing ? ',' : ''}${end}}, "b": [ 2 ]\n}`
      })
    fc.assert(
      fc.property(text, fc.subarray(['m0', 'm1', 'm2', 'm3']), (source, out) => {
        const edited = exchange(source, ...out)
        // It throws where the values are not those expected.
        expect(edited).toMatch(/^\{"a": 1\.0, \/\* kept \*\/ "servers": \{[\s\S]*\}, "b": \[ 2 \]\n\}$/)
      }),
    )
  })
})
