/** Asks servers for their tools and writes what a program has, as types. */
import {
  counted,
  type Finding,
  printable,
  readUserFile,
  UsageError,
  writeWholeFile,
} from '../../base/index.js'
import { type Program, prepareProgram } from '../../program/index.js'
import { createRegistry, type ToolRegistry } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { declareTools, inferParams } from '../../types/index.js'
import { askInCopy } from '../ask-in-copy.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { askForTools, nameServers } from '../servers.js'
import { withFrameTrace } from '../trace-file.js'

export interface TypesSettings {
  readonly out?: string
  readonly program?: string
  readonly format: 'typescript' | 'json-schema' | 'zod'
  readonly globals: boolean
  /** In a throwaway copy of this machine. */
  readonly copy: boolean
}

/** @throws UsageError for a program that cannot be read; what servers that cannot be asked throw where there is no other */
export async function writeTypes(
  settings: TypesSettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<ExitCode> {
  if (settings.format !== 'typescript' && settings.program === undefined)
    throw new UsageError('USAGE', `Cannot write ${settings.format} without a program`, {
      hint: 'it is of the params of --program FILE',
    })
  const program = settings.program === undefined ? undefined : await readProgram(settings.program, io)
  const named = await nameServers(choice, io)
  const ask = settings.copy ? askInCopy : askForTools
  const asked = await withFrameTrace(choice, named, io, (trace) =>
    withProgress(io, 'Asking for tools', (tell) => ask(named, choice, io, trace, { tell })),
  )
  const { servers, unavailable } = io.redact(asked)
  const missing = [...unavailable, ...named.unusable]
  const registry = createRegistry(servers, createSchemaCompiler())
  for (const { message } of [...named.findings, ...registry.findings]) tell(io, message)
  for (const { server, reason } of unavailable) tell(io, `Server "${server}" could not be asked: ${reason}`)
  const text = textOf(registry, program, settings, missing)
  if (settings.out === undefined) io.stdout(text)
  else {
    writeWholeFile(settings.out, text, io.cwd)
    tell(io, `Wrote ${settings.out}: ${counted(registry.tools.length, 'tool')}`)
  }
  return exitCodeFor({ unavailable: missing.length > 0 })
}

function tell(io: DiscreetIo, message: string): void {
  io.stderr(`${printable(message, { oneLine: true })}\n`)
}

async function readProgram(file: string, io: DiscreetIo): Promise<Program> {
  const preparation = await prepareProgram(readUserFile(file, 'the program', io.cwd), { fileName: file })
  if (preparation.kind === 'ready') return preparation.program
  const [first] = preparation.findings
  throw new UsageError('USAGE', `Cannot type the params of "${file}": ${describe(first)}`)
}

function describe(finding: Finding | undefined): string {
  const { line, column, message = 'it cannot be read' } = finding ?? {}
  return line === undefined ? message : `line ${line}, column ${column}: ${message}`
}

function textOf(
  registry: ToolRegistry,
  program: Program | undefined,
  { format, globals }: TypesSettings,
  unavailable: readonly { readonly server: string }[],
): string {
  const params = program === undefined ? undefined : inferParams(program.params(), registry)
  const compiled = params?.compiled
  if (params !== undefined && format === 'json-schema') return `${JSON.stringify(params.schema, null, 2)}\n`
  if (compiled !== undefined && format === 'zod') return compiled.zodText('params')
  return declareTools(registry, {
    unavailable: unavailable.map(({ server }) => server),
    ...(compiled === undefined ? {} : { params: compiled }),
    undeclared: 'unknown',
    globals,
  })
}
