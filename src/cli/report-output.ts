/** The report of a rehearsal, shown and written in the formats that the user asked for. */
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { appendToFile, escapeCiCommandsInJson, writeWholeFile } from '../base/index.js'
import { splitToolRef, type ToolRef } from '../call/index.js'
import type { Report } from '../dryrun/index.js'
import {
  renderGithub,
  renderHtml,
  renderJunit,
  renderMarkdown,
  renderSarif,
  renderText,
  type SarifOptions,
} from '../report/index.js'
import { isInside } from '../transport/index.js'
import { escapeCiCommands } from './ci-commands.js'
import { layoutFor, packageVersion } from './cli-io.js'
import type { DiscreetIo } from './discreet-io.js'
import type { DryRunSettings, Format } from './dry-run-settings.js'
import { repeatCommand } from './repeat-command.js'
import type { ServerChoice } from './server-options.js'

export interface ToldRehearsal {
  readonly report: Report
  readonly plan: Uint8Array
  readonly settings: DryRunSettings
  readonly choice: ServerChoice
}

/**
 * Shows the report on standard output and writes it to the files. Secrets are gone from it; what is made of it is written as it
 * is, so that no secret can be a word of the format, and no word of ours the name of one.
 * @throws StoreError WRITE_FILE_FAILED
 */
export function tellReport({ report, plan, settings, choice }: ToldRehearsal, io: DiscreetIo): void {
  const options: SarifOptions = {
    fileName: io.redact(settings.fileName),
    path: io.redact(pathInRepository(settings, io)),
    // Excerpts of the plan are cut to fit: what is secret in it goes before that.
    source: io.redact(Buffer.from(plan).toString('utf8')),
    failOn: settings.failOn,
    version: packageVersion(),
    recordCommand: (tool, args) => io.redact(recordCommand(tool, args, settings, choice)),
  }
  if (settings.format === 'github') tellGithub(report, options, io)
  else if (settings.format === 'text')
    io.stdoutMade(escapeCiCommands(renderText(report, { ...options, ...layoutFor(io) })))
  else io.stdoutMade(render(report, settings.format, options, io))
  for (const { file, format } of settings.outs) {
    // A report tells what stands in files and answers: that is the user's own.
    writeWholeFile(file, render(report, format, options, io), io.cwd, 0o600)
  }
}

/** The log gets the annotations, then the text for who reads it; the step's page gets a summary. */
function tellGithub(report: Report, options: SarifOptions, io: DiscreetIo): void {
  const summary = io.env.GITHUB_STEP_SUMMARY ?? ''
  io.stdoutMade(renderGithub(report, options))
  io.stdoutMade(escapeCiCommands(renderText(report, options)))
  if (summary !== '') appendToFile(summary, escapeCiCommands(renderMarkdown(report, options)), io.cwd)
}

function render(
  report: Report,
  format: Exclude<Format, 'github'>,
  options: SarifOptions,
  io: DiscreetIo,
): string {
  switch (format) {
    case 'json':
      return io.asJson(report)
    case 'text':
      return escapeCiCommands(renderText(report, options))
    case 'sarif':
      return `${escapeCiCommandsInJson(JSON.stringify(renderSarif(report, options), null, 2))}\n`
    case 'junit':
      return escapeCiCommands(renderJunit(report, options))
    case 'markdown':
      return escapeCiCommands(renderMarkdown(report, options))
    case 'html':
      return escapeCiCommands(renderHtml(report, options))
  }
}

/** With the store, policy and servers of the rehearsal. */
function recordCommand(
  tool: ToolRef,
  args: readonly string[],
  { store, policy, settings }: DryRunSettings,
  choice: ServerChoice,
): string {
  const words = [
    ...['call', tool, ...args, '--store', ...(store === undefined ? [] : [store])],
    ...(policy === undefined ? [] : ['--policy', policy]),
    ...(settings === undefined ? [] : ['--settings', settings]),
  ]
  return repeatCommand(words, splitToolRef(tool).server, choice)
}

/** From the folder that GitHub checked out, else from the folder that the command runs in; of a plan outside of both, its name. */
function pathInRepository({ file, fileName }: DryRunSettings, { env, cwd }: DiscreetIo): string {
  if (file === '-') return fileName
  const roots = [env.GITHUB_WORKSPACE ?? '', cwd].filter((root) => isAbsolute(root))
  const path = resolve(cwd, file)
  const root = roots.find((each) => isInside(path, each))
  return root === undefined ? fileName : relative(root, path).split(sep).join('/')
}
