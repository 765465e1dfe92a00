import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import { createRedactor } from './redactor.js'

verifies('recording:secrets-disguised')

const SECRET = 'hünter2+/=s3cr3t'
const UTF8 = Buffer.from(SECRET)
const UTF16 = Buffer.from(SECRET, 'utf16le')
const redactor = createRedactor({ secrets: [SECRET] })
const MARK = 'REDACTED_secret_s'

const base64 = (bytes: Buffer, shift = 0) =>
  Buffer.concat([Buffer.alloc(shift, 120), bytes]).toString('base64')
const each = (write: (character: string) => string) => [...SECRET].map(write).join('')
const hex = (code: number, width: number) => code.toString(16).padStart(width, '0')
const bytes = (write: (byte: number) => string) => [...UTF8].map(write).join('')

describe('a given secret', () => {
  it.each<[string, string]>([
    ['hex', UTF8.toString('hex')],
    ['hex in capitals', UTF8.toString('hex').toUpperCase()],
    ['hex as dumps have it', bytes((byte) => `${hex(byte, 2)} `)],
    ['hex with colons', UTF8.toString('hex').replace(/..(?=.)/g, '$&:')],
    ['hex as C has it', bytes((byte) => `0x${hex(byte, 2)}, `)],
    ['bytes as strings escape them', bytes((byte) => `\\x${hex(byte, 2)}`)],
    ['base64 with a line feed in it', base64(UTF8).replace(/^.{7}/, '$&\n')],
    ['base64 in short lines', base64(UTF8, 1).replace(/.{5}/g, '$&\r\n')],
    ['base64 whose line feeds are escaped', base64(UTF8, 2).replace(/.{6}/g, '$&\\n')],
    ['base64 without its first character', base64(UTF8, 2).slice(1)],
    ['base64 with padding in it', base64(UTF8, 1).replace(/^.{9}/, '$&==')],
    ['UTF-16, read a byte at a time', UTF16.toString('latin1')],
    ['UTF-16, the other way round', Buffer.from(UTF16).swap16().toString('latin1')],
    ['UTF-16 in base64', base64(UTF16, 1)],
    ['UTF-16 in hex', UTF16.toString('hex')],
    ['escapes of JSON', each((c) => `\\u${hex(c.charCodeAt(0), 4)}`)],
    ['escapes of JSON in JSON', each((c) => `\\\\u${hex(c.charCodeAt(0), 4)}`)],
    ['escapes of JSON for some', SECRET.replace('t', '\\u0074').replace('r', '\\u0072')],
    ['escapes with braces', each((c) => `\\u{${hex(c.charCodeAt(0), 1)}}`)],
    ['references of markup', each((c) => `&#${c.charCodeAt(0)};`)],
    ['references of markup in hex', each((c) => `&#x${hex(c.charCodeAt(0), 4).toUpperCase()};`)],
    ['a reference for one character', SECRET.replace('t', '&#116;')],
    ['capitals', SECRET.toUpperCase()],
    ['capitals here and there', SECRET.replace('t', 'T').replace('s3', 'S3')],
    ['two lines', SECRET.replace('2+', '2\n+')],
    ['lines that go on', SECRET.replace(/(?<=^.{4}|^.{9})/g, '\\\n    ')],
    ['lines of a diff', `+${SECRET.replace('2+', '2\r\n+ +')}`],
    ['lines as JSON escapes them', SECRET.replace('2+', '2\\n  +')],
    ['escapes of old URLs', each((c) => `%u${hex(c.charCodeAt(0), 4)}`)],
  ])('is found as %s', (_, text) => {
    expect(redactor.text(`a: ${text} z`)).toContain(MARK)
    expect(redactor.opaque(`a: ${text} z`)).toContain(MARK)
    expect(JSON.stringify(redactor.redact({ b: [`a: ${text} z`] }))).toContain(MARK)
  })

  it('is looked for in disguise from eight bytes on: what is shorter would be found where nobody put it', () => {
    const [short, long] = ['s3cr3t!', 's3cr3t!?']
    const shown = (secret: string) =>
      createRedactor({ secrets: [secret] }).text(`a: ${Buffer.from(secret).toString('hex')} z`)

    expect(shown(long)).toContain(MARK)
    expect(shown(short)).toBe(`a: ${Buffer.from(short).toString('hex')} z`)
  })

  it('is found in two blocks of content and more, and nothing beside it is lost', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: SECRET.length - 1 }), { minLength: 1, maxLength: 4 }),
        (cuts) => {
          const whole = `before ${SECRET} after`
          const places = [0, ...cuts.map((cut) => cut + 7).sort((a, b) => a - b), whole.length]
          const content = places
            .slice(1)
            .map((end, i) => ({ type: 'text', text: whole.slice(places[i], end), n: i }))

          const redacted = redactor.redact(content)

          expect(redacted.map(({ text }) => text).join('')).toBe(`before ${MARK} after`)
          expect(redacted.map(({ n }) => n)).toEqual(content.map(({ n }) => n))
          expect(redactor.redact(redacted)).toBe(redacted)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('is left where another block parts it', () => {
    const parted = [{ text: SECRET.slice(0, 5) }, { uri: 'a' }, { text: SECRET.slice(5) }]

    expect(redactor.redact(parted)).toBe(parted)
  })

  it('of seven bytes is found as it is alone', () => {
    const short = createRedactor({ secrets: ['hunter2'] })

    expect(short.text(`x ${Buffer.from('hunter2').toString('hex')} y`)).not.toContain('REDACTED')
    expect(short.text('my hunter2!')).toContain('REDACTED')
  })

  it('is not seen in what only looks like it', () => {
    for (const text of [
      UTF8.toString('hex').replace(/.$/, '0'),
      base64(Buffer.from('another secret!!')),
      each((c) => `&#${c.charCodeAt(0) + 1};`),
    ])
      expect(redactor.text(`a: ${text} z`)).toBe(`a: ${text} z`)
  })
})
