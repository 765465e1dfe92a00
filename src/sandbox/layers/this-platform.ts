/** Chooses the implementation for an operating system. */
import type { Platform } from './layer.js'
import { darwinPlatform } from './platform-darwin.js'
import { linuxPlatform } from './platform-linux.js'
import { windowsPlatform } from './platform-windows.js'

/** The platform of a machine: `process.platform` and `process.arch`. Anything unknown is taken for a Linux. */
export function platformOf(system: NodeJS.Platform, arch: string): Platform {
  switch (system) {
    case 'win32':
      return windowsPlatform(arch)
    case 'darwin':
      return darwinPlatform(arch)
    default:
      return linuxPlatform(arch)
  }
}
