/** A server over HTTP that sends its client on to another host. */
import { expect, it } from 'vitest'
import { MockMCPClient, startHttpServer } from '../../../src/testing/index.js'
import { fixture } from '../../fixtures/start-server.js'
import { said, told } from './misbehaviour.js'

it('client of http-redirects goes to no other host, and takes its authorization nowhere', async () => {
  await using server = await startFixture('http-redirects')
  await using client = await MockMCPClient.start({
    url: server.url,
    headers: { authorization: 'Bearer secret' },
  })

  expect(await told(client.callTool('echo', { message: 'hello' }))).toEqual({ thrown: 'HTTP_FAILED' })

  expect(server.output).toEqual([])
  // What the check above rests on: the server does tell who comes to the other host.
  await fetch(`${new URL(server.url).origin}/elsewhere`.replace('localhost', '127.0.0.1'))
  await expect.poll(() => server.output).toEqual(['GET with undefined'])
})

it('client of http-echo is not sent on', async () => {
  await using server = await startFixture('http-echo')
  await using client = await MockMCPClient.start({ url: server.url })

  expect(await told(client.callTool('echo', { message: 'hello' }))).toEqual(said('hello'))
})

function startFixture(name: string): ReturnType<typeof startHttpServer> {
  const { command, args = [] } = fixture(name)
  return startHttpServer({ command: [command, ...args] })
}
