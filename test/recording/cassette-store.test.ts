import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCassetteStore } from '../../src/recording/index.js'
import { describeRecordingStore } from '../contract/recording-store.contract.js'
import { createScratchFolder } from './scratch-folder.js'

describeRecordingStore('the cassette', async () => {
  const folder = await createScratchFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return openCassetteStore(join(folder.path, 'a.jsonl'))
})
