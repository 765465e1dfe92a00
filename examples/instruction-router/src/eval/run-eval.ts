/** The command `npm run eval`. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Catalogue, openLibrary } from '../library/index.js'
import { baselineOf } from './baseline.js'
import { holdBaseline, raiseBaseline } from './baseline-file.js'
import { EVAL_HELP, type EvalOptions, parseEvalOptions } from './eval-options.js'
import { evaluate } from './evaluation.js'
import { evaluationText } from './evaluation-text.js'
import { measuredEngines } from './measured-engine.js'
import { MeasurementError } from './measurement-error.js'
import { printable } from './quoted.js'
import { readPrompts } from './read-prompts.js'
import { resolveLabels } from './resolve-labels.js'
import { readText, shown } from './text-file.js'

/** Where the command says things. */
export interface EvalOutput {
  /** The result. */
  print(text: string): void
  /** Progress, warnings and errors. */
  note(text: string): void
}

/** Answers with the exit code: 0 fine, 1 below the baseline, 2 cannot be measured. */
export async function runEval(argv: readonly string[], output: EvalOutput): Promise<0 | 1 | 2> {
  try {
    const options = parseEvalOptions(argv)
    if (!options.help) return await measure(options, output)
    output.print(EVAL_HELP)
    return 0
  } catch (failure) {
    if (!(failure instanceof MeasurementError)) throw failure
    output.note(`Error: ${failure.message}`)
    if (failure.hint !== undefined) output.note(`Hint: ${failure.hint}`)
    return 2
  }
}

async function measure(options: EvalOptions, output: EvalOutput): Promise<0 | 1> {
  const folder = options.instructions ?? OWN.instructions
  const file = options.prompts ?? OWN.prompts
  const read = readPrompts(shown(file), await readText(file), JSON.parse(await readText(OWN.schema)))
  const catalogue = await catalogueOf(folder, output)
  const prompts = resolveLabels(read, catalogue, shown(folder))
  const engines = measuredEngines(catalogue)
  output.note(`Routing ${prompts.length} prompts by ${engines.map(({ name }) => name).join(' and ')}`)
  const evaluation = evaluate(engines, prompts, {
    limit: 5,
    instructions: catalogue.instructions.length,
    seed: options.seed,
    resamples: options.resamples,
  })
  if (options.format === 'json') output.print(JSON.stringify(evaluation, undefined, 2))
  else output.print(evaluationText(evaluation, { flaws: options.flaws }))
  const baseline = options.baseline ?? (options.prompts === undefined ? OWN.baseline : undefined)
  if (baseline === undefined) return 0
  const settle = options.updateBaseline ? raiseBaseline : holdBaseline
  const { holds, lines } = await settle(baseline, baselineOf(evaluation, prompts))
  for (const line of lines) output.note(line)
  return holds ? 0 : 1
}

const OWN = {
  instructions: ofMember('instructions'),
  prompts: ofMember('prompts/prompts.yaml'),
  schema: ofMember('prompts/prompts.schema.json'),
  baseline: ofMember('prompts/baseline.json'),
}

function ofMember(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

/** What is wrong with a file is a warning: whether it matters, the labels tell. */
async function catalogueOf(folder: string, output: EvalOutput): Promise<Catalogue> {
  using library = openLibrary(resolve(folder))
  const state = await library.current()
  if (state.kind === 'unreadable')
    throw new MeasurementError(`Cannot read instructions in "${shown(folder)}": ${state.reason}`)
  const { catalogue } = state
  for (const { file, message, effect } of catalogue.problems)
    output.note(printable(`Warning: ${file}: ${message}${effect === 'left-out' ? '; it is left out' : ''}`))
  if (catalogue.instructions.length === 0)
    throw new MeasurementError(`Cannot measure with "${shown(folder)}": it holds no files *.instructions.md`)
  return catalogue
}
