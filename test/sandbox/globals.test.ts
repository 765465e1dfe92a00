/**
 * Every global of the runtime has been looked at: what it shows of time and chance is the world's, or it is gone. A release of Deno that adds a
 * name or a member fails here until somebody has looked at it.
 */
import { expect } from 'vitest'
import { GLOBALS } from '../../src/sandbox/guest/globals.js'
import { verifies } from '../verifies.js'
import { bareRecipe, runBare } from './bare-guest.js'
import { guestJob, sharedGuestTest as test } from './guest-job.js'
import { KNOWN_MEMBERS } from './known-members.js'
import { LIST_MEMBERS } from './members-program.js'

verifies('sandbox:globals-known')

/** What the runtime has and no program gets. */
const GONE: readonly string[] = `
  Deno process global Window Location location name close closed alert confirm prompt
  onbeforeunload onerror onload onunhandledrejection onunload
  Worker MessageChannel MessagePort BroadcastChannel EventSource Lock LockManager
  Cache CacheStorage caches Storage localStorage sessionStorage FormData FileReader
  PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList
  NavigatorUAData ImageBitmap ImageBitmapRenderingContext ImageData OffscreenCanvas createImageBitmap
  DOMMatrix DOMMatrixReadOnly DOMPoint DOMPointReadOnly DOMQuad DOMRect DOMRectReadOnly
  GPU GPUAdapter GPUAdapterInfo GPUBindGroup GPUBindGroupLayout GPUBuffer GPUBufferUsage GPUCanvasContext
  GPUColorWrite GPUCommandBuffer GPUCommandEncoder GPUCompilationInfo GPUCompilationMessage GPUComputePassEncoder
  GPUComputePipeline GPUDevice GPUDeviceLostInfo GPUError GPUInternalError GPUMapMode GPUOutOfMemoryError
  GPUPipelineError GPUPipelineLayout GPUQuerySet GPUQueue GPURenderBundle GPURenderBundleEncoder
  GPURenderPassEncoder GPURenderPipeline GPUSampler GPUShaderModule GPUShaderStage GPUSupportedFeatures
  GPUSupportedLimits GPUTexture GPUTextureUsage GPUTextureView GPUUncapturedErrorEvent GPUValidationError`
  .trim()
  .split(/\s+/)

/** What the guest adds. */
const ADDED = ['ToolError']

test('every global of the runtime is either kept or gone', async () => {
  const recipe = await bareRecipe()

  const run = await runBare(recipe, `return Object.getOwnPropertyNames(globalThis).join(' ')`, null)

  const names = (run.value ?? '').split(' ')
  expect(names).toContain('Deno')
  expect(names.filter((name) => !GLOBALS.includes(name) && !GONE.includes(name))).toEqual([])
  expect(GONE.filter((name) => GLOBALS.includes(name))).toEqual([])
})

test('a program has the globals that are kept, and no other', async ({ sandbox }) => {
  const run = await sandbox.run(guestJob('return Object.getOwnPropertyNames(globalThis)'))

  expect(new Set(run.result as string[])).toEqual(new Set([...GLOBALS, ...ADDED]))
})

test('each of them has the members that are known, and no other', async ({ sandbox }) => {
  const run = await sandbox.run(guestJob(LIST_MEMBERS))

  expect(run.result).toEqual(KNOWN_MEMBERS)
})

test('what stands in the place of the runtime shows the text, the name and the members of the runtime', async ({
  sandbox,
}) => {
  const program = `const shown = (value) => [Function.prototype.toString.call(value), value.name, value.length, Object.getOwnPropertyNames(value).sort().join()]
const descriptorOf = (holder, key) => { const { get, set, value, ...rest } = Object.getOwnPropertyDescriptor(holder, key); return [typeof get, typeof set, rest] }
const getter = (holder, key) => Object.getOwnPropertyDescriptor(holder, key).get
return JSON.stringify([
  [Math, 'random'], [Date, 'now'], [Crypto.prototype, 'randomUUID'], [Crypto.prototype, 'getRandomValues'], [Performance.prototype, 'now'],
  [globalThis, 'setTimeout'], [globalThis, 'setInterval'], [globalThis, 'clearTimeout'], [globalThis, 'setImmediate'], [globalThis, 'fetch'],
  [globalThis, 'eval'], [globalThis, 'Function'], [globalThis, 'Date'], [globalThis, 'WeakRef'], [globalThis, 'FinalizationRegistry'],
  [globalThis, 'Response'], [globalThis, 'Request'], [AbortSignal, 'timeout'], [Atomics, 'wait'], [Temporal.Now, 'instant'],
  [Function.prototype, 'toString'], [SubtleCrypto.prototype, 'digest'], [SubtleCrypto.prototype, 'generateKey'], [WebAssembly, 'compile'],
  [Intl.DateTimeFormat.prototype, 'formatToParts'], [Date.prototype, 'constructor'], [Blob.prototype, 'text'], [Blob.prototype, 'slice'],
].map(([holder, key]) => [key, shown(holder[key]), descriptorOf(holder, key)]).concat([
  [Performance.prototype, 'timeOrigin'], [Intl.DateTimeFormat.prototype, 'format'], [Navigator.prototype, 'hardwareConcurrency'], [Blob.prototype, 'size'],
].map(([holder, key]) => [key, shown(getter(holder, key)), descriptorOf(holder, key)])))`

  const bare = await runBare(await bareRecipe(), program, null)
  const run = await sandbox.run(guestJob(program))

  expect(bare.error).toBeUndefined()
  expect(JSON.parse(String(run.result))).toEqual(JSON.parse(bare.value ?? ''))
})
