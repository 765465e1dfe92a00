/** Who may import whom: the table of docs/architecture.md as data. Imports point down only. */

export interface Layer {
  /** Modules of one level may import each other only as listed. */
  readonly level: number
  /** Modules it may import at run time, and so for types as well. */
  readonly runtime: readonly string[]
  /** Modules of which it may import types alone. */
  readonly types?: readonly string[]
}

/** Every folder of src/. A folder that is not here fails the build. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  base: { level: 0, runtime: [] },
  protocol: { level: 1, runtime: ['base'] },
  schema: { level: 1, runtime: ['base'] },
  document: { level: 1, runtime: ['base'] },
  database: { level: 1, runtime: ['base'] },
  call: { level: 2, runtime: ['base'], types: ['protocol'] },
  policy: { level: 3, runtime: ['base', 'call'] },
  effects: { level: 3, runtime: ['base', 'call'] },
  overlay: { level: 3, runtime: ['base', 'call', 'effects'] },
  transport: { level: 2, runtime: ['base', 'protocol'] },
  session: { level: 3, runtime: ['base', 'protocol', 'call', 'transport'] },
  server: { level: 3, runtime: ['base', 'protocol', 'call', 'transport'] },
  registry: { level: 3, runtime: ['base', 'schema', 'call', 'effects'], types: ['protocol'] },
  recording: { level: 3, runtime: ['base', 'protocol', 'database', 'call'] },
  sandbox: { level: 3, runtime: ['base'], types: ['call'] },
  program: { level: 3, runtime: ['base'] },
  types: { level: 4, runtime: ['base', 'schema', 'program'], types: ['registry'] },
  'type-check': { level: 4, runtime: ['base', 'transport'], types: ['program'] },
  workflow: { level: 3, runtime: ['base', 'document', 'call'] },
  sequence: { level: 3, runtime: ['base', 'call', 'workflow'] },
  plan: {
    level: 4,
    runtime: ['base', 'call', 'workflow', 'sequence'],
    types: ['schema', 'policy', 'registry', 'recording'],
  },
  execution: {
    level: 4,
    runtime: ['base', 'call', 'policy', 'sandbox', 'workflow', 'sequence', 'plan'],
    types: ['schema', 'effects', 'registry', 'recording', 'program'],
  },
  dryrun: {
    level: 4,
    runtime: [
      'base',
      'schema',
      'call',
      'policy',
      'effects',
      'overlay',
      'registry',
      'recording',
      'program',
      'types',
      'workflow',
      'sequence',
      'plan',
      'execution',
    ],
    types: ['sandbox'],
  },
  report: { level: 4, runtime: ['base', 'effects'], types: ['dryrun'] },
  replay: { level: 4, runtime: ['base', 'protocol', 'server', 'recording'] },
  proxy: { level: 4, runtime: ['base', 'protocol', 'transport', 'server', 'recording'] },
  config: {
    level: 5,
    runtime: ['base', 'document', 'call', 'policy', 'effects', 'registry', 'recording'],
    types: ['schema'],
  },
  launch: {
    level: 6,
    runtime: ['base', 'effects', 'transport', 'session', 'server', 'recording', 'replay', 'config'],
    types: ['registry'],
  },
  copy: {
    level: 7,
    runtime: ['base', 'transport', 'sandbox', 'launch'],
    types: ['call', 'session', 'registry', 'dryrun', 'config'],
  },
  contact: {
    level: 7,
    runtime: ['base', 'schema', 'call', 'effects', 'transport', 'registry', 'recording', 'config', 'launch'],
    types: ['policy', 'session', 'dryrun'],
  },
  'wire-check': { level: 4, runtime: ['base', 'protocol', 'schema'], types: ['transport'] },
  torture: { level: 4, runtime: ['base', 'transport'], types: ['protocol'] },
  probe: {
    level: 5,
    runtime: ['base', 'schema', 'call', 'wire-check'],
    types: ['protocol', 'transport', 'session'],
  },
  'first-test': {
    level: 8,
    runtime: [
      'base',
      'protocol',
      'call',
      'policy',
      'effects',
      'registry',
      'recording',
      'report',
      'replay',
      'testing',
    ],
    types: ['schema', 'transport', 'session', 'config'],
  },
  journal: { level: 3, runtime: ['base', 'database', 'call'] },
  undo: { level: 5, runtime: ['base', 'database', 'plan'], types: ['journal'] },
  testing: {
    level: 8,
    runtime: [
      'base',
      'protocol',
      'schema',
      'call',
      'effects',
      'transport',
      'session',
      'server',
      'registry',
      'recording',
      'execution',
      'dryrun',
      'report',
      'replay',
      'copy',
      'wire-check',
      'torture',
      'probe',
    ],
  },
  gateway: {
    level: 8,
    runtime: [
      'base',
      'protocol',
      'schema',
      'document',
      'call',
      'policy',
      'effects',
      'transport',
      'server',
      'registry',
      'recording',
      'sandbox',
      'program',
      'workflow',
      'plan',
      'execution',
      'dryrun',
      'replay',
      'config',
      'launch',
      'copy',
      'contact',
      'journal',
      'sequence',
      'undo',
    ],
    types: ['session'],
  },
  cli: {
    level: 9,
    runtime: [
      'base',
      'protocol',
      'schema',
      'call',
      'policy',
      'effects',
      'transport',
      'session',
      'server',
      'registry',
      'recording',
      'sandbox',
      'program',
      'types',
      'type-check',
      'plan',
      'dryrun',
      'report',
      'replay',
      'proxy',
      'config',
      'launch',
      'copy',
      'contact',
      'torture',
      'probe',
      'first-test',
      'journal',
      'undo',
      'testing',
      'gateway',
    ],
  },
}

/** What src/index.ts, the main door, may not import. */
export const NOT_BEHIND_THE_MAIN_DOOR: readonly string[] = ['cli', 'testing']

