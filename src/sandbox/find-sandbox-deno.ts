/** The Deno that runs guests, for what else needs one. */
import type { Environment } from '../base/index.js'
import { findDeno } from './layers/deno-binary.js'
import { denoSearch } from './layers/deno-search.js'

/** Its path. @throws SandboxError SANDBOX_MISSING without a usable one, SANDBOX_ALTERED for another one than was published */
export async function findSandboxDeno(env: Environment = process.env): Promise<string> {
  const { path } = await findDeno(denoSearch(env))
  return path
}
