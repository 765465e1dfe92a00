import type { ToolRegistry } from './registry.js'

/** `sha256:…` of how a server is started or reached; undefined where its tools come from a file, or where there is no such server. */
export function launchOf({ servers }: Pick<ToolRegistry, 'servers'>, name: string): string | undefined {
  return servers.find(({ server }) => server === name)?.launch
}
