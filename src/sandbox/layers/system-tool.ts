/** Where the system's own tools are. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** The full path of a tool, looked for in the system's own folders first, then on PATH; undefined when it is not there. */
export async function findTool(name: string, searchPath: string): Promise<string | undefined> {
  const folders = [...SYSTEM_FOLDERS, ...searchPath.split(delimiter).filter((folder) => folder !== '')]
  for (const folder of folders) {
    const path = join(folder, name)
    try {
      await access(path, constants.X_OK)
      return path
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
