import { describe, expect, it } from 'vitest'
import { cacheFolder, configFolder, homeFolder, stateFolder } from './user-folders.js'

describe('the folders of a user', () => {
  const HOME = '/home/ada'

  it('are those of the XDG variables, else below the home', () => {
    const env = { HOME, XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/t' }
    expect([configFolder, stateFolder, cacheFolder].map((of) => of(env))).toEqual(['/c', '/s', '/t'])
    expect([configFolder, stateFolder, cacheFolder].map((of) => of({ HOME }))).toEqual([
      '/home/ada/.config',
      '/home/ada/.local/state',
      '/home/ada/.cache',
    ])
  })

  it.each(['', 'rel', '../up'])(
    'never follow the relative path %j, which would lead into whatever folder is current',
    (path) => {
      const env = {
        HOME,
        XDG_CONFIG_HOME: path,
        XDG_STATE_HOME: path,
        XDG_CACHE_HOME: path,
        LOCALAPPDATA: path,
      }
      expect([configFolder, stateFolder, cacheFolder].map((of) => of(env))).toEqual([
        '/home/ada/.config',
        '/home/ada/.local/state',
        '/home/ada/.cache',
      ])
      expect(homeFolder({ HOME: path, USERPROFILE: HOME })).toBe(HOME)
    },
  )

  it('has no folder for caches where the environment names none', () => {
    expect(cacheFolder({ HOME: 'rel' })).toBeUndefined()
  })
})
