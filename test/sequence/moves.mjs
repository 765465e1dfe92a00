/** Worlds that moved between a session and its being done for real: what has to stop it, and what must not. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Of a sequence whose facts were looked at. Each `change`s the world; `stops`: whether it has to. */
export function movesFor(sequence, world) {
  const facts = (sequence.world ?? []).filter(({ path }) => path.startsWith(`${world}/`))
  const file = facts.find(({ kind, digest }) => kind === 'file' && digest?.startsWith('sha256:'))
  const changed = facts.findLast(
    ({ kind, digest, why }) => kind === 'file' && digest?.startsWith('sha256:') && why.includes('changes'),
  )
  const absent = facts.find(
    ({ kind, digest, path }) => kind === 'file' && digest === null && existsSync(dirname(path)),
  )
  const folder = facts.find(({ kind }) => kind === 'folder')
  const repository = facts.find(({ kind }) => kind === 'repository')
  const git = (...args) =>
    execFileSync(
      'git',
      ['-C', repository.path, '-c', 'user.name=A', '-c', 'user.email=a@example.test', ...args],
      { stdio: 'ignore' },
    )
  return [
    ...of(file, [
      ['edited', true, ({ path }) => appendFileSync(path, 'more\n')],
      ['removed', true, ({ path }) => rmSync(path)],
      ['touched', false, ({ path }) => utimesSync(path, 1, 1)],
      [
        'written again',
        false,
        ({ path }) => {
          writeFileSync(`${path}.new`, readFileSync(path), { mode: statSync(path).mode })
          renameSync(`${path}.new`, path)
        },
      ],
    ]),
    ...of(changed, [
      ['changed by somebody', true, ({ path }) => writeFileSync(path, `x${readFileSync(path, 'utf8')}`)],
    ]),
    ...of(absent, [['made by somebody', true, ({ path }) => writeFileSync(path, 'theirs')]]),
    ...of(folder, [
      ['a file below a moved folder', true, ({ path }) => writeFileSync(join(path, 'theirs.txt'), 'x')],
    ]),
    ...of(repository, [
      ['a commit', true, () => git('commit', '-q', '--allow-empty', '-m', 'theirs')],
      ['a new file in the repository', true, ({ path }) => writeFileSync(join(path, 'secret.env'), 'x')],
      ['packed', false, () => git('gc', '-q')],
      ['another branch', false, () => git('branch', 'theirs')],
      // What is moved goes as a whole.
      [
        'an ignored file',
        folder?.path === repository?.path,
        ({ path }) => writeFileSync(join(path, 'theirs.log'), 'x'),
      ],
    ]),
    {
      name: 'a new file elsewhere',
      stops: false,
      change: () => {
        mkdirSync(join(world, 'zz'))
        writeFileSync(join(world, 'zz/theirs.bin'), 'x')
      },
    },
  ]
}

function of(fact, moves) {
  return fact === undefined
    ? []
    : moves.map(([name, stops, act]) => ({
        name: `${name} (${fact.path.split('/').at(-1)})`,
        stops,
        change: () => act(fact),
      }))
}

/** A read of a file that nothing before it changed, with an effect after it: what is edited right before it has to stop the run there. */
export function moveOnTheWay({ steps }) {
  const named = (step) =>
    step.tool === 'read_text_file' && typeof step.arguments?.path === 'string'
      ? step.arguments.path
      : undefined
  const at = steps.findIndex((step, i) => {
    const path = named(step)
    return (
      path !== undefined &&
      i > 0 &&
      step.promise.outcome === 'result' &&
      steps.slice(i + 1).some(({ read }) => !read) &&
      !steps.slice(0, i).some((before) => !before.read && JSON.stringify(before.arguments).includes(path))
    )
  })
  return at < 0 ? undefined : { call: at + 1, path: named(steps[at]) }
}
