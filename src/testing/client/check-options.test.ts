import { expect, it } from 'vitest'
import { checkOptions } from './check-options.js'
import type { StartOptions } from './start-options.js'

it.each<[Record<string, unknown>]>([
  [{ command: ['server'], workingDir: '.', env: {}, stdio: { graceMs: 1 }, timeout: 5, era: 'auto' }],
  [{ url: 'http://localhost/mcp', headers: {}, wireCheck: 'throw', host: 'claude-code' }],
  [
    {
      image: 'server:1',
      args: [],
      env: {},
      mounts: [],
      network: 'none',
      workdir: '/',
      user: '1',
      engine: 'podman',
    },
  ],
  [{ build: { context: '.' }, stdio: { graceMs: 1 } }],
  [{ server: () => undefined, url: undefined, roots: [], onSampling: {}, timeout: Number.POSITIVE_INFINITY }],
])('checkOptions accepts %j', (options) => {
  expect(() => check(options)).not.toThrow()
})

it.each<[Record<string, unknown> | undefined, string, string?]>([
  [undefined, 'no server is given'],
  [{}, 'no server is given', 'give one of command, url, server, image, build, cassette'],
  [{ command: ['a'], url: 'http://localhost' }, 'command and url are given'],
  [{ image: 'a', build: { context: '.' } }, 'image and build are given'],
  [{ image: 'a', workingDir: '.' }, '"workingDir" belongs to command, and image is given'],
  [{ image: 'a', env: { TOKEN: 5 } }, 'env is of the wrong type'],
  [{ image: 'a', engine: 'lxc' }, 'engine is "lxc"', 'it must be one of docker, podman'],
  [{ command: ['a'], cwd: '.' }, 'there is no option "cwd"', 'did you mean "workingDir"?'],
  [{ command: ['a'], timeoutMs: 5 }, 'there is no option "timeoutMs"', 'did you mean "timeout"?'],
  [{ command: ['a'], cwd: '.' }, 'there is no option "cwd"'],
  [{ command: ['a'], headers: {} }, '"headers" belongs to url, and command is given'],
  [{ url: 'http://localhost', workingDir: '.' }, '"workingDir" belongs to command, and url is given'],
  [{ command: ['a'], timeout: 0 }, 'timeout is 0'],
  [{ command: ['a'], timeout: Number.NaN }, 'timeout is NaN', 'it must be a positive number of milliseconds'],
  [{ command: ['a'], probeTimeout: '5' }, 'probeTimeout is "5"'],
  [{ command: ['a'], era: 'old' }, 'era is "old"', 'it must be one of legacy, auto, modern'],
  [{ command: ['a'], wireCheck: true }, 'wireCheck is true', 'it must be one of off, collect, throw'],
  [{ command: ['a'], workingDir: 5 }, 'workingDir is 5', 'it must be a text'],
  [{ command: ['a'], env: { PORT: 5 } }, 'env is of the wrong type'],
  [{ command: ['a'], env: { TOKEN: 'hunter2\0' } }, 'env is of the wrong type'],
  [{ command: ['a'], env: { 'A=B': 'x' } }, 'env is of the wrong type'],
  [{ command: ['a'], stdio: null }, 'stdio is null'],
  [{ command: ['a'], stdio: { graceMs: Number.NaN } }, 'stdio is {"graceMs":null}'],
  [{ command: ['a'], stdio: { maxMessageBytes: '5' } }, 'stdio is {"maxMessageBytes":"5"}'],
  [{ command: ['a'], stdio: { grace: 5 } }, 'stdio is {"grace":5}'],
  [{ url: 'http://localhost', headers: 'hunter2' }, 'headers is of the wrong type'],
  [{ url: 'http://localhost', fetch: 'x' }, 'fetch is "x"', 'it must be a function'],
  [{ server: {} }, 'server is {}', 'it must be a function, or an object with a method "connect"'],
  [{ server: null }, 'server is null'],
  [{ command: ['a'], revision: '2020-01-01' }, 'revision is "2020-01-01"'],
  [{ command: ['a'], logLevel: 'loud' }, 'logLevel is "loud"'],
  [{ command: ['a'], host: {} }, 'host is {}'],
  [{ command: ['a'], capabilities: 'x' }, 'capabilities is "x"', 'it must be an object'],
  [{ command: ['a'], clientInfo: {} }, 'clientInfo is {}'],
  [{ command: ['a'], roots: '/' }, 'roots is "/"', 'it must be a list of texts, or a function'],
  [{ command: ['a'], onSampling: 'x' }, 'onSampling is "x"', 'it must be an object, or a function'],
  [{ command: ['a'], onElicitation: null }, 'onElicitation is null'],
  [{ command: ['a'], signal: {} }, 'signal is {}'],
  [{ command: ['a'], clock: 5 }, 'clock is 5'],
])('checkOptions refuses %j', (options, message, hint) => {
  expect(() => check(options)).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      message: expect.stringContaining(`Cannot start the client: `),
      ...(hint === undefined ? {} : { hint }),
    }),
  )
  expect(() => check(options)).toThrow(message)
  expect(() => check(options)).not.toThrow('hunter2')
})

/** As a test in JavaScript may have them. */
function check(options: Record<string, unknown> | undefined): void {
  checkOptions(options as unknown as StartOptions)
}
