/** One server of a config: how it is reached. */
import { assertNever, digest } from '../base/index.js'

export interface ServerEntry {
  readonly name: string
  readonly launch: StdioLaunch | HttpLaunch | ContainerLaunch | CassetteLaunch
  /** Values that came from the environment through `${VAR}`, or from an input, wherever they stand now: they may be secrets. */
  readonly expanded?: readonly string[]
  /** Values of inputs that the config calls passwords: they are secrets, whatever they look like. */
  readonly secrets?: readonly string[]
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

export interface ContainerLaunch {
  readonly kind: 'container'
  readonly image: string
  /** Behind the image: arguments of its entry point, or a command in the place of its own. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** `source:target[:ro]`, with absolute sources. */
  readonly mounts: readonly string[]
  readonly network?: string
  /** In the container. */
  readonly cwd?: string
}

/** A recording that stands in for the server of that name. */
export interface CassetteLaunch {
  readonly kind: 'cassette'
  /** As it was named. */
  readonly file: string
}

/**
 * `sha256:…` of how the server is reached: command, arguments and folder, the URL, or the image with what it is run with; of environment and headers the names alone,
 * because the digest of a short secret can be guessed. Two servers with one digest are taken for the same server.
 */
export function launchDigest({ launch }: ServerEntry): string {
  switch (launch.kind) {
    case 'stdio': {
      const { command, args, cwd = null, env } = launch
      return digest({ command, args, cwd, env: Object.keys(env).sort() })
    }
    case 'http':
      return digest({ url: launch.url, headers: Object.keys(launch.headers).sort() })
    case 'container': {
      const { image, args, mounts, network = null, cwd = null, env } = launch
      return digest({ image, args, mounts, network, cwd, env: Object.keys(env).sort() })
    }
    case 'cassette':
      return digest({ cassette: launch.file })
    default:
      return assertNever(launch)
  }
}
