/** A prompt for each slash command that an instruction answers. */
import type { Catalogue, Instruction } from '../library/index.js'

export interface CommandPrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: { name: string; description: string; required: false }[]
}

/** By their names, without the slash. */
export function commandPrompts(catalogue: Catalogue): readonly CommandPrompt[] {
  return [...commandsOf(catalogue)].map(([name, { title, description }]) => ({
    name,
    title,
    description,
    arguments: [{ name: 'about', description: 'what it is about, in a few words', required: false }],
  }))
}

/** The message that the prompt stands for; undefined for a command that no instruction answers. */
export function fillPrompt(
  catalogue: Catalogue,
  name: string,
  about: string | undefined,
): FilledPrompt | undefined {
  const instruction = commandsOf(catalogue).get(name.replace(/^\//, '').toLowerCase())
  if (instruction === undefined) return undefined
  const subject = about === undefined || about === '' ? '' : ` about: ${about}`
  const text = `Follow this instruction${subject}\n\n${instruction.body.trim()}\n`
  return {
    description: instruction.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}

export interface FilledPrompt {
  description: string
  messages: { role: 'user'; content: { type: 'text'; text: string } }[]
}

/** Of two that answer one command the first by id does. */
function commandsOf({ instructions }: Catalogue): ReadonlyMap<string, Instruction> {
  const commands = new Map<string, Instruction>()
  for (const instruction of instructions)
    for (const command of instruction.commands) {
      const name = command.slice(1)
      if (!commands.has(name)) commands.set(name, instruction)
    }
  return new Map([...commands].sort(([a], [b]) => (a < b ? -1 : 1)))
}
