/** The Deno that runs guests, for what else needs one. */
import { findDeno } from './layers/deno-binary.js'
import { platformOf } from './layers/this-platform.js'

/** Its path. @throws SandboxError SANDBOX_MISSING without a usable one */
export async function findSandboxDeno(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> {
  const { path } = await findDeno({
    platform: platformOf(process.platform, process.arch),
    searchPath: env.PATH ?? '',
  })
  return path
}
