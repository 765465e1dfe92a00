/**
 * What runs on a second Node: what could be otherwise there. That is whatever goes through Node's own doors, to processes, sockets,
 * streams, files, threads and modules; so all under test/ runs there, new files too, but the folders and files that are named here. Tests
 * that touch nothing but memory (the project `unit`) and the examples run on the first Node alone.
 */

/** Folders and test files under test/, each with the reason why a second Node adds nothing. */
export const ONCE: Readonly<Record<string, string>> = {
  architecture: 'reads the sources',
  browser: 'looks at a page; src/report makes the same on both',
  containers: 'the engine does the same for both; test/transport starts processes on both',
  'contract/spec-examples': 'computes',
  'copy/disk-moves': 'the same as of copy/escapes',
  'copy/escapes': 'the kernel keeps them in; test/copy/copied-world and ends make the same copies on both',
  'copy/forty-ways': 'the same as of copy/escapes',
  'copy/init': 'the same vitest and the same copies; test/testing/vitest and test/copy/call use them on both',
  'copy/limits': 'the kernel ends what is over them; test/copy/ends ends copies on both',
  'copy/network': 'the same as of copy/escapes',
  'copy/postgres': 'the same as of copy/escapes',
  'copy/probe': 'judges what came back; test/testing/probe does, and test/copy/call asks in copies, on both',
  'copy/refusals': 'the set-up runs in Deno; test/copy/call makes copies by it on both',
  'copy/rehearsals': 'rehearses in Deno, as dryrun; test/copy/call and changes have the same copies on both',
  'copy/rehearsed-agent': 'the same as of copy/rehearsals; test/gateway serves clients on both',
  'copy/servers': 'the same as of copy/rehearsals; test/copy/record passes on what they say on both',
  'copy/test-kit': 'the same as of copy/init',
  docs: 'runs commands that test/e2e runs on both',
  dryrun: 'rehearses in Deno, which knows no Node; test/sandbox and test/e2e do on both',
  'e2e/canary': 'the same as of dryrun',
  'e2e/ci-reports': 'computes; e2e/store and e2e/types write files on both',
  'e2e/contacts': 'decides who is asked; test/gateway/contacts asks on both',
  'e2e/contract-lock': 'computes; e2e/trust-recordings asks servers, and keeps what they say, on both',
  'e2e/demo': 'rehearses in Deno, as dryrun; e2e/interruptions starts rehearsals as processes on both',
  'e2e/indiscreet-servers': 'computes what is shown; test/proxy and test/recording pass on and store on both',
  'e2e/probe': 'the same as of copy/probe',
  'e2e/settings-consent': 'decides what counts; e2e/store and e2e/types write files on both',
  'e2e/stand-ins': 'judges what they said; test/gateway/contacts starts and ends them on both',
  'gateway/canary': 'sends what test/gateway/tools sends on both, and counts',
  'gateway/copies': 'the same as of copy/rehearsals',
  'gateway/receipts': 'holds calls against what was expected; e2e/run runs by a receipt on both',
  'gateway/rehearse-run-rehearse': 'computes what is still evidence; test/recording keeps it on both',
  'journal/bound-runs':
    'computes what is left to do; journal/killed-runs kills and goes on at the same points on both',
  'journal/random-runs': 'the same as of journal/bound-runs',
  overlay: 'computes; test/session asks the same servers on both',
  package: 'npm packs and installs the same files',
  postgres: 'the server is the same; test/gateway and test/recording serve and store on both',
  registry: 'computes',
  report: 'computes',
  'sandbox/arguments': "the program's own engine refuses them; sandbox/frames sends them on both",
  'sandbox/attacks':
    'Deno and the kernel keep programs in; sandbox/layers and sandbox/audit-pipes set both up on both',
  'sandbox/bombs': 'Deno and the kernel end them; sandbox/processes-gone ends guests on both',
  'sandbox/globals': 'the names of Deno',
  'sandbox/leaks': "what programs see is Deno's",
  'sandbox/mcp-object': 'the same as of sandbox/leaks',
  'sandbox/poisoned': 'the same as of sandbox/leaks',
  'sandbox/positions': 'the same as of sandbox/leaks',
  'sandbox/real-world': 'the same as of sandbox/leaks',
  'sandbox/unknown': 'the same as of sandbox/leaks',
  'sandbox/virtual-time': 'the same as of sandbox/leaks',
  schema: 'computes',
  torture: 'speaks through what test/session and test/testing try on both',
  types: 'makes texts, which the compiler and Deno judge; test/type-check asks the compiler on both',
}

/** Patterns of the test files that run on the first Node alone. */
export const ONCE_FILES: readonly string[] = [
  'examples/**',
  ...Object.keys(ONCE).map((path) => `test/${path}{/**,.test.ts}`),
]
