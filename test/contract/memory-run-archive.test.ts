import { memoryRunArchive } from '../../src/gateway/runs/memory-run-archive.js'
import { describeRunArchive } from './run-archive.contract.js'

describeRunArchive('memoryRunArchive', async (limits) => memoryRunArchive(limits))
