/** The commands, as the overview lists them, and where each one's options stand. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.js'

export interface ListedCommand {
  readonly name: string
  /** What the overview shows behind the name. */
  readonly takes: string
  readonly summary: string
  /** Loads the function that adds the command: to read the options of all takes longer than most commands. */
  load(): Promise<(program: Command, context: CommandContext) => void>
}

/** In the order of the overview. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'dry-run',
    takes: '[options] <file>',
    summary: 'rehearse a program or a workflow',
    load: async () => (await import('./commands/dry-run.js')).addDryRunCommand,
  },
  {
    name: 'run',
    takes: '[options] <file>',
    summary: 'run a plan for real, as it was rehearsed',
    load: async () => (await import('./commands/run.js')).addRunCommand,
  },
  {
    name: 'tools',
    takes: '[options]',
    summary: 'list the tools of a server',
    load: async () => (await import('./commands/tools.js')).addToolsCommand,
  },
  {
    name: 'types',
    takes: '[options]',
    summary: 'write TypeScript types of the tools, for editors',
    load: async () => (await import('./commands/types.js')).addTypesCommand,
  },
  {
    name: 'stubs',
    takes: '[options] <action> <file>',
    summary: 'write stubs to begin with, for answers that nobody gave',
    load: async () => (await import('./commands/stubs.js')).addStubsCommand,
  },
  {
    name: 'call',
    takes: '[options] <tool> [arguments...]',
    summary: 'call one tool for real',
    load: async () => (await import('./commands/call.js')).addCallCommand,
  },
  {
    name: 'lock',
    takes: '[options]',
    summary: 'write the contract lock',
    load: async () => (await import('./commands/lock.js')).addLockCommand,
  },
  {
    name: 'verify',
    takes: '[options]',
    summary: 'compare servers with the contract lock',
    load: async () => (await import('./commands/verify.js')).addVerifyCommand,
  },
  {
    name: 'mock',
    takes: '[options]',
    summary: 'serve the tools of a server without the server',
    load: async () => (await import('./commands/mock.js')).addMockCommand,
  },
  {
    name: 'probe',
    takes: '[options]',
    summary: 'search tools for defects that can be proved',
    load: async () => (await import('./commands/probe.js')).addProbeCommand,
  },
  {
    name: 'init',
    takes: '[options]',
    summary: 'write a first passing test of a server',
    load: async () => (await import('./commands/init.js')).addInitCommand,
  },
  {
    name: 'record',
    takes: '[options]',
    summary: 'stand between a client and a server, and record both',
    load: async () => (await import('./commands/record.js')).addRecordCommand,
  },
  {
    name: 'replay',
    takes: '[options] [file]',
    summary: 'serve what was recorded',
    load: async () => (await import('./commands/replay.js')).addReplayCommand,
  },
  {
    name: 'gateway',
    takes: '[options]',
    summary: 'one MCP server in front of all others, that can rehearse before it runs',
    load: async () => (await import('./commands/gateway.js')).addGatewayCommand,
  },
  {
    name: 'connect',
    takes: '[options] <client>',
    summary: 'put the gateway in front of the servers of a client',
    load: async () => (await import('./commands/connect.js')).addConnectCommand,
  },
  {
    name: 'torture',
    takes: '[options]',
    summary: 'run a client against servers that misbehave',
    load: async () => (await import('./commands/torture.js')).addTortureCommand,
  },
  {
    name: 'runs',
    takes: '[options] <action> [id]',
    summary: 'real runs that are kept in a journal',
    load: async () => (await import('./commands/runs.js')).addRunsCommand,
  },
  {
    name: 'rehearsals',
    takes: '[options] <action> [id]',
    summary: 'what clients of a dry gateway did in their copied worlds',
    load: async () => (await import('./commands/rehearsals.js')).addRehearsalsCommand,
  },
  {
    name: 'calibration',
    takes: '[options]',
    summary: 'how often real runs went as their rehearsals said',
    load: async () => (await import('./commands/calibration.js')).addCalibrationCommand,
  },
  {
    name: 'store',
    takes: '[options] <action> [names...]',
    summary: 'look after what is recorded',
    load: async () => (await import('./commands/store.js')).addStoreCommand,
  },
  {
    name: 'copy',
    takes: '[options]',
    summary: 'run a command in a throwaway copy of this machine',
    load: async () => (await import('./commands/copy.js')).addCopyCommand,
  },
  {
    name: 'doctor',
    takes: '[options]',
    summary: 'tell what works here',
    load: async () => (await import('./commands/doctor.js')).addDoctorCommand,
  },
  {
    name: 'skill',
    takes: '',
    summary: 'print a skill file for coding agents',
    load: async () => (await import('./commands/skill.js')).addSkillCommand,
  },
  {
    name: 'completion',
    takes: '<shell>',
    summary: 'print a completion script',
    load: async () => (await import('./commands/completion.js')).addCompletionCommand,
  },
]
