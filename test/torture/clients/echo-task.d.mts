import type { MockMCPClient, StartOptions } from '../../../src/testing/index.js'

export function echoTask(client: typeof MockMCPClient, options: StartOptions): Promise<string>
