// This package's client: `node understudy.mjs ERA TIMEOUT_MS SERVER…`.
import { MockMCPClient } from '../../../dist/joined/testing/index.js'
import { echoTask } from './echo-task.mjs'

const [, , era, timeout, ...command] = process.argv
try {
  process.stdout.write(`${await echoTask(MockMCPClient, { command, era, timeout: Number(timeout) })}\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
