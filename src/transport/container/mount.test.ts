import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parseMount } from './mount.js'

it('parseMount reads source, target and whether it may be written to', () => {
  expect(parseMount('/a b/c:/d:ro')).toEqual({ source: '/a b/c', target: '/d', isReadOnly: true })
  expect(parseMount('/a:/d:rw')).toEqual({ source: '/a', target: '/d', isReadOnly: false })
})

it('parseMount takes a relative source from the folder that is given, else from the current one', () => {
  expect(parseMount('samples:/d', '/project').source).toBe('/project/samples')
  expect(parseMount('./samples:/d').source).toBe(resolve('samples'))
})

it.each([
  ['a', 'it has not the form'],
  ['a:', 'it has not the form'],
  [':/d', 'it has not the form'],
  ['/a:/d:z', 'it has not the form'],
  ['/a:/d:ro:rw', 'it has not the form'],
  ['/a,dst=/etc:/d', 'a comma, a quote'],
  ['/a:/d,bind-propagation=shared', 'a comma, a quote'],
  ['/a":/d', 'a comma, a quote'],
  ['/a\n:/d', 'a comma, a quote'],
  ['/a:d', 'no absolute path'],
  ['/a:/d/../..', 'no absolute path'],
  ['/a:/', 'all of the container'],
  ['/a:/./', 'all of the container'],
  ['/:/d:ro', 'all of this machine'],
  ['/tmp/..:/d', 'all of this machine'],
])('parseMount refuses %j', (text, reason) => {
  expect(() => parseMount(text)).toThrow(reason)
})
