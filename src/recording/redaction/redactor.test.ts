import { describe, expect, it } from 'vitest'
import { createRedactor } from './redactor.js'

const salt = '00'.repeat(16)
const secret = 'pa/ss"wörd\n1'
const redactor = createRedactor({ secrets: [secret, 'hunter2', '1234567890123'], salt })

/** Assembled here, so that no scanner takes the test for a leak. */
const TOKENS: readonly (readonly [kind: string, token: string])[] = [
  ['github-token', `ghp_${'aB3d'.repeat(9)}`],
  ['github-token', `github_pat_${'aB3d_'.repeat(10)}`],
  ['gitlab-token', `glpat-${'aB3d-'.repeat(4)}`],
  ['aws-key-id', `AKIA${'ABCD2345'.repeat(2)}`],
  ['slack-token', `xoxb-${'123456789-'.repeat(2)}abc`],
  ['anthropic-key', `sk-ant-api03-${'aB3d'.repeat(10)}`],
  ['openai-key', `sk-proj-${'aB3d'.repeat(10)}`],
  ['stripe-key', `sk_live_${'aB3d'.repeat(6)}`],
  ['google-key', `AIza${'aB3d_'.repeat(7)}`],
  ['npm-token', `npm_${'aB3d'.repeat(9)}`],
  ['sendgrid-key', `SG.${'aB3d_-'.repeat(4).slice(0, 22)}.${'aB3d_-'.repeat(8).slice(0, 43)}`],
  ['hugging-face-token', `hf_${'aBcD'.repeat(9).slice(0, 34)}`],
  ['groq-key', `gsk_${'aB3d'.repeat(13)}`],
  ['vault-token', `hvs.${'aB3d_'.repeat(20)}`],
  ['linear-key', `lin_api_${'aB3d'.repeat(10)}`],
  ['notion-token', `ntn_12345678901${'aB3d5'.repeat(7)}`],
  ['shopify-token', `shpat_${'a0b3'.repeat(8)}`],
  ['grafana-token', `glsa_${'aB3d'.repeat(8)}_0a1b2c3d`],
  ['databricks-token', `dapi${'a0b3'.repeat(8)}`],
  ['docker-token', `dckr_pat_${'aB3d_-'.repeat(5).slice(0, 27)}`],
  ['figma-token', `figd_${'aB3d-'.repeat(8)}`],
  ['jwt', `eyJ${'aB3d'.repeat(4)}.eyJ${'aB3d'.repeat(4)}.${'aB3d'.repeat(8)}`],
  ['private-key', `-----BEGIN RSA PRIVATE KEY-----\nMIIE${'aB3d'.repeat(16)}\n-----END RSA PRIVATE KEY-----`],
]