/** Files that may be entered beside a module's index.ts. */
export const SIDE_DOORS: readonly RegExp[] = [
  // What finds the Deno loads no sandbox.
  /^src\/sandbox\/find-sandbox-deno\.ts$/,
  // Whoever starts no copy loads nothing of it.
  /^src\/transport\/copy\/index\.ts$/,
  // The command line offers what the gateway does, and loads no gateway for it.
  /^src\/gateway\/(?:choices|clients|tracing)\/index\.ts$/,
  // Whoever only rehearses loads no gateway: `run` does when it is called.
  /^src\/gateway\/run\.ts$/,
  // A command takes the part of the test kit that it shows, and what sees tools pass takes no registry.
  /^src\/testing\/mock\/index\.ts$/,
  /^src\/(?:registry\/contract-of|schema\/fingerprint)\.ts$/,
  // What is wrong with a rehearsal is told by a matcher too, and nothing is rendered for it.
  /^src\/report\/render-session-html\.ts$/,
  /^src\/report\/problems\.ts$/,
  // To know how a server is launched, and what of that is secret, takes no reader of files.
  /^src\/config\/server-(?:entry|secrets)\.ts$/,
  // What hides secrets, names a store or a call needs no store, and loads none.
  /^src\/(?:database\/database-name|recording\/(?:redaction\/index|principal|recording-key|store-name))\.ts$/,
]

/** Packages that users bring along, and the one folder that may load each. */
export const BROUGHT_BY_USERS: Readonly<Record<string, string>> = {
  vitest: 'src/testing/vitest/',
  pg: 'src/database/postgres/',
  '@opentelemetry/api': 'src/gateway/tracing/',
  '@opentelemetry/exporter-trace-otlp-http': 'src/gateway/tracing/',
  '@opentelemetry/exporter-trace-otlp-proto': 'src/gateway/tracing/',
  '@opentelemetry/resources': 'src/gateway/tracing/',
  '@opentelemetry/sdk-trace-base': 'src/gateway/tracing/',
}

/** What a rehearsal must not reach, through however many others. */
export const OUT_OF_REACH: Readonly<Record<string, readonly string[]>> = {
  dryrun: ['session', 'transport', 'server', 'proxy'],
  execution: ['session', 'transport', 'server', 'proxy'],
}

/** Files that must not be reached from a file: where servers are listed, nothing can call them but in a throwaway copy. */
export const FILES_OUT_OF_REACH: Readonly<Record<string, readonly string[]>> = {
  'src/gateway/upstreams/create-listings.ts': [
    'create-upstreams',
    'upstream-server',
    'session-pool',
    'upstream-session',
  ].map((name) => `src/gateway/upstreams/${name}.ts`),
  'src/gateway/modes/dry.ts': [
    ...['create-upstreams', 'upstream-server', 'session-pool', 'upstream-session'].map(
      (name) => `src/gateway/upstreams/${name}.ts`,
    ),
    'src/gateway/service/forward.ts',
    'src/gateway/service/forward-call.ts',
    'src/gateway/runs/run-plan.ts',
  ],
}

/** Where the world may be touched. Paths are prefixes. */
export const WORLD_HOMES: Readonly<Record<WorldUse, readonly string[]>> = {
  // The server of the torture table is a program of its own, whose life and death is what it is for.
  'starts processes': ['src/transport/', 'src/sandbox/', 'src/cli/', 'src/torture/server/'],
  'ends the process': ['src/cli/', 'src/torture/server/'],
  // The guest replaces the console of the program; it writes to none.
  'uses the console': ['src/cli/', 'src/sandbox/guest/'],
  // The guest replaces clock and chance by virtual ones.
  'reads the clock': ['src/base/', 'src/sandbox/guest/'],
  'draws chance': ['src/base/', 'src/sandbox/guest/'],
}

export type WorldUse =
  | 'starts processes'
  | 'ends the process'
  | 'uses the console'
  | 'reads the clock'
  | 'draws chance'
