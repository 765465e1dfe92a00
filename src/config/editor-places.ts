/** The places that Visual Studio Code and Cursor put into a config: `${workspaceFolder}`, `${userHome}` and their like. */
import { basename, dirname, resolve, sep } from 'node:path'

/**
 * The folder that a config is about: of `.vscode/mcp.json` and `.cursor/mcp.json` the one above, of a file that belongs to the user
 * and to no project the folder we run in, else its own.
 */
export function workspaceOf(fileName: string, home: string | undefined, cwd: string): string {
  const folder = dirname(resolve(fileName))
  if (!EDITOR_FOLDERS.has(basename(folder))) return USER_FOLDER.test(folder) ? cwd : folder
  const above = dirname(folder)
  return home !== undefined && above === resolve(home) ? cwd : above
}

/** What stands for them, by what stands between the braces. */
export function editorPlaces(workspace: string, home: string | undefined): Readonly<Record<string, string>> {
  const name = basename(workspace)
  return {
    workspaceFolder: workspace,
    // Of several folders in one window a name picks one; this is the one there is.
    [`workspaceFolder:${name}`]: workspace,
    workspaceRoot: workspace,
    workspaceFolderBasename: name,
    pathSeparator: sep,
    '/': sep,
    ...(home === undefined ? {} : { userHome: home }),
  }
}

const EDITOR_FOLDERS: ReadonlySet<string> = new Set(['.vscode', '.cursor'])
/** Where Visual Studio Code keeps what belongs to the user. */
const USER_FOLDER = /[\\/]Code(?: - Insiders)?[\\/]User(?:[\\/]|$)/