describe('a redactor', () => {
  it.each([
    ['as it is', `x ${secret} y`],
    ['in JSON', JSON.stringify({ a: secret })],
    ['in JSON in JSON', JSON.stringify({ a: JSON.stringify({ b: secret }) })],
    ['in JSON three times over', JSON.stringify([JSON.stringify([JSON.stringify([secret])])])],
    ['in JSON that escapes plain letters', '{"a":"\\u0068unter2"}'],
    ['in ASCII JSON', '"pa/ss\\"w\\u00f6rd\\n1"'],
    ['in JSON that escapes slashes', '"pa\\/ss\\"wörd\\n1"'],
    ['in a URL', `https://x.test/?p=${encodeURIComponent(secret)}`],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for URLs', Buffer.from(`??>>${secret}`).toString('base64url')],
    ['in base64, one byte on', Buffer.from(`a${secret} and more`).toString('base64')],
    ['in base64, two bytes on', Buffer.from(`ab${secret} and more`).toString('base64')],
    ['in base64 of bytes', Buffer.from([255, 254, 0, ...Buffer.from(secret), 200]).toString('base64')],
    ['in base64 glued to a word', `x/${Buffer.from(`${secret} and more`).toString('base64')}`],
    ['in base64 of base64', Buffer.from(Buffer.from(`me:${secret}`).toString('base64')).toString('base64')],
  ])('finds a given secret %s', (_, text) => {
    const redacted = redactor.text(text)

    expect(everyReadingOf(redacted).filter((each) => /pa.{1,2}ss|hunter2/.test(each))).toEqual([])
    expect(everyReadingOf(redacted).some((each) => each.includes('REDACTED_secret_s_'))).toBe(true)
  })

  it('replaces secrets at every depth, in keys, and where a number is one', () => {
    const redacted = redactor.redact({
      list: [{ hunter2: 'my hunter2!' }],
      pin: 1234567890123,
      other: 1234567890,
    })

    const mark = redactor.text('hunter2')
    expect(redacted).toEqual({
      list: [{ [mark]: `my ${mark}!` }],
      pin: redactor.text('1234567890123'),
      other: 1234567890,
    })
  })

  it.each(TOKENS)('finds a %s that nobody gave it, in text, JSON and base64', (kind, token) => {
    const bare = createRedactor({ secrets: [], salt })
    const readings = [
      `token: ${token}, ok`,
      JSON.stringify([token]),
      Buffer.from(`{"t":"${token}"}`).toString('base64'),
    ]

    const redacted = readings.map((text) => everyReadingOf(bare.text(text)))

    expect(redacted.map((each) => each.some((reading) => reading.includes(`REDACTED_${kind}_`)))).toEqual([
      true,
      true,
      true,
    ])
    expect(redacted.flat().filter((reading) => reading.includes(token.slice(-20)))).toEqual([])
  })

  it.each(TOKENS)(
    'writes the same placeholder for a %s whether it was given or known by its looks',
    (_, token) => {
      const given = createRedactor({ secrets: [token], salt })
      const bare = createRedactor({ secrets: [], salt })

      expect(given.text(token)).toBe(bare.text(token))
    },
  )

  it('finds what follows "Bearer", and a private key that was cut off', () => {
    const bare = createRedactor({ secrets: [], salt })

    expect(bare.text('Authorization: Bearer abcdefgh12345678')).toMatch(
      /^Authorization: Bearer REDACTED_secret_s_\w{10}$/,
    )
    expect(bare.text('{"k":"-----BEGIN PRIVATE KEY-----\\nMIIEvQ"}')).toMatch(
      /^\{"k":"REDACTED_private-key_m_\w{10}"\}$/,
    )
  })

  it.each([
    'author: someone, authority, authorization is required',
    '{"tokenCount": 1234567890, "maxTokens": 4096, "progressToken": "abc"}',
    'call 0123456789 or 9876543210',
    'commit da2b880f3c9d4e5a6b7c8d9e0f1a2b3c4d5e6f70',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '123e4567-e89b-12d3-a456-426614174000',
    'sk-folding-cube-container-wrapper, task-management-with-priorities2',
    'Bearer authentication-is-required',
    'SG.a.namespace.of.a.program, hf_a_model_of_a_team, gsk_settings, lin_api_version, shpat_, figd_short',
    'dapiServerConfigurationForEverybodyHere, hvs.example.com, ntn_12345678901, dckr_pat_is_a_prefix',
    'AKIATHISISNOTAKEYBECAUSEITISTOOLONG',
    '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq\n-----END PUBLIC KEY-----',
    '-----BEGIN CERTIFICATE-----\nMIIBIjANBgkq\n-----END CERTIFICATE-----',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
    'src/recording/some-very-long-path/that_looks/like-base64/index',
    Buffer.from('an innocent text, in base64').toString('base64'),
    '{ "spaced" :  "JSON with \\u0061 escape" }',
    '\ud800 half a pair',
  ])('leaves %j alone', (innocent) => {
    expect(redactor.text(innocent)).toBe(innocent)
  })

  it('returns the very value when there is nothing to replace', () => {
    const value = { a: [1, 'two', { three: null }] }

    expect(redactor.redact(value)).toBe(value)
  })

  it('changes nothing more the second time', () => {
    const once = redactor.text(
      `hunter2 ${JSON.stringify(secret)} Bearer ${TOKENS.map(([, token]) => token).join(' ')}`,
    )

    expect(redactor.text(once)).toBe(once)
  })

  it('writes other placeholders with another salt', () => {
    const other = createRedactor({ secrets: ['hunter2'], salt: 'ff'.repeat(16) })

    expect(other.text('hunter2')).not.toBe(redactor.text('hunter2'))
  })

  it('replaces the longer of two secrets that begin alike', () => {
    const both = createRedactor({ secrets: ['abcdef', 'abcdefghij'], salt })

    expect(both.text('abcdefghij')).toMatch(/^REDACTED_secret_s_\w{10}$/)
  })

  it('is done in a moment with megabytes of hostile text', () => {
    const hostile = [
      '-----BEGIN PRIVATE KEY-----'.repeat(40_000),
      'sk-'.repeat(400_000),
      'eyJ'.repeat(400_000),
      '['.repeat(400_000),
    ]

    const lengths = hostile.map((text) => redactor.text(text).length)

    expect(lengths.every((length) => length > 0)).toBe(true)
  })
})

/** What somebody could read in a text: itself, and what its base64, its JSON and its URL escapes say. */
function everyReadingOf(text: string, depth = 0): string[] {
  if (depth > 3) return [text]
  const decoded = (text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), 'base64').toString('utf8')),
  )
  const unescaped = text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return [text, unescaped, ...decoded.flatMap((each) => everyReadingOf(each, depth + 2))]
}
