/** What somebody else does to the world of `apply-in-worlds.mjs`: before the yes, during the run, and where no call looks. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const set = (of, name, value) => Object.assign(of, { [name]: value })
/** Makes a file with the folders above it. */
const put = (path, text) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
/** A new file in the place of the old one, with its bytes. */
const writeAgain = (path) => {
  writeFileSync(`${path}.new`, readFileSync(path))
  renameSync(`${path}.new`, path)
}
const replaceFile = (path) => {
  rmSync(path)
  mkdirSync(path)
}
const replaceFolder = (path, text) => {
  rmSync(path, { recursive: true })
  writeFileSync(path, text)
}
const config =
  (change) =>
  ({ home }) => {
    const file = join(home, '.mcp.json')
    const read = JSON.parse(readFileSync(file, 'utf8'))
    change(read.mcpServers)
    writeFileSync(file, JSON.stringify(read))
  }
const ledger =
  (change) =>
  ({ f }) => {
    const read = JSON.parse(readFileSync(f('ledger.json'), 'utf8'))
    change(read)
    writeFileSync(f('ledger.json'), `${JSON.stringify(read, null, 1)}\n`)
  }
const on =
  (act) =>
  ({ f, ...more }) =>
    act(f, more)
const policy =
  (text) =>
  ({ home }) =>
    writeFileSync(join(home, 'policy.yaml'), text)

/** Before the yes: nothing may be done. */
export const MOVED = [
  ['a file that is read is longer', on((f) => appendFileSync(f('notes/b.md'), 'more\n'))],
  ['a file that is read is gone', on((f) => rmSync(f('notes/b.md')))],
  ['a file that is read has one letter more', on((f) => writeFileSync(f('notes/c.md'), '# c\nweight: 77\n'))],
  ['a file that is edited has another line', on((f) => writeFileSync(f('notes/a.md'), '# a\nmass: 7\n'))],
  ['a file that is edited has one line more', on((f) => appendFileSync(f('notes/a.md'), 'theirs\n'))],
  ['a file that is edited is gone', on((f) => rmSync(f('notes/a.md')))],
  ['what is edited was edited alike', on((f) => writeFileSync(f('notes/a.md'), '# a\nweight: 70\n'))],
  ['a folder that is moved is gone', on((f) => rmSync(f('old'), { recursive: true }))],
  ['a folder that is moved is a file', on((f) => replaceFolder(f('old'), 'x'))],
  ['a folder that is moved has another file', on((f) => writeFileSync(f('old/y.txt'), 'y'))],
  ['a file of a moved folder is another one', on((f) => writeFileSync(f('old/x.txt'), 'theirs\n'))],
  ['a folder that is made is there, with a file', on((f) => put(f('done/theirs.txt'), 'x'))],
  ['where something is moved to there is something', on((f) => put(f('done/old/z'), 'z'))],
  ['a file that is made is there', on((f) => writeFileSync(f('end.md'), 'theirs\n'))],
  ['a file that is made is a link', on((f) => symlinkSync(f('notes/d.md'), f('end.md')))],
  ['a file that was missing is there', on((f) => writeFileSync(f('notes/none.md'), 'here\n'))],
  ['the folder of a file that is made is gone', on((f) => renameSync(f('notes'), f('notices')))],
  [
    'the ledger has another entry',
    ledger((all) =>
      all.entries.push({ id: 'en_00000000000f', number: ++all.last, text: 'theirs', open: true }),
    ),
  ],
  ['the number of an entry is taken', ledger((all) => set(all, 'last', 7))],
  ['an entry is closed', ledger((all) => set(all.entries[0], 'open', false))],
  ['the ledger is gone', on((f) => rmSync(f('ledger.json')))],
  ['the ledger is no JSON', on((f) => writeFileSync(f('ledger.json'), 'theirs'))],
  ['a server says something else', config(({ ledger: it }) => set(it.env, 'LEDGER_GREETING', 'noted'))],
  ['a server is gone from the config', config((all) => delete all.ledger)],
  ['a server is another program', config(({ ledger: it, files }) => set(it, 'args', files.args))],
  ['a server may see less', config(({ files }) => set(files.args, 1, `${files.args[1]}/notes`))],
  ['a server does not start', config(({ ledger: it }) => set(it, 'args', ['-e', 'process.exit(3)']))],
  ['a file that is read is a folder', on((f) => replaceFile(f('notes/b.md')))],
  ['the policy denies a call', policy('rules:\n  - { tools: ["ledger:close"], decision: deny }\n')],
  [
    'the policy denies all that a server does',
    policy('rules:\n  - { tools: ["files:*"], decision: deny }\n'),
  ],
].map(([name, change]) => ({ name, change }))

