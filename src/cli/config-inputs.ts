/** A config and the values of its inputs: what nobody said is asked for at a terminal. */
import { resolve } from 'node:path'
import { inOneLine, readUserText } from '../base/index.js'
import type { EntryContext, ServersConfig } from '../config/index.js'
import type { CliIo } from './cli-io.js'
import type { ServerChoice } from './server-options.js'

type Chosen = Pick<ServerChoice, 'inputs' | 'only'>

/** Reads the servers of a config. @throws UsageError what parseServersConfig throws, or FILE_UNREADABLE */
export async function readWithInputs(file: string, choice: Chosen, io: CliIo): Promise<ServersConfig> {
  const { parseServersConfig } = await import('../config/index.js')
  const text = readUserText(file, 'the config', io.cwd)
  const read = (inputs: Chosen['inputs']): ServersConfig =>
    parseServersConfig(text, contextOf(file, { ...choice, inputs }, io))
  const config = read(choice.inputs)
  const answers = await askFor(config.unanswered, io)
  return Object.keys(answers).length === 0 ? config : read({ ...choice.inputs, ...answers })
}

/** The values of a config's inputs, those that were asked for among them. */
export async function completeInputs(file: string, choice: Chosen, io: CliIo): Promise<Chosen['inputs']> {
  // Nobody can be asked: the file is read where its servers are.
  if (io.ask === undefined) return choice.inputs
  const { parseServersConfig } = await import('../config/index.js')
  const text = readUserText(file, 'the config', io.cwd)
  const { unanswered } = parseServersConfig(text, contextOf(file, choice, io))
  return { ...choice.inputs, ...(await askFor(unanswered, io)) }
}

function contextOf(file: string, { inputs, only }: Chosen, io: CliIo): EntryContext {
  const { env, cwd } = io
  return {
    ...{ fileName: resolve(cwd, file), env, cwd, inputs, chosen: only },
    readEnvFile: (path) => readUserText(path, 'the envFile', cwd),
  }
}

/** An empty answer takes the default, where there is one. */
async function askFor(
  unanswered: ServersConfig['unanswered'],
  { ask }: CliIo,
): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {}
  if (ask === undefined) return answers
  for (const { id, description, isPassword, options, default: otherwise } of unanswered) {
    const about = description === undefined ? id : `${description} (${id})`
    const choices = options === undefined ? '' : ` [${options.join(', ')}]`
    const fallback = otherwise === undefined || isPassword ? '' : ` (${otherwise})`
    const answer = await ask(`${inOneLine(`${about}${choices}${fallback}`, 400)}: `, { isHidden: isPassword })
    if (answer !== '' || otherwise === undefined) answers[id] = answer
  }
  return answers
}
