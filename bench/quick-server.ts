/** The server that clients are measured against. */
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('../bench/quick-server.mjs', import.meta.url))

export const QUICK_SERVER = [process.execPath, SERVER] as const