/** During the run, after so many effects of the ledger: at `most` as many effects there are, and what must not be made. */
export const UNDERWAY = [
  ['a file is edited before it is read', 1, "printf 'theirs\\n' >>notes/b.md", 1, ['done', 'end.md']],
  ['a file is gone before it is read', 1, 'rm notes/b.md', 1, ['done', 'end.md']],
  ['a file is edited before it is edited', 1, "printf 'mass\\n' >notes/a.md", 1, ['done', 'end.md']],
  ['another file is edited before it is read', 2, "printf 'theirs\\n' >>notes/c.md", 2, ['done', 'end.md']],
  [
    'the number of an entry is taken',
    1,
    `sed -i 's/"last": 7/"last": 17/' ledger.json`,
    2,
    ['done', 'end.md'],
  ],
  [
    'the entry that is closed next is gone',
    2,
    `printf '{"last":8,"entries":[]}' >ledger.json`,
    2,
    ['done/old', 'end.md'],
  ],
  ['a missing file is made', 2, 'printf x >notes/none.md', 3, ['done/old', 'end.md']],
  ['a folder is gone before it is moved', 3, 'rm -r old', 3, ['done/old', 'end.md']],
  ['a folder to be looked at has another file', 4, 'printf x >done/theirs.txt', 4, ['end.md']],
  ['a folder that is read from is moved', 2, 'mv notes notices', 2, ['done', 'end.md']],
].map(([name, after, script, most, absent]) => ({ name, after, script, most, absent }))

/** What no call looks at: it has to be done all the same. */
export const HARMLESS = [
  ['another file is read by nobody', on((f) => writeFileSync(f('notes/d.md'), 'theirs\n'))],
  ['another file is gone', on((f) => rmSync(f('notes/d.md')))],
  ['another file is renamed', on((f) => renameSync(f('notes/d.md'), f('notes/e.md')))],
  ['a new file', on((f) => writeFileSync(f('theirs.txt'), 'x'))],
  ['a new file beside those that are read', on((f) => writeFileSync(f('notes/theirs.txt'), 'x'))],
  ['a new folder', on((f) => mkdirSync(f('theirs/deep'), { recursive: true }))],
  ['a hundred new files', on((f) => Array.from({ length: 100 }, (_, n) => put(f(`many/${n}`), 'x')))],
  ['a large new file', on((f) => writeFileSync(f('large.bin'), Buffer.alloc(3_000_000, 7)))],
  ['a new link', on((f) => symlinkSync('notes', f('link')))],
  ['a new hidden file', on((f) => writeFileSync(f('.hidden'), 'x'))],
  [
    'files that are read are touched',
    on((f) => ['b', 'c'].map((name) => utimesSync(f(`notes/${name}.md`), 1, 1))),
  ],
  ['a file that is edited is touched', on((f) => utimesSync(f('notes/a.md'), 1, 1))],
  ['a folder is touched', on((f) => utimesSync(f('notes'), 1, 1))],
  ['a moved folder is touched', on((f) => utimesSync(f('old'), 1, 1))],
  ['a file is written again alike', on((f) => writeAgain(f('notes/b.md')))],
  ['a file that is edited is written again alike', on((f) => writeAgain(f('notes/a.md')))],
  ['the ledger is touched', on((f) => utimesSync(f('ledger.json'), 1, 1))],
  ['the ledger is written again alike', on((f) => writeAgain(f('ledger.json')))],
  ['a repository is made beside', ({ f }) => execFileSync('git', ['init', '-q', f('repo')])],
  ['another server is in the config', config((all) => set(all, 'more', { ...all.files }))],
  [
    'the config is written otherwise',
    ({ home }) =>
      writeFileSync(
        join(home, '.mcp.json'),
        JSON.stringify(JSON.parse(readFileSync(join(home, '.mcp.json'), 'utf8')), null, 4),
      ),
  ],
  ['a file beside the world', ({ home }) => writeFileSync(join(home, 'theirs.txt'), 'x')],
  ['another file has other rights', on((f) => chmodSync(f('notes/d.md'), 0o600))],
  ['a name with spaces', on((f) => writeFileSync(f('notes/a b.md'), 'x'))],
  ['a name that begins alike', on((f) => writeFileSync(f('end.md.bak'), 'x'))],
  ['a folder that begins alike', on((f) => mkdirSync(f('older')))],
  ['a file in another folder with a name that is read', on((f) => put(f('other/b.md'), 'x'))],
  ['an empty file', on((f) => writeFileSync(f('empty'), ''))],
  ['an answer of the ledger is no file', on((f) => writeFileSync(f('ledger.json.lock'), ''))],
  ['a deep new file', on((f) => put(f('p/q/r/s'), 'x'))],
].map(([name, change]) => ({ name, change }))
