import { lstatSync, lutimesSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { seconds } from './put-back.js'

it('gives every file back the microsecond that it had', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-times-'))
  try {
    const file = join(folder, 'f')
    writeFileSync(file, '')
    const wrong: string[] = []
    for (let n = 0n; n < 2_000n; n++) {
      const had = 1_795_808_042_902_000_000n + n * 1_237_003_001_000n
      lutimesSync(file, seconds(String(had)), seconds(String(had)))
      const { mtimeNs } = lstatSync(file, { bigint: true })
      if (mtimeNs / 1_000n !== had / 1_000n) wrong.push(`${had} became ${mtimeNs}`)
    }
    expect(wrong).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
