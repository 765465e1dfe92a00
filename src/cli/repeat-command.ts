/** Command lines that a person can paste into a shell to see again what was seen. */
import { escapeCiCommandsInJson, REQUEST_TIMEOUT_MS, shellWord } from '../base/index.js'
import { DEFAULT_ERA } from '../protocol/index.js'
import type { ServerChoice } from './server-options.js'

/** `understudy COMMAND WORDS…` with the options that name this server. Secrets in it are for the printer to replace. */
export function repeatCommand(words: readonly string[], server: string, choice: ServerChoice): string {
  const all = [...words, ...serverWords(server, choice)]
  const own = ['understudy', ...all].map(shellWord).join(' ')
  return choice.command.length === 0 ? own : `${own} -- ${choice.command.map(shellWord).join(' ')}`
}

/** JSON as one word of a command line, with nothing in it that a terminal would obey or not show. */
export function jsonWord(value: unknown): string {
  return escapeCiCommandsInJson(JSON.stringify(value))
}

function serverWords(server: string, choice: ServerChoice): readonly string[] {
  const { config, inputs, url, headers, image, mounts, network, cwd, env, era, name, command, timeoutMs } =
    choice
  return [
    ...(config === undefined
      ? []
      : [
          '--config',
          config,
          ...(command.length === 0 && url === undefined && image === undefined ? ['--server', server] : []),
        ]),
    ...Object.entries(inputs).flatMap(([id, value]) => ['--input', `${id}=${value}`]),
    ...(url === undefined ? [] : ['--url', url]),
    ...Object.entries(headers).flatMap(([key, value]) => ['--header', `${key}: ${value}`]),
    ...(image === undefined ? [] : ['--image', image]),
    ...mounts.flatMap((mount) => ['--mount', mount]),
    ...(network === undefined ? [] : ['--network', network]),
    ...(name === 'server' ? [] : ['--name', name]),
    ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...(cwd === undefined ? [] : ['--cwd', cwd]),
    ...(era === DEFAULT_ERA ? [] : ['--era', era]),
    ...(timeoutMs === REQUEST_TIMEOUT_MS ? [] : ['--timeout', String(timeoutMs)]),
  ]
}
