import { expect, it } from 'vitest'
import { engineFailed } from './explain-engine.js'

it.each([
  [
    'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    'its daemon does not run',
  ],
  [
    'Got permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock',
    'this user may not use the engine',
  ],
  [
    'Error: container-init binary not found on the host: stat /usr/libexec/podman/catatonit: no such file or directory',
    'the engine has no init program for containers',
  ],
  ['Error: statfs /nope: no such file or directory', 'the source of a mount does not exist'],
  [
    'docker: Error response from daemon: invalid mount config for type "bind": bind source path does not exist: /nope.',
    'the source of a mount does not exist',
  ],
  [
    'Error: localhost/nope: image not known',
    'there is no such image, neither here nor where it could be pulled from',
  ],
  [
    "docker: Error response from daemon: pull access denied for nope, repository does not exist or may require 'docker login'",
    'there is no such image, neither here nor where it could be pulled from',
  ],
  ['docker: Error response from daemon: network nope not found.', 'there is no such network'],
  ['exec: "x": executable file not found in $PATH: unknown.', 'the image cannot run this command'],
  [
    'ERROR: failed to solve: failed to read dockerfile: open Dockerfile: no such file or directory',
    'there is no Dockerfile in the context',
  ],
  ['Error: The target "zz" was not found in the provided Dockerfile', 'the Dockerfile has no such stage'],
  ['ERROR: failed to solve: target stage "zz" could not be found', 'the Dockerfile has no such stage'],
  ['Error: something else\nsee help', 'something else'],
])('engineFailed knows %j', (said, reason) => {
  const error = engineFailed('run "x"', said.split('\n'))

  expect(error.message.split('\n')[0]).toBe(`Cannot run "x": ${reason}`)
  expect(error.evidence.join('\n')).toContain(said.split('\n')[0])
})

it('engineFailed shows what an engine says without its terminal sequences, and says when it says nothing', () => {
  expect(engineFailed('run "x"', ['\x1b[2Jerror: \x07']).message).not.toMatch(/[\x1b\x07]/)
  expect(engineFailed('run "x"', []).message).toBe('Cannot run "x": the engine does not say why')
})
