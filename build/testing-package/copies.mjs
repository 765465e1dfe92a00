/** In place of copies of this machine, in a package that has none: they are made by the sandbox, which is 90 MB. */
import { TransportError } from '../base/index.js'

export async function createServerCopy({ name }) {
  throw new TransportError(
    'COPY_REFUSED',
    `Cannot run "${name}" in a copy of this machine: mcp-understudy-testing makes no copies`,
    {
      hint: 'npm install --save-dev mcp-understudy, and import from "mcp-understudy/testing" or "mcp-understudy/vitest": the same test kit, with copies',
    },
  )
}
