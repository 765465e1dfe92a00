import { openMemoryStore } from '../../src/recording/index.js'
import { describeRecordingStore } from '../contract/recording-store.contract.js'
import { verifies } from '../verifies.js'

verifies('recording:stores-alike')

describeRecordingStore('the memory store', () => Promise.resolve(openMemoryStore()))
