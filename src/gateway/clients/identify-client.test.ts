import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { identifyClient } from './identify-client.js'

const identify = identifyClient(
  [
    ['ann', 'ann-has-a-long-token'],
    ['bob', 'bob-has-a-long-token=='],
  ].map(([name = '', token = '']) => ({ name, digest: createHash('sha256').update(token).digest() })),
)

describe('a client over HTTP', () => {
  it.each([
    ['Bearer ann-has-a-long-token', 'ann'],
    ['bearer  bob-has-a-long-token== ', 'bob'],
  ])('is known by %j', (authorization, principal) => {
    expect(identify({ authorization })).toEqual({ principal })
  })

  it.each([
    [undefined, 'Bearer realm="understudy"'],
    ['', 'Bearer realm="understudy"'],
    ['Basic YW5uOmFubg==', 'Bearer realm="understudy"'],
    ['Bearer', 'Bearer realm="understudy"'],
    ['Bearer ann-has-a-long-token x', 'Bearer realm="understudy"'],
    ['Bearer ann-has-a-long-toke', 'Bearer realm="understudy", error="invalid_token"'],
    ['Bearer ann-has-a-long-token2', 'Bearer realm="understudy", error="invalid_token"'],
    ['Bearer ann', 'Bearer realm="understudy", error="invalid_token"'],
  ])('is not let in by %j', (authorization, challenge) => {
    expect(identify(authorization === undefined ? {} : { authorization })).toEqual({
      status: 401,
      headers: { 'content-type': 'application/json', 'www-authenticate': challenge },
      body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Unauthorized: a bearer token is needed"}}',
    })
  })
})
