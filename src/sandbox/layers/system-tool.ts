/** Where the system's own tools are. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The full path of a tool, looked for in the system's own folders first, then on PATH; undefined when it is not there. At once: to wait for
 * the kernel's answer takes longer, and as long as other modules are being loaded.
 */
export function findTool(name: string, searchPath: string): string | undefined {
  const folders = [...SYSTEM_FOLDERS, ...searchPath.split(delimiter).filter((folder) => folder !== '')]
  for (const folder of folders) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
