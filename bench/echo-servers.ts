/** Servers with one tool that says what it is told: a service of this package, and two of the official SDK. */
import { fileURLToPath } from 'node:url'

export const ECHO_SERVERS = {
  ours: command('ours.mjs'),
  sdk: command('sdk.mjs'),
  sdkLowLevel: command('sdk.mjs', 'low'),
} as const

function command(file: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, fileURLToPath(new URL(`../bench/echo-servers/${file}`, import.meta.url)), ...args]
}
