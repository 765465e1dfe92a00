import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { UnderstudyError } from '../../base/index.js'
import { readClients } from './read-clients.js'

const TOKEN = 'ann-has-a-long-token'
const DIGEST = createHash('sha256').update(TOKEN).digest()

describe('tokens file', () => {
  it.each([
    ['JSON with a variable', `{"tokens": [{"name": "ann", "token": "\${ANNS_TOKEN}"}]}`, [TOKEN]],
    ['YAML with a variable', `tokens:\n  - name: ann\n    token: \${env:ANNS_TOKEN}\n`, [TOKEN]],
    ['the token itself', `{"tokens": [{"name": "ann", "token": "${TOKEN}"}]}`, [TOKEN]],
    ['a digest', `tokens: [{ name: ann, sha256: ${DIGEST.toString('hex').toUpperCase()} }]`, []],
  ])('is read: %s', (_, text, secrets) => {
    expect(readClients(text, 'tokens', { ANNS_TOKEN: TOKEN })).toEqual({
      clients: [{ name: 'ann', digest: DIGEST }],
      secrets,
    })
  })

  const row = (members: object): string =>
    JSON.stringify({ tokens: [{ name: 'ann', token: TOKEN }, members] })
  it.each([
    ['nothing', '', 'it is no JSON or YAML (line 1, column 1)'],
    ['no object', '[]', 'it is no object with a list "tokens"'],
    ['text that is no document', '{"tokens": [', 'it is no JSON or YAML (line 1, column 13)'],
    ['no list', '{"tokens": {}}', 'it is no object with a list "tokens"'],
    ['nobody', '{"tokens": []}', 'its list is empty, so that nobody could come in'],
    ['another key', '{"tokens": [{}], "token": 1}', 'unknown key "token": a tokens file has $schema, tokens'],
    ['a key twice', '{"tokens": [],\n"tokens": []}', 'a key is written twice (line 2, column 1)'],
    ['no name', row({ token: `${TOKEN}2` }), 'tokens[1].name is no name of letters, digits and . _ - + @'],
    [
      'a name of control characters',
      row({ name: 'a\u001b[2J' }),
      'tokens[1].name is no name of letters, digits and . _ - + @',
    ],
    [
      'the name of nobody',
      row({ name: 'anonymous' }),
      'tokens[1].name is "anonymous", as those are called who have no token',
    ],
    ['no token', row({ name: 'bob' }), 'tokens[1] has neither token nor sha256'],
    ['both', row({ name: 'bob', token: TOKEN, sha256: '' }), 'tokens[1] has both token and sha256'],
    [
      'a key of a row',
      row({ name: 'bob', tokens: TOKEN }),
      'unknown key "tokens": tokens[1] has name, token, sha256',
    ],
    [
      'a variable that is not set',
      row({ name: 'bob', token: `\${NO_SUCH}` }),
      'tokens[1].token is of the variable NO_SUCH, which is not set',
    ],
    [
      'a short token',
      row({ name: 'bob', token: 'secret-15-chars' }),
      'tokens[1].token is no token of 16 or more letters, digits and - . _ ~ + / =',
    ],
    [
      'a token of other characters',
      row({ name: 'bob', token: 'secret and open secret' }),
      'tokens[1].token is no token of 16 or more letters, digits and - . _ ~ + / =',
    ],
    [
      'a digest that is none',
      row({ name: 'bob', sha256: 'abc' }),
      'tokens[1].sha256 is no digest of 64 hexadecimal digits',
    ],
    ['one name twice', row({ name: 'ann', token: `${TOKEN}2` }), 'tokens[1] has the name "ann" of tokens[0]'],
    [
      'one token twice',
      row({ name: 'bob', sha256: DIGEST.toString('hex') }),
      'tokens[1] has the token of tokens[0]',
    ],
  ])('with %s is refused, without telling a secret', (_, text, problem) => {
    const failure = failureOf(() => readClients(text, 'my.json', {}))

    expect(failure).toMatchObject({
      code: 'TOKENS_INVALID',
      message: `Cannot read the tokens "my.json": ${problem}`,
    })
    expect(JSON.stringify([failure.message, failure.data])).not.toMatch(/secret|long-token/)
  })
})

function failureOf(work: () => unknown): UnderstudyError {
  try {
    work()
  } catch (failure) {
    if (failure instanceof UnderstudyError) return failure
  }
  throw new Error('it did not fail as it should')
}
