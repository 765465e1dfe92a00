/** Which layers are active is found by trying, told, and can be required. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDenoSandbox, LAYERS, type Layer, sandboxLayers } from '../../src/sandbox/index.js'
import { probeSandbox } from '../../src/sandbox/layers/probe.js'
import { platformOf } from '../../src/sandbox/layers/this-platform.js'
import { startGuest } from '../../src/sandbox/process/guest-process.js'
import { verifies } from '../verifies.js'
import { bareRecipe } from './bare-guest.js'

verifies('sandbox:layers-told')

test('every layer is told, active or with the reason why not', async () => {
  const { layers, deno } = await sandboxLayers()

  expect(layers.map(({ layer }) => layer)).toEqual([...LAYERS])
  expect(layers.filter(({ active, why }) => active !== (why === undefined))).toEqual([])
  expect(deno.version).toMatch(/^2\./)
})

test('a sandbox names the layers that are active', async () => {
  const { layers } = await sandboxLayers()
  await using sandbox = await createDenoSandbox({ poolSize: 0 })

  expect(sandbox.layers).toEqual(layers.filter(({ active }) => active).map(({ layer }) => layer))
})

test('a layer that does not work is left out, and the others stay', async () => {
  const linux = platformOf(process.platform, process.arch)
  const platform = {
    ...linux,
    wrappers: [
      { layer: 'netns' as const, commands: [['false'], ['no-such-program-anywhere']] },
      { layer: 'nobody' as const, commands: [['false'], ['env']] },
    ],
  }

  const { layers, wrapper } = await probeSandbox({ platform, searchPath: process.env.PATH ?? '' })

  expect(wrapper.map((part) => part.replace(/.*\//, ''))).toEqual(['env'])
  expect(layers.find(({ layer }) => layer === 'netns')).toEqual({
    layer: 'netns',
    active: false,
    why: 'no-such-program-anywhere (util-linux) is not installed',
  })
  expect(layers.find(({ layer }) => layer === 'nobody')).toEqual({ layer: 'nobody', active: true })
})

test('what worked once is not tried again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-layers-'))
  const trials = join(folder, 'trials')
  const script = `#!/bin/sh\necho tried >>'${trials}'\nexec "$@"\n`
  await writeFile(join(folder, 'adds-a-layer'), script, { mode: 0o755 })
  const wrappers = [{ layer: 'nobody' as const, commands: [['adds-a-layer']] }]
  const platform = { ...platformOf(process.platform, process.arch), wrappers }

  const probes = [
    await probeSandbox({ platform, searchPath: folder }),
    await probeSandbox({ platform, searchPath: folder }),
  ]
  const tried = await readFile(trials, 'utf8')
  await rm(folder, { recursive: true })

  expect(probes.map(({ wrapper }) => wrapper)).toEqual(Array(2).fill([join(folder, 'adds-a-layer')]))
  expect(tried).toBe('tried\n')
})

describe('a guest that is wanted anyway is the trial', () => {
  const wrappers = [
    { layer: 'nobody' as const, commands: [['env', '--ignore-environment']] },
    { layer: 'no-new-privs' as const, commands: [['env', 'TRIED=guest']] },
  ]
  const search = {
    platform: { ...platformOf(process.platform, process.arch), wrappers },
    searchPath: process.env.PATH ?? '',
  }

  test.runIf(process.platform === 'linux')('behind all wrappers, one process for each program', async () => {
    const tried: (readonly string[])[] = []
    const starts = (isStarted: boolean) => async (denoPath: string, wrapper: readonly string[]) => {
      tried.push([denoPath, ...wrapper])
      return isStarted
    }

    // One that does not start says nothing of each wrapper: those are tried by themselves.
    const failed = await probeSandbox(search, starts(false))
    const started = await probeSandbox(search, starts(true))
    const again = await probeSandbox(search, starts(true))

    const wrapper = ['/usr/bin/env', '--ignore-environment', 'TRIED=guest']
    expect(tried).toEqual(Array(2).fill([started.deno.path, ...wrapper]))
    expect([failed, started, again].map((each) => each.wrapper)).toEqual(Array(3).fill(wrapper))
    expect(failed.layers).toEqual(started.layers)
  })
})

describe('required layers', () => {
  test('that are there are no obstacle', async () => {
    await using sandbox = await createDenoSandbox({
      poolSize: 0,
      requireLayers: ['deno-permissions', 'watchdog'],
    })

    expect(sandbox.layers).toContain('watchdog')
  })

  test('that do not exist are refused with the nearest name', async () => {
    await expect(createDenoSandbox({ requireLayers: ['watchdogs'] })).rejects.toMatchObject({
      code: 'USAGE',
      hint: 'did you mean "watchdog"?',
    })
  })

  test('that are missing here are refused with the reason', async () => {
    const { layers } = await sandboxLayers()
    const missing = layers.filter(({ active }) => !active)
    const creating = createDenoSandbox({ poolSize: 0, requireLayers: LAYERS })

    if (missing.length === 0) await (await creating)[Symbol.asyncDispose]()
    else
      await expect(creating).rejects.toMatchObject({
        code: 'SANDBOX_LAYER_MISSING',
        data: { missing: missing.map(({ layer }) => layer) },
      })
  })
})

describe.runIf(process.platform === 'linux')('an active layer is really around the guest', () => {
  test.for([
    [
      'rlimits',
      'limits',
      /Max file size\s+0\s+0[\s\S]*Max core file size\s+0\s+0[\s\S]*Max open files\s+64\s+64/,
    ],
    ['nobody', 'status', /Uid:\s+65534\s+65534\s+65534\s+65534[\s\S]*CapBnd:\s+0{16}/],
    ['no-new-privs', 'status', /NoNewPrivs:\s+1/],
    ['netns', 'net/dev', /^(?![\s\S]*(eth|ens|enp|wlan))[\s\S]*lo:/],
  ] as const)('%s', async ([layer, file, expected]) => {
    const active = new Set<Layer>(
      (await sandboxLayers()).layers.filter((each) => each.active).map((each) => each.layer),
    )
    const guest = await startGuest(await bareRecipe())

    const text = await readFile(`/proc/${guest.pid}/${file}`, 'utf8')
    guest.kill()
    await guest.over

    expect(expected.test(text)).toBe(active.has(layer))
  })
})

test('a pool size that is no number of guests is refused', async () => {
  await expect(createDenoSandbox({ poolSize: -1 })).rejects.toMatchObject({ code: 'USAGE' })
})
