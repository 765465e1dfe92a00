import { describe, expect, it } from 'vitest'
import { effectByName } from './effect-by-name.js'

describe('effectByName', () => {
  it.each([
    ['read_file', 'read'],
    ['getUser', 'read'],
    ['API-retrieve-a-block', 'read'],
    ['list_deleted_items', 'read'],
    ['list_updates', 'read'],
    ['write_file', 'write'],
    ['API-post-page', 'write'],
    ['delete_entities', 'destructive'],
    ['DropTable', 'destructive'],
    ['get_and_delete_message', 'destructive'],
    ['create_or_send', 'external'],
    ['send_email', 'external'],
  ])('reads %s as %s', (name, effect) => {
    expect(effectByName(name)).toBe(effect)
  })

  it.each([
    'directory_tree',
    'sequentialthinking',
    'undeleted',
    'getter',
    'settings',
    '',
    '___',
    'constructor',
  ])('reads nothing into %j', (name) => {
    expect(effectByName(name)).toBeUndefined()
  })
})
