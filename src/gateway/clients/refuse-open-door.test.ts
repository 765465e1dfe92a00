import { describe, expect, it } from 'vitest'
import { refuseOpenDoor } from './refuse-open-door.js'

describe('a gateway without tokens', () => {
  it.each([undefined, '127.0.0.1', '127.8.8.8', 'localhost', '::1'])('may be served at %j', (host) => {
    expect(() => refuseOpenDoor(host, false)).not.toThrow()
  })

  it.each(['0.0.0.0', '::', '10.0.0.1', 'example.org', '127.0.0.1.example.org', '::ffff:10.0.0.1', ''])(
    'is not served at %j, where one with tokens is',
    (host) => {
      expect(() => refuseOpenDoor(host, true)).not.toThrow()
      expect(() => refuseOpenDoor(host, false)).toThrow(
        expect.objectContaining({
          code: 'USAGE',
          message: `Cannot serve at "${host}" without tokens: other machines could call every tool`,
        }),
      )
    },
  )
})
