/** Where the clients keep the servers that they start. */
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { configFolder, homeFolder } from '../base/index.js'
import type { CliIo } from './cli-io.js'

export const CLIENTS = ['claude-code', 'claude-desktop', 'cursor', 'vscode'] as const

export type ClientName = (typeof CLIENTS)[number]

/** The file of the project, where the client has one there, else that of the user. Absolute. */
export function clientFile(client: ClientName, { cwd, env }: Pick<CliIo, 'cwd' | 'env'>): string {
  const home = homeFolder(env)
  switch (client) {
    case 'claude-code':
      return join(cwd, '.mcp.json')
    case 'claude-desktop':
      return join(desktopFolder(home, env), 'claude_desktop_config.json')
    case 'cursor': {
      const ofProject = join(cwd, '.cursor', 'mcp.json')
      return existsSync(ofProject) ? ofProject : join(home, '.cursor', 'mcp.json')
    }
    case 'vscode':
      return join(cwd, '.vscode', 'mcp.json')
  }
}

/** Files of clients that lie in the project, as a shell there names them. */
export function filesHere(io: Pick<CliIo, 'cwd' | 'env'>): readonly string[] {
  const files = CLIENTS.map((client) => clientFile(client, io)).filter((file) => existsSync(file))
  return [...new Set(files)]
    .map((file) => relative(io.cwd, file))
    .filter((file) => !/^\.\.|^[/\\]|:/.test(file))
}

function desktopFolder(home: string, env: CliIo['env']): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Claude')
  if (process.platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Claude')
  return join(configFolder(env), 'Claude')
}

/**
 * How the client's own file names a file beside it: in a project, which others have in another place, from the folder of the project,
 * else absolute.
 */
export function nameInClientFile(client: ClientName, file: string, beside: string, home: string): string {
  const folder = dirname(file)
  const name = basename(beside)
  // It starts servers in the folder of the project.
  if (client === 'claude-code') return basename(file) === '.mcp.json' ? name : beside
  const isOfProject = ['.vscode', '.cursor'].includes(basename(folder)) && dirname(folder) !== home
  if (client === 'claude-desktop' || !isOfProject) return beside
  return `\${workspaceFolder}/${basename(folder)}/${name}`
}
