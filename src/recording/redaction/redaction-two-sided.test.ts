/** Both sides of redaction: no dump of an environment leaves a secret, and no innocent value is harmed. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import type { JsonValue } from '../../base/index.js'
import { createRedactor } from './redactor.js'

verifies('replay:redaction-two-sided')

const salt = '00'.repeat(16)
/** Nobody gave it these: they are found by name, looks and place alone. */
const redactor = createRedactor({ secrets: [], salt })
/** A server was given these. */
const informed = createRedactor({ secrets: ['correct horse battery staple', 'zebra/löwe"1'], salt })

const PASSWORD = 'hunter2x'
const KEY = 'k3yv4lue99'
const AWS = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzzzz'
const PG = 'elephant-42'
const ENV = {
  PATH: '/usr/bin',
  DB_PASSWORD: PASSWORD,
  PGPASSWORD: PG,
  MY_API_KEY: KEY,
  AWS_SECRET_ACCESS_KEY: AWS,
}
const lines = (form: (name: string, value: string) => string): string =>
  Object.entries(ENV)
    .map(([name, value]) => form(name, value))
    .join('\n')
const dotenv = lines((name, value) => `${name}=${value}`)
const wrapped = (text: string): string => text.replace(/.{76}/g, '$&\n')

describe('a dump of an environment', () => {
  it.each<[string, JsonValue]>([
    ['as JSON', ENV],
    ['as JSON in text', JSON.stringify(ENV, null, 2)],
    ['as JSON in JSON in text', JSON.stringify({ env: JSON.stringify(ENV) })],
    ['as JSON in the middle of a log line', `INFO env {"DB_PASSWORD":"${PASSWORD}"} ok`],
    ['as escaped JSON in a log line', `INFO {\\"DB_PASSWORD\\":\\"${PASSWORD}\\"}`],
    ['as .env', dotenv],
    ['as .env with quotes', lines((name, value) => `${name}="${value}"`)],
    ['as export', lines((name, value) => `export ${name}='${value}';`)],
    ['as declare', lines((name, value) => `declare -x ${name}="${value}"`)],
    ['as YAML', lines((name, value) => `  ${name.toLowerCase()}: ${value}`)],
    ['by /proc', lines((name, value) => `${name}=${value}\0`).replaceAll('\n', '')],
    ['as XML', `<env>${lines((name, value) => `<${name}>${value}</${name}>`)}</env>`],
    ['in attributes of XML', lines((name, value) => `<add key="${name}" value="${value}" />`)],
    ['by set', lines((name, value) => `set -gx ${name} ${value}`)],
    ['in a table', lines((name, value) => `| ${name.padEnd(30)} | ${value} |`)],
    ['in columns', lines((name, value) => `${name.padEnd(30)} ${value}`)],
    ['as comma-separated values', lines((name, value) => `${name},${value}`)],
    ['as pairs', Object.entries(ENV)],
    ['as a long query', `https://x.test/?${new URLSearchParams(ENV)}&more=${'x'.repeat(600)}`],
    ['as a long form', `${new URLSearchParams(ENV)}&more=${'x'.repeat(600)}`],
    ['as a literal of Python', `{${lines((name, value) => `'${name}': '${value}',`)}}`],
    ['by docker inspect', [{ Config: { Env: dotenv.split('\n'), Cmd: ['--password', PASSWORD] } }]],
    [
      'by docker inspect, as text',
      JSON.stringify([{ Config: { Env: dotenv.split('\n'), Cmd: ['--password', PASSWORD] } }], null, 4),
    ],
    ['by kubectl', { env: Object.entries(ENV).map(([name, value]) => ({ name, value })) }],
    [
      'by kubectl, as text',
      JSON.stringify({ env: Object.entries(ENV).map(([name, value]) => ({ name, value })) }, null, 2),
    ],
    ['by kubectl, as YAML', lines((name, value) => `- name: ${name}\n  value: ${value}`)],
    ['in base64', Buffer.from(dotenv).toString('base64')],
    [
      'in base64 with line ends',
      wrapped(Buffer.from(`# settings\n${dotenv}\n`.repeat(3)).toString('base64')),
    ],
    ['in a blob of a resource', { uri: 'x://y', blob: Buffer.from(JSON.stringify(ENV)).toString('base64') }],
    ['in URLs', `postgres://me:${PASSWORD}@db/x https://x.test/?a=1&api_key=${KEY}&secret=${PASSWORD}#top`],
    [
      'in attributes and values of XML',
      lines((name, value) => `<s name="${name}"><value>${value}</value></s>`),
    ],
    ['in elements with attributes', lines((name, value) => `<${name} type="text">${value}</${name}>`)],
    ['in escaped XML', lines((name, value) => `&lt;${name}&gt;${value}&lt;/${name}&gt;`)],
    ['in CDATA', lines((name, value) => `<${name}><![CDATA[${value}]]></${name}>`)],
    [
      'in names and values of XML',
      lines((name, value) => `<property>\n  <name>${name}</name>\n  <value>${value}</value>\n</property>`),
    ],
    ['in entries of XML', lines((name, value) => `<entry key="${name}">${value}</entry>`)],
    [
      'in a property list',
      `<plist><dict>\n${lines((name, value) => `\t<key>${name}</key>\n\t<string>${value}</string>`)}\n</dict></plist>`,
    ],
    [
      'in the parts of a form',
      lines((name, value) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ],
    [
      'in a form of objects',
      lines((name, value) => `user%5B${name}%5D=${encodeURIComponent(value)}&user[${name}]=${value}`),
    ],
    [
      'in a URL in a query',
      `https://x.test/?next=${encodeURIComponent(`https://y.test/?api_key=${KEY}&a=1`)}`,
    ],
    ['in a password of a URL in a query', `/go?to=${encodeURIComponent(`postgres://me:${PASSWORD}@db/x`)}`],
    ['in JSON in a query', `https://x.test/?state=${encodeURIComponent(JSON.stringify(ENV))}`],
    ['in JSON in a form', `${new URLSearchParams({ state: JSON.stringify(ENV, null, 1) })}`],
    [
      'in a query in a query in a query',
      [1, 2, 3].reduce(
        (inner) => `/go?to=${encodeURIComponent(inner)}`,
        `/?password=${PASSWORD}&secret=${PASSWORD}`,
      ),
    ],
    ['in options', `tool --password ${PASSWORD} --api-key=${KEY} -v`],
    [
      'in a dump of headers',
      `GET / HTTP/1.1\r\nAuthorization: Basic ${btoa(`me:${PASSWORD}`)}\r\nX-Api-Key: ${KEY}\r\nCookie: a=1; sid=${KEY}${KEY}\r\n`,
    ],
    [
      'in headers as JSON',
      { authorization: `Basic ${btoa(`me:${PASSWORD}`)}`, 'x-api-key': KEY, cookie: `sid=${KEY}${KEY}` },
    ],
    ['in headers as a list', ['Host', 'x', 'Authorization', `Bearer ${KEY}${KEY}`, 'X-Api-Key', KEY]],
  ])('leaves nothing %s', (_, dump) => {
    const redacted = redactor.redact(dump)

    expect(leaks(redacted)).toEqual([])
    expect(JSON.stringify(redactor.redact(redacted))).toBe(JSON.stringify(redacted))
  })

  it.each([
    ['as it is', (secret: string) => secret],
    ['in JSON in text', (secret: string) => JSON.stringify({ note: secret })],
    [
      'in base64 with line ends',
      (secret: string) => wrapped(btoa(encoded(`${'x'.repeat(70)}${secret} and more`))),
    ],
    ['in a URL', (secret: string) => `https://x.test/?q=${encodeURIComponent(secret)}`],
  ])('leaves nothing that was given, whatever its name, %s', (_, write) => {
    const redacted = ['correct horse battery staple', 'zebra/löwe"1'].map((secret) =>
      informed.redact({ innocent: write(secret) }),
    )

    expect(redacted.map((each) => readings(each).filter((text) => /horse|zebra/.test(text)))).toEqual([
      [],
      [],
    ])
  })
})

describe('an innocent value stays', () => {
  it.each<[string, JsonValue]>([
    ['an author', { author: 'John Smith 3rd', authors: ['a1b2c3'], authority: 'ca1.example' }],
    ['counts of tokens', { tokenCount: 1234567890, maxTokens: 4096, tokens: '12k', totalTokens: '4096' }],
    [
      'tokens that say where to go on',
      { progressToken: 'abc123def456ghi', nextPageToken: 'CAUQAAbc123def456' },
    ],
    ['cursors', { nextCursor: 'eyJpZCI6MTIzfQ', cursor: 'abc123def456ghi789' }],
    ['words of a language', [{ token: 'running' }, { token: '##ing2' }, { token: 'Übung' }]],
    ['labels', { password: 'required', secret: 'string', token: 'identifier', authorization: 'Bearer' }],
    [
      'what belongs to a secret',
      { secretName: 'my-tls-secret1', tokenType: 'Bearer2', token_id: 'a1b2c3d4e5f6' },
    ],
    ['what stands in its place', { apiKey: '{{API_KEY1}}', password: '********', token: '<your-token-1>' }],
    ['keys that are no secrets', { key: 'PROJ-1234', sort_key: 'abc123', partitionKey: 'user#12345' }],
    ['ten-digit numbers', 'call 0123456789 or 9876543210, token: 1234567890'],
    ['a number under a secret name', { password: 12, secret: 9876543210, passed: '12/14' }],
    ['hashes of commits', { commit: 'da2b880f3c9d4e5a6b7c8d9e0f1a2b3c4d5e6f70', parent: 'da2b880' }],
    ['digests', 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['UUIDs', { id: '123e4567-e89b-12d3-a456-426614174000', token: '123e4567-e89b-12d3-a456-426614174000' }],
    ['ULIDs', '01ARZ3NDEKTSV4RRFFQ69G5FAV 01BX5ZZKBKACTAV9WEVGEMMVRZ'],
    ['times', { at: '2026-01-31T12:00:00.123Z', token: '2026-01-31T12:00:00Z', version: '1.2.3-beta4' }],
    [
      'integrity',
      '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
    ],
    [
      'images',
      {
        type: 'image',
        data: btoa(String.fromCharCode(...Array.from({ length: 600 }, (_, i) => (i * 7919) % 256))),
      },
    ],
    ['lorem ipsum', 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(20)],
    ['paths', 'src/auth/token2.ts path/to/secret1.txt C:\\Users\\me1\\.ssh\\id_rsa.pub see token.js:12'],
    ['addresses', 'me2@example.com ssh://git@github.com:22/a http://user@host1/x npm i @scope/pkg@1.2.3'],
    [
      'programs',
      'function f(token: string, password: string) { const apiKey = process.env.API_KEY1; go(token1) }',
    ],
    [
      'more programs',
      'password = readSecret2(name); apiKey: config.api_key2, secret = os.environ["SECRET_1"]; token: this.tokens1[0]',
    ],
    [
      'templates',
      `run(\`--token=\${process.env.TOKEN1 ?? ''}\`) --password=$(cat pw1.txt) apiKey: {{ vault.key1 | b64 }}`,
    ],
    ['prose', 'password: must have 8 characters. Token: 12 of 14. The secret: ask user1.'],
    [
      'rows of tables',
      '| JWT_ENCRYPTION_KEY | base64 |\nDB_PASSWORD, AUTH0_DOMAIN, MAX_RETRIES3\nAPI_KEY string32',
    ],
    [
      'what programs that test print',
      'PASS  plan2.ts\nPASS src/a1/token2.test.js\nPASS C:\\\\work\\\\plan7.mts (5 ms)',
    ],
    ['names of variables', ['DB_PASSWORD', 'AUTH0_DOMAIN']],
    [
      'what is encoded in a URL',
      'https://x.test/?q=caf%C3%A9%20token%3A%20running&next=%2Fauth%2Ftoken2.ts&author%3DJohn%20Smith%203rd&n=token%3D1234567890&c=commit%3Dda2b880f3c9d4e5a6b7c8d9e0f1a2b3c4d5e6f70',
    ],
    ['a cursor that is encoded', '/list?next=nextPageToken%3DCAUQAAbc123def456%26tokenCount%3D1234567890'],
    ['percent signs that encode nothing', '100%zz of 50%25 %E0%A4%A %FF%FEtoken%3D pass%'],
    [
      'a schema that is encoded',
      `?schema=${encodeURIComponent('{"properties":{"password":{"type":"string","minLength":8}}}')}`,
    ],
    [
      'a property list',
      '<key>tokenCount</key><integer>1234567890</integer><key>author</key><string>me2@example.com</string><key>commit</key><string>da2b880f3c9d4e5a6b7c8d9e0f1a2b3c4d5e6f70</string><key>password</key><string>required</string>',
    ],
    [
      'XML',
      '<token type="word">running</token><author id="7">a1b2c3d4</author><field name="password">required</field><name>token</name><value>identifier</value><password minLength="8"/><tokenCount unit="1">1234567890</tokenCount>',
    ],
    ['a form', 'form-data; name="author"\r\n\r\nJohn3rd\r\nform-data; name="password"\r\n\r\nrequired\r\n'],
    ['a type in a program', 'Promise<Token>abc1234567890 if (token>limit1234567890)'],
    ['names that only begin so', 'compass: N45W12, passenger: A1B2C3, keyboard: us105x, monkey: abc123def'],
    [
      'schemas',
      { properties: { password: { type: 'string', minLength: 8 }, maxTokens: { type: 'integer' } } },
    ],
  ])('%s', (_, innocent) => {
    expect(redactor.redact(innocent)).toBe(innocent)
  })
})

describe('rules of the user', () => {
  it('add names, whatever the values look like', () => {
    const strict = createRedactor({ secrets: [], salt, rules: { keys: ['customer number'] } })

    const redacted = strict.redact({
      customerNumber: { is: ['seven', true] },
      CUSTOMER_NUMBER: 7,
      text: 'customer-number: 42',
    })

    expect(redacted).toEqual({
      customerNumber: { is: [expect.stringMatching(/^REDACTED_secret_s_/), true] },
      CUSTOMER_NUMBER: expect.stringMatching(/^REDACTED_secret_s_/),
      text: expect.stringMatching(/^customer-number: REDACTED_secret_s_/),
    })
  })

  it('add patterns, and allow values that look like secrets but for those that were given', () => {
    const rules = { patterns: ['ACME-[0-9]{4}'], allow: [PASSWORD, KEY] }
    const own = createRedactor({ secrets: [KEY], salt, rules })

    expect(own.redact({ password: PASSWORD, apiKey: KEY, note: 'by ACME-1234.' })).toEqual({
      password: PASSWORD,
      apiKey: expect.stringMatching(/^REDACTED_secret_s_/),
      note: expect.stringMatching(/^by REDACTED_secret_s_\w{10}\.$/),
    })
  })

  it('are refused where a pattern cannot be compiled', () => {
    expect(() => createRedactor({ secrets: [], rules: { patterns: ['(?=x)'] } })).toThrow(
      'Cannot redact by the pattern "(?=x)": it cannot be compiled',
    )
  })
})

it('is done in a moment with hostile names, quotes and lines by the hundred thousand', () => {
  const hostile = [
    'password=',
    'token:',
    'cookie: ',
    '"token="',
    'a://b:c',
    'name: value: ',
    `${'QUJD'.repeat(19)}\n`,
    '<password>',
    'DB_TOKEN ',
    '&token=a',
  ]

  const lengths = hostile.map((text) => redactor.text(text.repeat(Math.ceil(3e5 / text.length))).length)

  expect(lengths.every((length) => length > 1e5)).toBe(true)
})

it('takes a run of base64 of any length', () => {
  const text = 'QUJD'.repeat(3 << 20)

  expect(redactor.text(text)).toBe(text)
})

/** The secrets that somebody could still read, also behind base64. */
function leaks(value: JsonValue): string[] {
  return [PASSWORD, KEY, AWS, PG].filter((secret) => readings(value).some((text) => text.includes(secret)))
}

function readings(value: JsonValue): string[] {
  const text = JSON.stringify(value).replaceAll('\\n', '').replaceAll('\\r', '')
  const decoded = (text.match(/[A-Za-z0-9+/]{8,}={0,2}/g) ?? []).map((run) =>
    Buffer.from(run, 'base64').toString('utf8'),
  )
  return [text, ...decoded]
}

function encoded(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
