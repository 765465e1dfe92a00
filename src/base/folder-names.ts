import { readdirSync } from 'node:fs'

/** What lies in a folder; none when it is no folder, is gone, or is closed to us. */
export function namesInFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // It may go while we look.
    return []
  }
}
