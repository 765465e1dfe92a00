/** `understudy copy`, as a person runs it. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:command')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(`understudy copy${reason === undefined ? '' : ` (${reason})`}`, () => {
  it('runs a command, passes on what goes in and comes out, and tells what it would have changed', async () => {
    await using user = await testUser()
    user.sh('mkdir -p w/sub; echo a >w/sub/a; echo b >w/b')

    const all = user.sh(
      `cd w; echo typed | ${user.understudy} copy --keep ../kept -- sh -c 'cat; rm b; mv sub moved; echo c >c; exit 7' 2>&1; echo "code $?"; find . ../kept -type f | sort`,
    )

    expect(all.replaceAll(user.folder, '~')).toBe(
      [
        'typed',
        'It would have made 3 changes:',
        '  removed  ~/w/b',
        '  renamed  ~/w/sub -> ~/w/moved',
        '  made     ~/w/c',
        'What it made and changed stands in ~/kept',
        'code 7',
        '../kept~/w/c',
        '../kept~/w/moved/a',
        './b',
        './sub/a',
        '',
      ].join('\n'),
    )
  })

  it('tells nothing of the code that our own command line keeps for its next start', async () => {
    await using user = await testUser()
    const scripts = user.understudy.replace(/^.* /, '').replace(/\/main\.js$/, '')
    const own = 'node_modules/mcp-understudy/dist/joined'

    const all = user.sh(
      `mkdir -p ${own}; cp -r ${scripts} ${own}/; cp ${scripts}/../../../package.json node_modules/mcp-understudy/
       started="${user.nodePath} ${own}/cli/main.js completion bash"
       ${user.understudy} copy -- $started 2>&1 >/dev/null; ls -A node_modules; $started >/dev/null; ls node_modules/.cache/mcp-understudy`,
    )

    expect(all).toMatch(/^It would have changed nothing\nmcp-understudy\ncompletion-.*\.code\n$/)
  })

  it('tells at once that a command tried to reach out', async () => {
    await using user = await testUser()

    // It ends only when somebody has read the note.
    const reaching = `fetch('http://192.0.2.1').catch(() => process.stdin.once('data', () => { console.log('over'); process.exit() }))`
    const all = user.sh(
      `place=$(mktemp -d); mkfifo $place/in; exec 3<>$place/in; ${user.understudy} copy -- ${user.nodePath} -e "${reaching}" <$place/in 2>&1 |
         while read -r line; do echo "$line"; case "$line" in Note*) echo go >&3 ;; esac; done; rm -r $place`,
    )

    expect(all).toMatch(/^Note: it tried to reach out[^\n]*\nover\nIt would have changed nothing\n$/)
  })

  it('gives a shell a terminal of its own', async () => {
    await using user = await testUser()

    const all = user.sh(
      `echo 'tty; exit 5' | SHELL=/bin/sh ${user.understudy} copy --shell 2>/dev/null; echo "code $?"`,
    )

    expect(all).toContain('/dev/pts/0')
    expect(all).toContain('code 5')
  })

  it('is used with a command or with --shell, and keeps nothing over what is there', async () => {
    await using user = await testUser()

    for (const words of ['copy', 'copy --shell -- true', 'copy --keep . -- true'])
      expect(user.sh(`${user.understudy} ${words} 2>&1; echo "code $?"`)).toMatch(/code 2\n$/)
  })
})
