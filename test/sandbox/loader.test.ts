/** No way leads to a module, and no text becomes code: what runs is what was read. */
import { builtinModules } from 'node:module'
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../src/sandbox/index.js'
import { verifies } from '../verifies.js'
import { sandboxTest } from './guest-job.js'
import { type Probe, type ProbeOutcome, runProbes } from './probe-run.js'

verifies('sandbox:no-loader')

const BUILTINS = builtinModules
  .filter((name) => !name.startsWith('_'))
  .map((name) => `node:${name.replace('node:', '')}`)

const IMPORTS: Probe[] = [
  ...BUILTINS,
  'fs',
  'data:text/javascript,export default 1',
  'data:application/json,{}',
  'npm:is-odd',
  'jsr:@std/path',
  'file:///etc/passwd',
  'https://evil.test/x.js',
  './x.js',
  'ext:core/mod.js',
  'understudy:guest',
].map((name) => ({ name, program: `return typeof (await import(${JSON.stringify(name)}))` }))

/** Ways by which text becomes code elsewhere: each would give 42. */
const EVALUATORS: Probe[] = [
  { name: 'eval', program: `return eval('42')` },
  { name: 'indirect eval', program: `return (0, eval)('42')` },
  { name: 'eval by call', program: `return eval.call(null, '42')` },
  { name: 'eval in a microtask', program: `return Promise.resolve('42').then(eval)` },
  { name: 'Function', program: `return new Function('return 42')()` },
  { name: 'Function of a function', program: `return (() => {}).constructor('return 42')()` },
  { name: 'Function by Reflect', program: `return Reflect.construct(Function, ['return 42'])()` },
  { name: 'Function by a subclass', program: `class F extends Function {}; return new F('return 42')()` },
  {
    name: 'AsyncFunction',
    program: `return Object.getPrototypeOf(async () => {}).constructor('return 42')()`,
  },
  {
    name: 'GeneratorFunction',
    program: `return Object.getPrototypeOf(function* () {}).constructor('return 42')().next().value`,
  },
  {
    name: 'AsyncGeneratorFunction',
    program: `return (await Object.getPrototypeOf(async function* () {}).constructor('return 42')().next()).value`,
  },
  {
    name: 'a timer of text',
    program: `setTimeout('globalThis.ran = 42'); await new Promise((r) => setTimeout(r, 9)); return globalThis.ran`,
  },
  {
    name: 'a listener of text',
    program: `new EventTarget().addEventListener('x', 'globalThis.ran = 42'); return globalThis.ran.length`,
  },
  {
    name: 'a callback of the runtime',
    program: `await new ReadableStream({ start: eval.bind(null, '42') }).getReader().closed; return 42`,
  },
  {
    name: 'a description of stacks',
    program: `Error.prepareStackTrace = eval.bind(null, '42'); return new Error().stack`,
  },
]

const DOORS: Probe[] = [
  { name: 'require', program: `return require('node:fs')` },
  { name: 'process.getBuiltinModule', program: `return process.getBuiltinModule('node:fs')` },
  { name: 'the process of Buffer', program: `return Buffer.constructor('return process')().pid` },
  { name: 'Deno', program: `return Deno.pid` },
  { name: 'module', program: `return module.constructor` },
  { name: 'a worker', program: `return new Worker('data:text/javascript,1', { type: 'module' })` },
  { name: 'a realm', program: `return new ShadowRealm().evaluate('42')` },
]

const test = sandboxTest.extend<{ outcomeOf: (name: string) => ProbeOutcome }>({
  outcomeOf: [async ({ sandbox }, use) => use(await outcomesOf(sandbox)), { scope: 'file' }],
})

describe('no module is loaded', () => {
  test.for(IMPORTS.map(({ name }) => name))('%s', (name, { outcomeOf }) => {
    expect(outcomeOf(name)).toEqual({ error: 'TypeError: A dynamic import callback was not specified.' })
  })
})

describe('no text is run', () => {
  test.for(EVALUATORS.map(({ name }) => name))('by %s', (name, { outcomeOf }) => {
    expect(outcomeOf(name).error).toMatch(/^(EvalError|TypeError|Error)\b/)
  })
})

describe('no door is open', () => {
  test.for(DOORS.map(({ name }) => name))('%s', (name, { outcomeOf }) => {
    expect(outcomeOf(name).error).toMatch(/^(ReferenceError|EvalError): /)
  })
})

test('text that was to be run is told as an attempt, once for each way', async ({ sandbox }) => {
  const { run } = await runProbes(sandbox, EVALUATORS)

  expect(run.attempts).toEqual(
    ['eval', 'Function', 'AsyncFunction', 'GeneratorFunction', 'AsyncGeneratorFunction'].map((target) => ({
      kind: 'eval',
      target,
      allowed: false,
    })),
  )
})

describe('a program that is no body of a function is refused, and nothing of it runs', () => {
  test.for([
    '}); console.log("out"); (async () => {',
    '}, console.log("out"), async function () {',
    '}[console.log("out")] = async function () {',
    '}[console.log("out").x] = async function () {',
    '} * console.log("out"), async function () {',
    '} static { console.log("out") } async x() {',
    '} get [console.log("out")]() {',
    '}; console.log("out"); {',
    '} /* */ ) ; console.log("out") ; ( async () => {',
    'return import.meta.url',
    'import fs from "node:fs"; console.log(fs)',
  ])('%s', async (code, { sandbox }) => {
    const run = await sandbox.run({
      code,
      fileName: 'plan.js',
      params: null,
      world: { kind: 'virtual', seed: 1, startMs: 0 },
      answer: async () => ({ kind: 'value', value: null, elapsedMs: 0 }),
    })

    expect(run).toMatchObject({ ended: 'threw', error: { name: 'SyntaxError' }, console: [] })
  })
})

async function outcomesOf(sandbox: Sandbox): Promise<(name: string) => ProbeOutcome> {
  return (await runProbes(sandbox, [...IMPORTS, ...DOORS, ...EVALUATORS])).outcomeOf
}
