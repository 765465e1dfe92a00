/** From the names that labels use to the ids of files: a label that names no file would be measured as a failure of the engine. */
import type { Catalogue } from '../library/index.js'
import type { LabelledPrompt } from './labelled-prompt.js'
import { MeasurementError } from './measurement-error.js'
import { quoted } from './quoted.js'

/** @throws MeasurementError that tells every label that names no file, with its line. */
export function resolveLabels(
  prompts: readonly LabelledPrompt[],
  catalogue: Catalogue,
  folder: string,
): readonly LabelledPrompt[] {
  const unknown: string[] = []
  const resolve = (prompt: LabelledPrompt, name: string): string => {
    const id = catalogue.find(name)?.id
    if (id === undefined) unknown.push(`${prompt.place}: ${quoted(name)}${suggestion(name, catalogue)}`)
    return id ?? name
  }
  const resolved = prompts.map((prompt) => {
    const expect = unique(prompt.expect.map((name) => resolve(prompt, name)))
    const also = unique(prompt.also.map((name) => resolve(prompt, name)))
    return { ...prompt, expect, also: also.filter((id) => !expect.includes(id)) }
  })
  if (unknown.length === 0) return resolved
  throw new MeasurementError([`Labels name files that are not in "${folder}":`, ...unknown].join('\n  '), {
    hint: 'a label is the folder and the name of a file, such as "core/work_log"',
  })
}

/** Two names of one file are one label. */
function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)]
}

/** Files of this name in another folder. */
function suggestion(name: string, { instructions }: Catalogue): string {
  const bare = name.split(/[/:]/).at(-1)
  const ids = instructions.filter((instruction) => instruction.name === bare).map(({ id }) => id)
  return ids.length === 0 ? '' : `, did you mean "${ids.join('" or "')}"?`
}
