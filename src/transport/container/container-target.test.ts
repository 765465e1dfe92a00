import { expect, it } from 'vitest'
import { type ContainerTarget, checkTarget } from './container-target.js'

const SHA = 'a'.repeat(64)

it.each<[ContainerTarget]>([
  [{ image: 'node' }],
  [{ image: 'node:24-slim' }],
  [{ image: 'localhost:5000/team/notes_server:1.0_rc.1' }],
  [{ image: `ghcr.io/team/a--b@sha256:${SHA}` }],
  [{ image: `sha256:${SHA}` }],
  [{ image: 'a', network: 'container:other', workdir: '/a b', user: '1000:staff', engine: 'podman' }],
  [
    {
      image: 'a',
      args: ['--rm', '', '-v', '/:/x'],
      env: { A: '--privileged\n', _b: '' },
      mounts: ['.:/x:ro'],
    },
  ],
  [{ build: { context: '.', dockerfile: 'test/Dockerfile', target: 'test', tag: 'notes:test' } }],
])('checkTarget accepts %j', (target) => {
  expect(() => checkTarget(target)).not.toThrow()
})

it.each<[string, Record<string, unknown>]>([
  ['an option for an image', { image: '--privileged' }],
  ['an option for an image', { image: '-v/:/host' }],
  ['an image with a space', { image: 'node -v' }],
  ['an image with a line feed', { image: 'node\n' }],
  ['an image in capitals', { image: 'Node' }],
  ['an empty image', { image: '' }],
  ['an image that is no text', { image: 5 }],
  ['neither image nor build', {}],
  ['both', { image: 'a', build: { context: '.' } }],
  ['an option that does not exist', { image: 'a', privileged: true }],
  ['a network that is an option', { image: 'a', network: '--privileged' }],
  ['a network with options', { image: 'a', network: 'bridge:ip=10.0.0.1,x' }],
  ['a relative folder', { image: 'a', workdir: 'app' }],
  ['a user that is an option', { image: 'a', user: '-u' }],
  ['a user with a line feed', { image: 'a', user: 'root\n' }],
  ['another engine', { image: 'a', engine: '/tmp/evil' }],
  ['arguments with null characters', { image: 'a', args: ['\0'] }],
  ['arguments that are no list', { image: 'a', args: 'b' }],
  ['a variable without a name', { image: 'a', env: { '': 'x' } }],
  ['a variable that matches many', { image: 'a', env: { 'SECRET_*': 'x' } }],
  ['a variable whose name is an assignment', { image: 'a', env: { 'A=B': 'x' } }],
  ['a variable that steers the client', { image: 'a', env: { DOCKER_HOST: 'tcp://evil' } }],
  ['a variable that loads code into the client', { image: 'a', env: { LD_PRELOAD: '/x.so' } }],
  ['a value with a null character', { image: 'a', env: { A: '\0' } }],
  ['a mount that is none', { image: 'a', mounts: ['x'] }],
  ['a build without a context', { build: {} }],
  ['a build whose stage is an option', { build: { context: '.', target: '--squash' } }],
  ['a build whose tag is an option', { build: { context: '.', tag: '--no-cache' } }],
  ['a build with an option that does not exist', { build: { context: '.', args: {} } }],
])('checkTarget refuses %s', (_, target) => {
  // As a test in JavaScript may have it.
  expect(() => checkTarget(target as unknown as ContainerTarget)).toThrow(
    expect.objectContaining({ name: 'UsageError', code: 'USAGE' }),
  )
})

it('checkTarget shows no value of a variable', () => {
  const target = { image: 'a', env: { DOCKER_TOKEN: 'hunter2' } }

  expect(() => checkTarget(target)).toThrow('DOCKER_TOKEN')
  expect(() => checkTarget(target)).not.toThrow('hunter2')
})
