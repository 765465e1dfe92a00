/** A repository with a remote, for the tools of a git server. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WrittenArguments } from './exercise.js'

/** Makes `work`, with two commits and a branch, and its remote `remote.git` in the folder. */
export async function makeRepository(
  folder: string,
): Promise<{ readonly work: string; readonly remote: string }> {
  const work = join(folder, 'work')
  const remote = join(folder, 'remote.git')
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', remote)
  git(folder, 'init', '--quiet', '--initial-branch=main', work)
  git(work, 'config', 'user.name', 'Ada')
  git(work, 'config', 'user.email', 'ada@example.org')
  git(work, 'config', 'commit.gpgsign', 'false')
  await writeFile(join(work, 'note.txt'), 'one\n')
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '--message', 'first')
  git(work, 'switch', '--quiet', '--create', 'side')
  await writeFile(join(work, 'side.txt'), 'side\n')
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '--message', 'side')
  git(work, 'switch', '--quiet', '--create', 'picked', 'main')
  await writeFile(join(work, 'picked.txt'), 'picked\n')
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '--message', 'picked')
  git(work, 'switch', '--quiet', 'main')
  git(work, 'remote', 'add', 'origin', remote)
  git(work, 'push', '--quiet', '--set-upstream', 'origin', 'main')
  await writeFile(join(work, 'new.txt'), 'new\n')
  return { work, remote }
}

/** One call of each tool that succeeds on such a repository, in an order in which each finds what it needs. */
export function gitArguments(folder: string): WrittenArguments {
  return {
    git_set_working_dir: { path: join(folder, 'work') },
    git_status: {},
    git_add: { paths: ['new.txt'] },
    git_commit: { message: 'second' },
    git_log: {},
    git_show: { object: 'HEAD' },
    git_diff: { target: 'HEAD~1' },
    git_blame: { filePath: 'note.txt' },
    git_reflog: {},
    git_changelog_analyze: { reviewTypes: ['features'] },
    git_branch: { mode: 'list' },
    git_tag: { mode: 'create', tagName: 'v1' },
    git_merge: { branch: 'side' },
    git_cherry_pick: { commits: ['picked'] },
    git_remote: { mode: 'list' },
    git_fetch: { remote: 'origin' },
    git_pull: { remote: 'origin', branch: 'main' },
    git_push: { remote: 'origin', branch: 'main' },
    git_checkout: { target: 'side' },
    git_rebase: { upstream: 'main' },
    git_stash: { mode: 'list' },
    git_reset: { mode: 'soft', target: 'HEAD' },
    git_clean: { dryRun: true },
    git_worktree: { mode: 'list' },
    git_init: { path: join(folder, 'fresh') },
    git_clone: { url: `file://${join(folder, 'remote.git')}`, path: join(folder, 'cloned') },
  }
}

/** The user's own settings must not matter. */
function git(cwd: string, ...args: readonly string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  execFileSync('git', args, { cwd, env, stdio: 'pipe' })
}
