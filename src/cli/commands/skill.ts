/** `understudy skill`: a skill file for agents that write code. */
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { SKILL } from '../skill-text.js'

export function addSkillCommand(program: Command, context: CommandContext): void {
  program
    .command('skill')
    .description(
      'Prints a skill file for coding agents: how to rehearse a plan, read the report, mend the plan, and run it.',
    )
    .addHelpText(
      'after',
      `
Example:
  mkdir -p .claude/skills/rehearse
  understudy skill > .claude/skills/rehearse/SKILL.md`,
    )
    .action(() => context.io.stdout(SKILL))
}
