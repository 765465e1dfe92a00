/** Puts the gateway in front of the servers of a client, in the file of that client, and takes it out again. */
import { constants, copyFileSync, existsSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  counted,
  homeFolder,
  printable,
  readUserFile,
  reasonOf,
  StoreError,
  UsageError,
  writeWholeFile,
} from '../../base/index.js'
import { type FrontedConfig, putGatewayInFront, secretsInText } from '../../config/index.js'
import { fileDiff } from '../../dryrun/index.js'
import { type ClientName, clientFile, nameInClientFile } from '../client-files.js'
import type { DiscreetIo } from '../discreet-io.js'

export interface ConnectSettings {
  readonly client: ClientName
  /** In the place of the client's usual one. */
  readonly file?: string
  /** `dry`: the client rehearses, and nothing lasts until a person applies it. Default: its calls are real. */
  readonly mode?: ConnectMode
}

export const CONNECT_MODES = ['live', 'dry'] as const
export type ConnectMode = (typeof CONNECT_MODES)[number]

/** @throws UsageError, StoreError; the file is as it was then */
export function connectClient(settings: ConnectSettings, io: DiscreetIo): void {
  const file = fileOf(settings, io)
  const copy = copyOf(file)
  const before = readClientFile(settings, file, io)
  if (existsSync(copy))
    throw new UsageError('USAGE', `Cannot connect "${file}": there is a copy of it already, "${copy}"`, {
      hint: `understudy connect ${settings.client} --undo puts it back; remove the copy if it is of no use`,
    })
  const { text, fronted, left } = front(before, file, copy, settings, io)
  keepCopy(file, copy)
  try {
    writeWholeFile(file, text, io.cwd)
  } catch (failure) {
    rmSync(copy, { force: true })
    throw failure
  }
  io.stdout(
    [
      `${printable(fileDiff(before, text) ?? '')}\n`,
      `\nThe gateway stands in front of ${counted(fronted.length, 'server')} of ${printable(file)}: ${printable(fronted.join(', '))}\n`,
      ...left.map(({ server, reason }) => `${printable(server)} stays as it is: ${printable(reason)}\n`),
      `The file as it was is kept in ${printable(copy)}, from which the gateway starts them\n`,
      ...(settings.mode === 'dry' ? [REHEARSES] : []),
      `Restart the client. understudy connect ${settings.client} --undo puts everything back\n`,
    ].join(''),
  )
}

const REHEARSES =
  'In the mode dry the client rehearses: its calls go to a throwaway copy of this machine, and nothing lasts until you apply it (understudy rehearsals). What the client does by tools of its own, such as an editor or a shell, is real, and is not seen\n'

/** What was changed in the file since is kept beside it. @throws UsageError, StoreError */
export function disconnectClient(settings: ConnectSettings, io: DiscreetIo): void {
  const file = fileOf(settings, io)
  const copy = copyOf(file)
  if (!existsSync(copy))
    throw new UsageError('USAGE', `Cannot undo: "${file}" was not connected, as there is no "${copy}"`, {
      hint: 'name the file that was connected with --file',
    })
  const now = readClientFile(settings, file, io)
  const text = readFileSync(copy, 'utf8')
  io.keepSecret(secretsInText(text))
  const aside = CONNECT_MODES.some((mode) => now === connectedAs(text, file, copy, { ...settings, mode }, io))
    ? undefined
    : besides(file, 'changed-since')
  if (aside !== undefined) writeWholeFile(aside, now, io.cwd, 0o600)
  putBack(copy, file)
  io.stdout(
    [
      `${printable(fileDiff(now, text) ?? '')}\n`,
      `\n${printable(file)} is as it was before the gateway\n`,
      ...(aside === undefined
        ? []
        : [`It was changed since it was connected: what it was until now is kept in ${printable(aside)}\n`]),
    ].join(''),
  )
}

function fileOf({ client, file }: ConnectSettings, io: DiscreetIo): string {
  const named = file === undefined ? clientFile(client, io) : resolve(io.cwd, file)
  return existsSync(named) ? realpathSync(named) : named
}

function readClientFile({ client }: ConnectSettings, file: string, io: DiscreetIo): string {
  if (!existsSync(file))
    throw new UsageError('FILE_UNREADABLE', `Cannot connect ${client}: there is no "${file}"`, {
      hint: 'name the file with --file',
    })
  const text = readUserFile(file, 'the file of the client', io.cwd).toString('utf8')
  // The diff shows entries whole.
  io.keepSecret(secretsInText(text))
  return text
}

function copyOf(file: string): string {
  return besides(file, 'before-understudy')
}

/** `.mcp.json` and `.mcp.WORD.json`. */
function besides(file: string, word: string): string {
  const ending = extname(file)
  return join(dirname(file), `${basename(file, ending)}.${word}${ending}`)
}

function front(
  text: string,
  file: string,
  copy: string,
  { client, mode }: ConnectSettings,
  { env }: DiscreetIo,
): FrontedConfig {
  const { command, args } = ourselves()
  const config = nameInClientFile(client, file, copy, homeFolder(env))
  return putGatewayInFront(text, file, {
    name: NAME,
    command,
    args: [...args, 'gateway', '--config', config, ...(mode === 'dry' ? ['--mode', mode] : [])],
  })
}

function connectedAs(
  before: string,
  file: string,
  copy: string,
  settings: ConnectSettings,
  io: DiscreetIo,
): string | undefined {
  try {
    return front(before, file, copy, settings, io).text
  } catch {
    // The copy was changed: nobody knows any more what was written then.
    return undefined
  }
}

/**
 * How a client starts this program: by this Node and file, as clients with windows have a PATH of their own. What npx fetched for a
 * while is fetched again.
 */
function ourselves(): { readonly command: string; readonly args: readonly string[] } {
  const main = fileURLToPath(new URL('../main.js', import.meta.url))
  const isForAWhile = main.split(sep).includes('_npx')
  return isForAWhile
    ? { command: 'npx', args: ['-y', 'mcp-understudy'] }
    : { command: process.execPath, args: [main] }
}

function keepCopy(file: string, copy: string): void {
  try {
    copyFileSync(file, copy, constants.COPYFILE_EXCL)
  } catch (cause) {
    throw new StoreError('WRITE_FILE_FAILED', `Cannot keep a copy of "${file}": ${reasonOf(cause)}`, {
      hint: 'check the folder and its permissions; nothing was changed',
      cause,
    })
  }
}

/** As it is, byte by byte and with its mode. */
function putBack(copy: string, file: string): void {
  try {
    renameSync(copy, file)
  } catch (cause) {
    throw new StoreError('WRITE_FILE_FAILED', `Cannot put back "${file}": ${reasonOf(cause)}`, {
      hint: `check the folder and its permissions; the file as it was is in "${copy}"`,
      cause,
    })
  }
}

const NAME = 'understudy'
