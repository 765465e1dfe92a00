import { createDenoSandbox } from '../../src/sandbox/index.js'
import { describeSandbox } from '../contract/sandbox.contract.js'
import { verifies } from '../verifies.js'

verifies('adr:runs-in-deno', 'adr:bridge-message', 'adr:bridge-intercepts', 'sandbox:isolated-runs')

describeSandbox('a Deno sandbox with a pool', () => createDenoSandbox())
describeSandbox('a Deno sandbox without a pool', () => createDenoSandbox({ poolSize: 0 }))
