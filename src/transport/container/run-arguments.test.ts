import { expect, it } from 'vitest'
import { runCommand } from './run-arguments.js'

it('runCommand keeps standard input open, removes the container, and names each value in the argument of its option', () => {
  const target = {
    image: 'node:24',
    args: ['--rm', 'x'],
    env: { TOKEN: 'hunter2', HOME: '/h' },
    mounts: ['/a:/b:ro', '/c:/d'],
    network: 'none',
    workdir: '/w',
    user: 'me',
  }
  const { args, env } = runCommand('understudy-1', 'node:24', target, 'docker')

  expect(args.filter((each) => !each.startsWith('--label='))).toEqual([
    ...['run', '--interactive', '--rm', '--init', '--name=understudy-1', '--env=TOKEN', '--env=HOME=/h'],
    ...['--mount=type=bind,source=/a,target=/b,readonly', '--mount=type=bind,source=/c,target=/d'],
    ...['--network=none', '--workdir=/w', '--user=me', 'node:24', '--rm', 'x'],
  ])
  expect(env).toEqual({ TOKEN: 'hunter2' })
})

it('runCommand labels the container with its owner', () => {
  const { args } = runCommand('n', 'i', { image: 'i' }, 'docker')

  expect(args.filter((each) => each.startsWith('--label='))).toEqual([
    expect.stringMatching(/^--label=mcp-understudy\.place=[0-9a-f]{16}$/),
    expect.stringMatching(new RegExp(`^--label=mcp-understudy\\.owner=${process.pid}\\.\\w*$`)),
  ])
})

it.each([
  ['localhost/a:1', true],
  [`sha256:${'a'.repeat(64)}`, true],
  ['localhost:5000/a', false],
  ['node:24', false],
])('runCommand never pulls what can only be here: %s is so: %s', (image, isHere) => {
  expect(runCommand('n', image, { image }, 'docker').args.includes('--pull=never')).toBe(isHere)
})

it.each([
  ['podman', true],
  ['docker', false],
] as const)('runCommand keeps %s from handing on our proxies, where it would: %s', (engine, isSaid) => {
  const { args } = runCommand('n', 'i', { image: 'i' }, engine)

  expect(args.includes('--http-proxy=false')).toBe(isSaid)
})
