import { describe, expect, it } from 'vitest'
import { inheritedEnvironment } from './inherited-environment.js'

describe('inheritedEnvironment', () => {
  it('lets the allow-listed variables through, and no secret', () => {
    const environment = {
      HOME: '/h',
      PATH: '/bin',
      AWS_SECRET_ACCESS_KEY: 'x',
      NODE_OPTIONS: 'x',
      USER: undefined,
    }

    expect(inheritedEnvironment(environment, 'linux')).toEqual({ HOME: '/h', PATH: '/bin' })
  })

  it('leaves out shell functions', () => {
    expect(inheritedEnvironment({ HOME: '() { :; }', SHELL: '/bin/sh' }, 'darwin')).toEqual({
      SHELL: '/bin/sh',
    })
  })

  it('lets through what programs need on Windows, however it is spelt', () => {
    const environment = { Path: 'C:\\Windows', SystemRoot: 'C:\\Windows', SHELL: 'x', SECRET: 'x' }

    expect(inheritedEnvironment(environment, 'win32')).toEqual({
      Path: 'C:\\Windows',
      SystemRoot: 'C:\\Windows',
    })
  })
})
