import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { readUserText } from '../../src/base/index.js'
import { temporaryFolder } from '../fixtures/temporary-folder.js'

it('a file that begins with a byte order mark is read without it: the first variable of an envFile has its name', async () => {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, '.env'), '\ufeffTOKEN=one\nOTHER=two\n')

  expect(parseEnv(readUserText('.env', 'the envFile', folder))).toEqual({ TOKEN: 'one', OTHER: 'two' })
})
