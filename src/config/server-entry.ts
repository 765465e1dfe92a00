/** One server of a config: how it is reached. */
import { digest } from '../base/index.js'

export interface ServerEntry {
  readonly name: string
  readonly launch: StdioLaunch | HttpLaunch
  /** Values that came from the environment through `${VAR}`, wherever they stand now: they may be secrets. */
  readonly expanded?: readonly string[]
}

export interface StdioLaunch {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** What the entry names; not the environment of this process. */
  readonly env: Readonly<Record<string, string>>
  /** Absolute where a config says it. */
  readonly cwd?: string
}

export interface HttpLaunch {
  readonly kind: 'http'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * `sha256:…` of how the server is reached: command, arguments and folder, or the URL; of environment and headers the names alone,
 * because the digest of a short secret can be guessed. Two servers with one digest are taken for the same server.
 */
export function launchDigest({ launch }: ServerEntry): string {
  return launch.kind === 'stdio'
    ? digest({
        command: launch.command,
        args: launch.args,
        cwd: launch.cwd ?? null,
        env: Object.keys(launch.env).sort(),
      })
    : digest({ url: launch.url, headers: Object.keys(launch.headers).sort() })
}
