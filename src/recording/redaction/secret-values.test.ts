import { describe, expect, it } from 'vitest'
import { secretValues } from './secret-values.js'

const random = 'q7Zk29dLmXw04vTb8RsY'

describe('secretValues', () => {
  it.each([
    ['GITHUB_TOKEN', 'abcdef', ['abcdef']],
    ['githubToken', 'abcdef', ['abcdef']],
    ['DB_PASSWORD', 'hunter2', ['hunter2']],
    ['PGPASSWORD_ADMIN_PWD', 'tr0ub4dor', ['tr0ub4dor']],
    ['PGPASSWORD', 'tr0ub4dor', ['tr0ub4dor']],
    ['SSHPASS', 'tr0ub4dor', ['tr0ub4dor']],
    ['PASSPHRASE', 'correct horse battery staple', ['correct horse battery staple']],
    ['X-API-Key', 'k-12345678', ['k-12345678']],
    ['PIN_SECRET', '12345678', ['12345678']],
    ['AWS_SECRET_ACCESS_KEY', '/x7+Zk29dLmXw04vTb8RsYq1/aB3', ['/x7+Zk29dLmXw04vTb8RsYq1/aB3']],
    ['ENCRYPTION_KEY', 'abc12345', ['abc12345']],
    ['SOMETHING', random, [random]],
    ['Authorization', `Bearer ${random}`, [random]],
    ['Authorization', 'Basic dXNlcjpodW50ZXIy', ['dXNlcjpodW50ZXIy', 'hunter2']],
    ['Cookie', 'theme=dark; sid=abc123def', ['abc123def']],
    ['DATABASE_URL', 'postgres://me:p%40ssw0rd@db/app', ['p%40ssw0rd', 'p@ssw0rd']],
    ['HOOK', `https://hooks.example/x/${random}`, [random]],
    ['ENDPOINT', 'https://api.example/v1?access_token=abcdef&page=2', ['abcdef']],
    [
      'CREDS',
      '{"user":"me","password":"hunter2","nested":[{"apiKey":"key-value-1"}]}',
      ['key-value-1', 'hunter2'],
    ],
  ])('finds the secret in %s=%s', (name, value, secrets) => {
    expect(secretValues({ [name]: value })).toEqual(secrets)
  })

  it.each([
    ['PATH', '/usr/local/bin:/usr/bin'],
    ['PWD', '/home/someone/projects/thing'],
    ['TOKEN_FILE', '/run/secrets/token'],
    ['GOOGLE_APPLICATION_CREDENTIALS', '/home/someone/key.json'],
    ['DEBUG', '1'],
    ['AUTH_TOKEN', 'true'],
    ['DB_PASSWORD', 'password'],
    ['AUTH', 'oauth-pkce'],
    ['SORT_KEY', 'created_at'],
    ['MAX_TOKEN', '128000'],
    ['TOKEN_LIMIT', 'unlimited'],
    ['TOKENIZERS_PARALLELISM', 'falsehood'],
    ['MODEL', 'claude-sonnet-4-5-20260101'],
    ['GIT_COMMIT', 'da2b880f3c9d4e5a6b7c8d9e0f1a2b3c4d5e6f70'],
    ['DEPLOYED_AT', '2026-01-01T00:00:00.000Z'],
    ['TRACE', '123e4567-e89b-12d3-a456-426614174000'],
    ['ENDPOINT', 'https://api.example/v1/things?page=2'],
    ['SOURCE', 'https://example.test/commit/da2b880f3c9d4e5a6b7c8d9e0f1a2b3c4d5e6f70'],
    ['EMPTY_SECRET', ''],
  ])('finds none in %s=%s', (name, value) => {
    expect(secretValues({ [name]: value })).toEqual([])
  })
})
