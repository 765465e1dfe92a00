/** Plans whose runs are taken back: whatever a call can do to files. */
import { files as fs, git, memory, type TrialServer } from '../dryrun/held-against-reality.js'
import { fixture } from '../fixtures/start-server.js'
import type { UndonePlan } from './undone-runs.js'

const { command, args = [] } = fixture('shell', ['FOLDER'])
const s: TrialServer = { command, args, settings: {} }

export function scripts(about: string, prepare: string, ...calls: readonly string[]): UndonePlan {
  const plan = calls.map((script) => `await mcp.s.sh({ script: ${JSON.stringify(script)} })`).join('\n')
  return { about, servers: { s }, prepare, plan }
}

const REPOSITORY = 'git init -q . && echo one > a.txt && git add . && git commit -qm first'

/** The first of each kind come first: the suite takes a few of them. */
export const UNDO_PLANS: readonly UndonePlan[] = [
  {
    about: 'files written, edited, moved and a folder made by the filesystem server',
    servers: { fs },
    files: { 'a.txt': 'one\ntwo\n', 'b.txt': 'b', 'sub/c.txt': 'c' },
    plan: `await mcp.fs.write_file({ path: 'FOLDER/a.txt', content: 'other' })
      await mcp.fs.create_directory({ path: 'FOLDER/new/deep' })
      await mcp.fs.write_file({ path: 'FOLDER/new/deep/d.txt', content: 'd' })
      await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/new/sub' })
      await mcp.fs.edit_file({ path: 'FOLDER/b.txt', edits: [{ oldText: 'b', newText: 'B' }] })`,
  },
  {
    about: 'entities of the memory server, in a file that was not there',
    servers: { memory },
    plan: `await mcp.memory.create_entities({ entities: [{ name: 'a', entityType: 't', observations: ['x'] }] })
      await mcp.memory.add_observations({ observations: [{ entityName: 'a', contents: ['y'] }] })`,
  },
  {
    about: 'a commit of the git server, and the file that is in it',
    servers: { fs, git },
    prepare: REPOSITORY,
    plan: `await mcp.git.git_set_working_dir({ path: 'FOLDER' })
      await mcp.fs.write_file({ path: 'FOLDER/a.txt', content: 'two' })
      await mcp.git.git_add({ paths: ['a.txt'] })
      await mcp.git.git_commit({ message: 'second' })`,
    withoutWayBack: [1],
  },
  scripts(
    'a folder that was moved, with a file in it edited, one made and one removed',
    'mkdir a; echo one > a/f; echo two > a/g; echo three > a/h; mkdir a/sub; echo deep > a/sub/x',
    'mv a b; echo edited > b/f; echo made > b/new; rm b/h',
  ),
  scripts(
    'modes, links, empty and binary files',
    'echo x > f; chmod 640 f; ln -s f link; : > empty; head -c 3000 /dev/urandom > bin; mkdir d; chmod 750 d',
    'chmod 755 f; rm link; ln -s elsewhere link; echo full > empty; rm bin; chmod 700 d',
  ),
  {
    about: 'entities of the memory server, in a file that was there',
    servers: { memory },
    files: { 'memory.jsonl': '{"type":"entity","name":"old","entityType":"t","observations":[]}' },
    plan: `await mcp.memory.create_entities({ entities: [{ name: 'a', entityType: 't', observations: [] }] })
      await mcp.memory.create_relations({ relations: [{ from: 'a', to: 'old', relationType: 'knows' }] })
      await mcp.memory.delete_entities({ entityNames: ['old'] })`,
  },
  scripts('a file that was removed', 'echo one > f; touch -d 2020-01-01 f', 'rm f'),
  scripts('a file that was made', 'true', 'echo one > f'),
  scripts('an empty file that was made', 'true', ': > f'),
  scripts('an empty file that was filled', ': > f', 'echo full > f'),
  scripts('a file that was emptied', 'echo full > f', ': > f'),
  scripts('a file that was renamed', 'echo one > f', 'mv f g'),
  scripts('a file that was renamed and changed', 'echo one > f', 'mv f g; echo two > g'),
  scripts('a file over another one', 'echo one > f; echo two > g', 'mv f g'),
  scripts('two files that changed places', 'echo one > f; echo two > g', 'mv f t; mv g f; mv t g'),
  scripts(
    'a folder with all that is in it',
    'mkdir -p d/e; echo x > d/x; echo y > d/e/y; ln -s x d/l',
    'rm -r d',
  ),
  scripts('an empty folder that was removed', 'mkdir d; chmod 711 d', 'rmdir d'),
  scripts('a folder in the place of a file', 'echo x > p', 'rm p; mkdir p; echo y > p/y'),
  scripts('a file in the place of a folder', 'mkdir p; echo y > p/y', 'rm -r p; echo x > p'),
  scripts('a link in the place of a file', 'echo x > p', 'rm p; ln -s /etc/hosts p'),
  scripts('a file in the place of a link', 'ln -s /etc/hosts p', 'rm p; echo x > p'),
  scripts('a link in the place of a folder', 'mkdir p; echo y > p/y', 'mv p q; ln -s q p'),
  scripts(
    'a file that is appended to by each of four calls',
    'echo 0 > log',
    'echo 1 >> log',
    'echo 2 >> log',
    'echo 3 >> log',
    'echo 4 >> log',
  ),
  scripts('what is made and removed again', 'true', 'echo one > f', 'rm f'),
  scripts('what is removed and made again', 'echo one > f', 'rm f', 'echo two > f'),
  scripts('a folder that is moved twice', 'mkdir a; echo x > a/x', 'mv a b', 'mv b c'),
  scripts('a folder that is moved into a new one', 'mkdir a; echo x > a/x', 'mkdir -p n/m; mv a n/m/a'),
  scripts(
    'what was moved out of a folder that was moved',
    'mkdir a; echo x > a/x; echo y > a/y',
    'mv a b; mv b/x x',
  ),
  scripts(
    'what was moved into a folder that was moved',
    'mkdir a; echo x > a/x; echo y > y',
    'mv a b; mv y b/y',
  ),
  scripts('what was renamed in a folder that was moved', 'mkdir a; echo x > a/x', 'mv a b; mv b/x b/z'),
  scripts(
    'a moved folder whose place has a new one',
    'mkdir a; echo x > a/x',
    'mv a b; mkdir a; echo z > a/z',
  ),
  scripts('a big file', 'head -c 12000000 /dev/urandom > big', 'head -c 9000000 /dev/zero > big'),
  scripts(
    'a thousand files',
    'mkdir m; for i in $(seq 1000); do echo $i > m/$i; done',
    'for i in $(seq 500); do echo x >> m/$i; done',
    'rm -r m',
  ),
  scripts(
    'names with spaces, quotes, line feeds and other alphabets',
    "printf a > 'a b'; printf b > \"q'\"; printf c > 'über 音'",
    "printf x > 'a b'; rm \"q'\"; mv 'über 音' 'ü2'; printf n > \"$(printf 'l\\nf')\"",
  ),
  scripts(
    'permissions that keep their owner out',
    'echo x > f; chmod 400 f; mkdir d; echo y > d/y; chmod 500 d',
    'chmod 600 f; echo z > f; chmod 700 d; rm d/y',
  ),
  scripts(
    'special permissions',
    'echo x > f; chmod 4755 f; mkdir d; chmod 2770 d',
    'chmod 644 f; echo y > f; chmod 755 d',
  ),
  scripts('a repository that is made', 'echo x > f', 'git init -q .; git add .; git commit -qm first'),
  scripts(
    'a branch, a merge and a tag',
    `${REPOSITORY}; git checkout -qb other; echo b > b.txt; git add .; git commit -qm b; git checkout -q main; echo c > c.txt; git add .; git commit -qm c`,
    'git merge -q --no-edit other',
    'git tag v1; git branch -D other -q',
  ),
  scripts(
    'a hard reset and a stash',
    `${REPOSITORY}; echo two > a.txt; git commit -qam second; echo three > a.txt`,
    'git stash -q',
    'git reset -q --hard HEAD~1',
  ),
  scripts('a repository that is removed', `mkdir r; cd r; ${REPOSITORY}`, 'rm -rf r/.git'),
  scripts(
    'a moved repository',
    `mkdir r; cd r; ${REPOSITORY}`,
    'mv r q; cd q; echo two > a.txt; git commit -qam second',
  ),
  scripts(
    'a file that each run names otherwise',
    'mkdir n',
    'echo x > "n/$(date +%s%N).md"',
    'echo y > "n/$(date +%s%N).md"',
  ),
  scripts('a call that fails half-way', 'echo one > f', 'echo two > f; false || true; echo g > g'),
  {
    ...scripts('hard links, which are named before', 'echo x > f; ln f g', 'echo y > f'),
    withoutWayBack: [1],
    otherwise: ['f', 'g'],
  },
  scripts('a file that is written through a link', 'echo x > real; ln -s real l', 'echo y > l'),
  scripts(
    'what is done in a folder behind a link',
    'mkdir d; echo x > d/x; ln -s d l',
    'echo y > l/x; echo z > l/z',
  ),
  scripts(
    'links that lead nowhere, and to each other',
    'ln -s none a; ln -s c b; ln -s b c',
    'rm a b; ln -s a c2; ln -sfn none c',
  ),
  scripts(
    'two folders that changed places',
    'mkdir a b; echo x > a/x; echo y > b/y',
    'mv a t; mv b a; mv t b',
  ),
  scripts(
    'a folder that was moved into one of its own name',
    'mkdir a; echo x > a/x',
    'mv a t; mkdir a; mv t a/a',
  ),
  scripts(
    'three moves in a ring, with an edit',
    'for i in a b c; do mkdir $i; echo $i > $i/f; done',
    'mv a t; mv b a; mv c b; mv t c; echo new > a/f',
  ),
  scripts(
    'the mode of a folder alone, and of what is in it',
    'mkdir -p d/e; echo x > d/e/x',
    'chmod 700 d; chmod 711 d/e; chmod 600 d/e/x',
  ),
  scripts(
    'a file in a closed folder',
    'mkdir d; echo x > d/x; chmod 500 d',
    'chmod 700 d; echo y > d/x; echo z > d/z; chmod 500 d',
  ),
  {
    ...scripts('a pipe that was made, which is named before', 'true', 'mkfifo p; echo x > f'),
    withoutWayBack: [1],
    otherwise: ['p'],
  },
  {
    ...scripts(
      'equal bytes written anew, which may be no effect on files, and a longer name',
      'echo x > f',
      'echo x > f',
      `mv f ${'n'.repeat(250)}`,
    ),
    withoutWayBack: [1],
    // When it was written, which no bytes tell.
    otherwise: ['f'],
  },
  scripts(
    'an end without a line feed, and bytes that are no text',
    "printf a > f; printf '\\377\\376' > g",
    "printf b >> f; printf '\\000' >> g",
  ),
  scripts(
    'a folder of links in the place of one of files',
    'mkdir d; echo x > d/x; echo y > d/y',
    'mv d e; mkdir d; ln -s ../e/x d/x; ln -s ../e/y d/y',
  ),
  // A run that stopped half-way, since somebody else was there.
  {
    about: 'a run that stopped after its first effect',
    servers: { fs },
    files: { 'a.txt': 'one\n', 'b.txt': 'two\n', 'c.txt': 'three\n' },
    plan: `await mcp.fs.write_file({ path: 'FOLDER/a.txt', content: 'other' })
      await mcp.fs.move_file({ source: 'FOLDER/b.txt', destination: 'FOLDER/d.txt' })
      await mcp.fs.write_file({ path: 'FOLDER/c.txt', content: 'last' })`,
    between: 'mv b.txt theirs.txt',
    ended: 'deviated',
    otherwise: ['b.txt'],
  },
  // Somebody else, once the run is over.
  {
    ...scripts(
      'a file that somebody changed since',
      'echo one > f; echo one > g',
      'echo two > f; echo two > g',
    ),
    meanwhile: 'echo mine > f',
    left: ['f'],
  },
  {
    ...scripts('a made folder in which somebody else has put something', 'true', 'mkdir d; echo x > d/x'),
    meanwhile: 'echo mine > d/mine',
    left: ['d'],
  },
  {
    ...scripts('a removed file that somebody made anew', 'echo one > f', 'rm f'),
    meanwhile: 'echo mine > f',
    left: ['f'],
  },
  {
    ...scripts(
      'a repository to which somebody else has committed',
      REPOSITORY,
      'echo two > a.txt; git commit -qam second',
    ),
    meanwhile: 'echo mine > m.txt; git add .; git commit -qm mine',
    left: ['.git'],
  },
  {
    ...scripts(
      'a repository whose status somebody asked for',
      REPOSITORY,
      'echo two > a.txt; git commit -qam second',
    ),
    meanwhile: 'sleep 0.01; touch a.txt; git status >/dev/null',
  },
  {
    ...scripts('a moved folder in which somebody else has put something', 'mkdir a; echo x > a/x', 'mv a b'),
    meanwhile: 'echo mine > b/mine',
    left: ['b'],
    otherwise: ['a'],
  },
]
