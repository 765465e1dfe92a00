/** Pairs of plans, one that is sound and one that is not, for what makes a copy of the world hard. */
import { stub } from '../../src/call/index.js'
import type { Verdict } from '../../src/dryrun/index.js'
import { everything, files, git, habits, memory, pantry, type Trial } from './held-against-reality.js'

export interface Pair extends Omit<Trial, 'plan'> {
  readonly about: string
  /** Completes for real. */
  readonly sound: string
  /** Does not. */
  readonly faulty: string
  /** What a rehearsal says of the two; default pass and fail. `uncertain` where there is no evidence. */
  /** Files of other owners are made by root alone, and to him nothing is closed. */
  readonly needsRoot?: true
  readonly needsUser?: true
  /** Takes seconds. */
  readonly isSlow?: true
  readonly verdicts?: readonly [sound: Verdict, faulty: Verdict]
}

const UNCERTAIN: Pair['verdicts'] = ['uncertain', 'uncertain']
const one = { 'a.txt': 'one' }
const s = { s: habits() }

/** By what is hard about them. */
export const PAIRS: Readonly<Record<string, readonly Pair[]>> = {
  'a folder that moves': [
    {
      about: 'and is read where it is then',
      servers: { fs: files },
      files: { 'sub/x.txt': 'one' },
      sound: `await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/moved' })
        return (await mcp.fs.read_text_file({ path: 'FOLDER/moved/x.txt' })).content`,
      faulty: `await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/moved' })
        return (await mcp.fs.read_text_file({ path: 'FOLDER/sub/x.txt' })).content`,
    },
    {
      about: 'to where something is',
      servers: { fs: files },
      files: { 'sub/x.txt': 'one', 'full/y.txt': 'two' },
      sound: `await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/full/sub' })`,
      faulty: `await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/full' })`,
    },
    {
      about: 'and takes a link along',
      servers: { s: habits() },
      files: { 'sub/x.txt': 'one', 'out.txt': 'two' },
      prepare: 'ln -s ../out.txt sub/link; ln -s x.txt sub/inner',
      sound: `await mcp.s.move({ from: 'sub', to: 'far' })
        if ((await mcp.s.read({ path: 'far/link' })) + (await mcp.s.read({ path: 'far/inner' })) !== 'twoone') throw new Error('lost')`,
      faulty: `await mcp.s.move({ from: 'sub', to: 'deep/far' })`,
    },
    {
      about: 'and a server that says nothing of why it could not',
      servers: s,
      files: { 'sub/x.txt': 'one' },
      sound: `await mcp.s.move_quietly({ from: 'sub', to: 'other' })`,
      faulty: `await mcp.s.move_quietly({ from: 'none', to: 'other' })`,
    },
  ],
  'a port of its own': [
    {
      about: 'in one call',
      servers: s,
      sound: `if (await mcp.s.double({ of: 4 }) !== 8 && await mcp.s.double({ of: 4 }) !== '8') throw new Error('no')`,
      faulty: `await mcp.s.double({ of: -4 })`,
    },
    {
      about: 'and what is written of it',
      servers: s,
      sound: `await mcp.s.write({ path: 'n', text: String(await mcp.s.double({ of: 21 })) })
        if (String(await mcp.s.read({ path: 'n' })) !== '42') throw new Error('no')`,
      faulty: `await mcp.s.write({ path: 'n', text: String(await mcp.s.double({ of: 21 })) })
        if (String(await mcp.s.read({ path: 'n' })) === '42') throw new Error('no')`,
    },
    {
      about: 'several times beside each other',
      servers: s,
      sound: `const all = await Promise.all([1, 2, 3].map((of) => mcp.s.double({ of })))
        if (all.map(String).join() !== '2,4,6') throw new Error(all.join())`,
      faulty: `const all = await Promise.all([1, 2, -3].map((of) => mcp.s.double({ of })))
        return all`,
    },
  ],
  'a database on a socket': [
    {
      about: 'that its environment names',
      servers: { s: habits('', {}, { DB: 'FOLDER/../db' }) },
      sound: 'return await mcp.s.query()',
      faulty: 'if (await mcp.s.query()) throw new Error("rows")',
      verdicts: UNCERTAIN,
    },
    {
      about: 'that nothing names',
      servers: s,
      sound: 'return await mcp.s.query()',
      faulty:
        'let failed = false; try { await mcp.s.query() } catch { failed = true }\nif (!failed) throw new Error("rows")',
      verdicts: UNCERTAIN,
    },
    {
      about: 'of which it tells politely',
      servers: s,
      sound: 'if (String(await mcp.s.query_politely()).startsWith("Error")) throw new Error("no rows")',
      faulty: 'if (!String(await mcp.s.query_politely()).startsWith("Error")) throw new Error("rows")',
      verdicts: UNCERTAIN,
    },
    {
      about: 'that is written of in a text',
      servers: s,
      files: {
        'notes.md': `${'The database is on /run/db.sock, connection refused means that it is down.\n'.repeat(20)}`,
      },
      sound: 'if (!(await mcp.s.read({ path: "notes.md" })).includes("db.sock")) throw new Error("no")',
      faulty: 'if ((await mcp.s.read({ path: "notes.md" })).includes("db.sock")) throw new Error("yes")',
    },
  ],
  telemetry: [
    {
      about: 'at the start',
      servers: { s: habits('telemetry-at-start') },
      files: one,
      sound: 'return await mcp.s.read({ path: "a.txt" })',
      faulty: 'return await mcp.s.read({ path: "b.txt" })',
    },
    {
      about: 'at each call',
      servers: { s: habits('telemetry') },
      files: one,
      sound: 'return await mcp.s.read({ path: "a.txt" })',
      faulty: 'return await mcp.s.read({ path: "b.txt" })',
      verdicts: UNCERTAIN,
    },
    {
      about: 'at each call, which the settings ignore',
      servers: { s: habits('telemetry', { network: 'ignored' }) },
      files: one,
      sound: 'return await mcp.s.read({ path: "a.txt" })',
      faulty: 'return await mcp.s.read({ path: "b.txt" })',
    },
    {
      about: 'of which another server knows nothing, when it is called alone',
      servers: { s: habits('telemetry'), fs: files },
      files: one,
      sound: 'return await mcp.fs.read_text_file({ path: "FOLDER/a.txt" })',
      faulty: 'return await mcp.fs.read_text_file({ path: "FOLDER/b.txt" })',
    },
  ],
  'a service of the outside': [
    {
      about: 'in whose place it says nothing',
      servers: s,
      sound:
        'const { price } = JSON.parse(await mcp.s.price({ of: "x" }).then((said) => JSON.stringify(said)))\nif (price === null) throw new Error("no price")',
      faulty:
        'const { price } = JSON.parse(await mcp.s.price({ of: "x" }).then((said) => JSON.stringify(said)))\nif (price !== null) throw new Error("a price")',
      verdicts: UNCERTAIN,
    },
    {
      about: 'that it asks once it has answered, and remembers',
      servers: s,
      sound:
        'await mcp.s.send()\nfor (let i = 0; i < 30; i++) await mcp.s.read({ path: "." }).catch(() => 0)\nif (await mcp.s.sent() !== "sent") throw new Error("not sent")',
      faulty:
        'await mcp.s.send()\nfor (let i = 0; i < 30; i++) await mcp.s.read({ path: "." }).catch(() => 0)\nif (await mcp.s.sent() === "sent") throw new Error("sent")',
      verdicts: UNCERTAIN,
    },
    {
      about: 'that it asked at its start, and remembers',
      servers: { s: habits('login') },
      sound: 'return await mcp.s.account()',
      faulty: 'await mcp.s.account(); throw new Error("logged in")',
      verdicts: UNCERTAIN,
    },
  ],
  'a late write': [
    {
      about: 'that the program waits for',
      servers: s,
      sound: `await mcp.s.write_later({ path: 'l.txt', ms: 100 })
        await new Promise((resolve) => setTimeout(resolve, 1000))
        return await mcp.s.read({ path: 'l.txt' })`,
      faulty: `await mcp.s.write_later({ path: 'l.txt', ms: 100 })
        await new Promise((resolve) => setTimeout(resolve, 1000))
        if ((await mcp.s.list()).includes('l.txt')) throw new Error('there')`,
    },
    {
      about: 'that nobody needs',
      servers: s,
      files: one,
      sound: `await mcp.s.write_later({ path: 'l.txt', ms: 100 }); return await mcp.s.read({ path: 'a.txt' })`,
      faulty: `await mcp.s.write_later({ path: 'l.txt', ms: 60000 }); return await mcp.s.read({ path: 'l.txt' })`,
    },
    {
      about: 'that comes while it is read, in the copy alone perhaps',
      servers: s,
      sound: `await mcp.s.write_later({ path: 'l.txt', ms: 60 }); return await mcp.s.read_late({ path: 'l.txt' })`,
      faulty: `await mcp.s.write_later({ path: 'l.txt', ms: 60 }); await mcp.s.read_late({ path: 'l.txt' }); throw new Error('there')`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'that comes while something else is read',
      servers: s,
      files: one,
      sound: `await mcp.s.write_later({ path: 'l.txt', ms: 60 }); return await mcp.s.read_late({ path: 'a.txt' })`,
      faulty: `await mcp.s.write_later({ path: 'l.txt', ms: 60 }); return await mcp.s.read_late({ path: 'b.txt' })`,
    },
    {
      about: 'that is awaited with a clock',
      servers: s,
      sound: `await mcp.s.write_later({ path: 'l.txt', ms: 50 })
        const until = Date.now() + 3000
        while (Date.now() < until) {
          const found = await mcp.s.list()
          if (found.includes('l.txt')) return found
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
        throw new Error('it never came')`,
      faulty: `await mcp.s.write_later({ path: 'l.txt', ms: 50 })
        const until = Date.now() + 1000
        while (Date.now() < until) {
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
        if ((await mcp.s.list()).includes('l.txt')) throw new Error('it came')`,
      // At another time it looks more often, or never.
      verdicts: UNCERTAIN,
    },
    {
      about: 'that is a new name for an old file',
      servers: { s: pantry },
      files: one,
      sound: `await mcp.s.rename_later({ from: 'a.txt', to: 'b.txt', ms: 50 })
        await new Promise((resolve) => setTimeout(resolve, 1000))
        return await mcp.s.read_any({ path: 'B.TXT' })`,
      faulty: `await mcp.s.rename_later({ from: 'a.txt', to: 'b.txt', ms: 50 })
        await new Promise((resolve) => setTimeout(resolve, 1000))
        return await mcp.s.read_any({ path: 'a.txt' })`,
    },
    {
      about: 'that is looked for',
      servers: s,
      sound: `await mcp.s.write_later({ path: 'l.txt', ms: 50 })
        for (let i = 0; i < 20; i++) {
          if ((await mcp.s.list()).includes('l.txt')) return 'found'
          await new Promise((resolve) => setTimeout(resolve, 300))
        }
        throw new Error('it never came')`,
      faulty: `await mcp.s.write_later({ path: 'l.txt', ms: 50 })
        for (let i = 0; i < 3; i++) await new Promise((resolve) => setTimeout(resolve, 300))
        if ((await mcp.s.list()).includes('l.txt')) throw new Error('it came')`,
    },
  ],
  'a log at each call': [
    {
      about: 'below the folder',
      servers: { s: habits('log') },
      files: one,
      sound: `await mcp.s.read({ path: 'a.txt' }); await mcp.s.write({ path: 'b.txt', text: 'x' }); return await mcp.s.read({ path: 'b.txt' })`,
      faulty: `await mcp.s.read({ path: 'a.txt' }); await mcp.s.write({ path: 'b.txt', text: 'x' }); return await mcp.s.read({ path: 'c.txt' })`,
    },
    {
      about: 'that the program reads',
      servers: { s: habits('log') },
      files: one,
      sound: `await mcp.s.read({ path: 'a.txt' }); if (!(await mcp.s.read({ path: 'server.log' })).includes('a.txt')) throw new Error('no')`,
      faulty: `await mcp.s.read({ path: 'a.txt' }); if ((await mcp.s.read({ path: 'server.log' })).includes('a.txt')) throw new Error('yes')`,
    },
    {
      about: 'of a server that says nothing of its tools',
      servers: { s: habits('log untyped') },
      files: one,
      sound: `const [a, b] = await Promise.all([mcp.s.read({ path: 'a.txt' }), mcp.s.list()]); return a + b`,
      faulty: `const [a, b] = await Promise.all([mcp.s.read({ path: 'a.txt' }), mcp.s.list()]); return a.none.b`,
    },
  ],
  'several servers in one world': [
    {
      about: 'git sees what filesystem wrote',
      servers: { fs: files, git },
      prepare:
        'git init -q .; git config user.email a@b; git config user.name a; echo x >x; git add x; git commit -qm x',
      sound: `await mcp.fs.write_file({ path: 'FOLDER/new.txt', content: 'x' })
        const status = JSON.stringify(await mcp.git.git_status({ path: 'FOLDER' }))
        if (!status.includes('new.txt')) throw new Error(status)`,
      faulty: `await mcp.fs.write_file({ path: 'FOLDER/new.txt', content: 'x' })
        const status = JSON.stringify(await mcp.git.git_status({ path: 'FOLDER' }))
        if (status.includes('new.txt')) throw new Error(status)`,
    },
    {
      about: 'filesystem reads the file of memory',
      servers: { fs: files, memory },
      sound: `await mcp.memory.create_entities({ entities: [{ name: 'Ann', entityType: 'person', observations: [] }] })
        const text = (await mcp.fs.read_text_file({ path: 'FOLDER/memory.jsonl' })).content
        if (!text.includes('Ann')) throw new Error(text)`,
      faulty: `await mcp.memory.create_entities({ entities: [{ name: 'Ann', entityType: 'person', observations: [] }] })
        const text = (await mcp.fs.read_text_file({ path: 'FOLDER/memory.jsonl' })).content
        if (!text.includes('Bob')) throw new Error(text)`,
    },
    {
      about: 'everything, filesystem and memory one after the other',
      servers: { fs: files, memory, all: everything },
      sound: `const sum = JSON.stringify(await mcp.all['get-sum']({ a: 2, b: 3 }))
        await mcp.fs.write_file({ path: 'FOLDER/sum.txt', content: sum })
        await mcp.memory.create_entities({ entities: [{ name: sum, entityType: 'sum', observations: [] }] })
        const { entities } = await mcp.memory.read_graph()
        if (entities[0].name !== (await mcp.fs.read_text_file({ path: 'FOLDER/sum.txt' })).content) throw new Error('differ')`,
      faulty: `const sum = JSON.stringify(await mcp.all['get-sum']({ a: 2, b: 3 }))
        await mcp.fs.write_file({ path: 'FOLDER/sum.txt', content: sum })
        await mcp.memory.create_entities({ entities: [{ name: sum, entityType: 'sum', observations: [] }] })
        const { entities } = await mcp.memory.read_graph()
        return entities[1].name`,
    },
  ],
  'more than is copied': [
    {
      about: 'in one file: what is read and written counts',
      servers: { fs: files },
      files: one,
      prepare: 'fallocate -l 300M big || head -c 300M /dev/zero >big',
      sound: `await mcp.fs.write_file({ path: 'FOLDER/b.txt', content: 'x' }); return (await mcp.fs.read_text_file({ path: 'FOLDER/b.txt' })).content`,
      faulty: `return (await mcp.fs.read_text_file({ path: 'FOLDER/c.txt' })).content`,
    },
    {
      about: 'in one file: a folder moves',
      servers: { fs: files },
      files: { 'sub/x.txt': 'one' },
      prepare: 'fallocate -l 300M big || head -c 300M /dev/zero >big',
      sound: `await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/moved' })`,
      faulty: `await mcp.fs.move_file({ source: 'FOLDER/none', destination: 'FOLDER/moved' })`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'in one file: a folder moves, and the server does not say why it could not',
      servers: s,
      files: { 'sub/x.txt': 'one' },
      prepare: 'fallocate -l 300M big || head -c 300M /dev/zero >big',
      sound: `await mcp.s.move_quietly({ from: 'sub', to: 'moved' })`,
      faulty: `await mcp.s.move_quietly({ from: 'none', to: 'moved' })`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'in 20,001 files: a folder moves',
      servers: { fs: files },
      files: { 'sub/x.txt': 'one' },
      prepare: 'mkdir many; cd many; seq 1 19998 | xargs touch',
      sound: `await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/moved' })`,
      faulty: `await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/many' })`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'in 20,001 files, which are listed',
      servers: s,
      prepare: 'seq 1 20001 | xargs touch',
      sound: `await mcp.s.write({ path: 'new', text: 'x' })
        if ((await mcp.s.list()).split(' ').length !== 20002) throw new Error('not all')`,
      faulty: `await mcp.s.remove({ path: '7' })
        if (!(await mcp.s.list()).split(' ').includes('7')) throw new Error('not all')`,
    },
    {
      about: 'in 20,001 files',
      servers: { fs: files },
      files: { 'sub/x.txt': 'one' },
      prepare: 'mkdir many; cd many; seq 1 19998 | xargs touch',
      sound: `await mcp.fs.edit_file({ path: 'FOLDER/sub/x.txt', edits: [{ oldText: 'one', newText: 'two' }] })
        if ((await mcp.fs.read_text_file({ path: 'FOLDER/sub/x.txt' })).content !== 'two') throw new Error('no')`,
      faulty: `await mcp.fs.edit_file({ path: 'FOLDER/sub/x.txt', edits: [{ oldText: 'one', newText: 'two' }] })
        if ((await mcp.fs.read_text_file({ path: 'FOLDER/sub/x.txt' })).content === 'two') throw new Error('yes')`,
    },
  ],
  'files of other owners': [
    {
      about: 'around a folder of our own',
      needsRoot: true,
      servers: { fs: files },
      files: one,
      prepare: 'chmod 755 ..; chown 54321:54321 ..; mkdir sub',
      sound: `await mcp.fs.write_file({ path: 'FOLDER/b.txt', content: 'x' }); await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/moved' })`,
      faulty: `await mcp.fs.write_file({ path: 'FOLDER/b.txt', content: 'x' }); await mcp.fs.move_file({ source: 'FOLDER/none', destination: 'FOLDER/moved' })`,
    },
    {
      about: 'that all may read',
      needsRoot: true,
      servers: { fs: files },
      files: one,
      prepare: 'chown 54321:54321 a.txt; chmod 644 a.txt',
      sound: `return (await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' })).content`,
      faulty: `return (await mcp.fs.read_text_file({ path: 'FOLDER/b.txt' })).content`,
    },
    {
      about: 'that root alone may read',
      needsRoot: true,
      servers: { fs: files },
      files: one,
      prepare: 'chown 54321:54321 a.txt; chmod 600 a.txt',
      sound: `return (await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' })).content`,
      faulty: `if ((await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' }).catch(() => 'closed')) !== 'closed') throw new Error('open')`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'in a folder that root alone may list',
      needsRoot: true,
      servers: { fs: files },
      files: { 'sub/x.txt': 'one' },
      prepare: 'chown 54321:54321 sub; chmod 700 sub',
      sound: `if (!JSON.stringify(await mcp.fs.list_directory({ path: 'FOLDER/sub' })).includes('x.txt')) throw new Error('empty')`,
      faulty: `if (JSON.stringify(await mcp.fs.list_directory({ path: 'FOLDER/sub' }).catch(() => '')).includes('x.txt')) throw new Error('full')`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'of which a search says nothing when they are closed',
      needsRoot: true,
      servers: { fs: files },
      files: { 'sub/x.txt': 'one' },
      prepare: 'chown 54321:54321 sub; chmod 700 sub',
      sound: `if (!JSON.stringify(await mcp.fs.search_files({ path: 'FOLDER', pattern: '**/*.txt' })).includes('x.txt')) throw new Error('none')`,
      faulty: `if (JSON.stringify(await mcp.fs.search_files({ path: 'FOLDER', pattern: '**/*.txt' })).includes('x.txt')) throw new Error('some')`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'that root alone may write',
      needsRoot: true,
      servers: { fs: files },
      files: one,
      prepare: 'chown 54321:54321 . a.txt',
      sound: `await mcp.fs.write_file({ path: 'FOLDER/b.txt', content: 'x' })`,
      faulty: `if (await mcp.fs.write_file({ path: 'FOLDER/b.txt', content: 'x' }).then(() => true, () => false)) throw new Error('written')`,
    },
  ],
  'files that nobody may read': [
    {
      about: 'and a folder of them',
      needsUser: true,
      servers: { fs: files },
      files: { 'sub/x.txt': 'one', 'a.txt': 'one' },
      prepare: 'chmod 0 sub a.txt',
      sound: `const closed = await mcp.fs.list_directory({ path: 'FOLDER/sub' }).then(() => false, () => true)
        const unread = await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' }).then(() => false, () => true)
        if (!closed || !unread) throw new Error('open')`,
      faulty: `await mcp.fs.list_directory({ path: 'FOLDER/sub' })`,
    },
  ],
  'a write that was not made': [
    {
      about: 'but stubbed, before a read',
      servers: { fs: files },
      files: one,
      stubs: [stub('fs:write_file', { result: { content: 'done' } })],
      sound: `await mcp.fs.write_file({ path: 'FOLDER/a.txt', content: 'two' })
        if ((await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' })).content !== 'two') throw new Error('no')`,
      faulty: `await mcp.fs.write_file({ path: 'FOLDER/a.txt', content: 'two' })
        if ((await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' })).content !== 'one') throw new Error('no')`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'but stubbed, and nothing is read after it',
      servers: { fs: files },
      files: one,
      stubs: [stub('fs:write_file', { result: { content: 'done' } })],
      sound: `const { content } = await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' })
        await mcp.fs.write_file({ path: 'FOLDER/b.txt', content })`,
      faulty: `const { content } = await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' })
        await mcp.fs.write_file({ path: 'FOLDER/b.txt', content: content.none.at })`,
    },
    {
      about: 'because its arguments hang on an answer without evidence',
      servers: s,
      sound: `const { price } = JSON.parse(JSON.stringify(await mcp.s.price({ of: 'x' })))
        await mcp.s.write({ path: 'p', text: String(price) })
        return await mcp.s.read({ path: 'p' })`,
      faulty: `const { price } = JSON.parse(JSON.stringify(await mcp.s.price({ of: 'x' })))
        await mcp.s.write({ path: 'p', text: String(price) })
        return await mcp.s.read({ path: 'q' })`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'because the server could not be reached from the copy',
      servers: { s: habits('telemetry'), fs: files },
      files: one,
      sound: `await mcp.s.write({ path: 'a.txt', text: 'two' })
        if ((await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' })).content !== 'two') throw new Error('no')`,
      faulty: `await mcp.s.write({ path: 'a.txt', text: 'two' })
        if ((await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' })).content !== 'one') throw new Error('no')`,
      verdicts: UNCERTAIN,
    },
  ],
  'tasks of a workflow': [
    {
      about: 'one after the other',
      servers: { fs: files },
      files: one,
      sound: `tasks:
  - { id: write, tool: "fs:write_file", arguments: { path: "FOLDER/b.txt", content: x } }
  - { id: read, tool: "fs:read_text_file", arguments: { path: "FOLDER/b.txt" }, depends_on: [write] }`,
      faulty: `tasks:
  - { id: write, tool: "fs:write_file", arguments: { path: "FOLDER/b.txt", content: x } }
  - { id: read, tool: "fs:read_text_file", arguments: { path: "FOLDER/c.txt" }, depends_on: [write] }`,
    },
    {
      about: 'one after the other, the second of which may come before what the first does late',
      servers: s,
      sound: `tasks:
  - { id: write, tool: "s:write_later", arguments: { path: l.txt, ms: 60 } }
  - { id: read, tool: "s:read_late", arguments: { path: l.txt }, depends_on: [write] }`,
      faulty: `tasks:
  - { id: write, tool: "s:write_later", arguments: { path: l.txt, ms: 60 } }
  - { id: read, tool: "s:read_late", arguments: { path: l.txt }, depends_on: [write] }
  - { id: move, tool: "s:move", arguments: { from: "$OUTPUT[read]", to: m.txt } }`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'beside each other, on other files',
      servers: { fs: files },
      files: one,
      sound: `tasks:
  - { id: write, tool: "fs:write_file", arguments: { path: "FOLDER/b.txt", content: x } }
  - { id: read, tool: "fs:read_text_file", arguments: { path: "FOLDER/a.txt" } }`,
      faulty: `tasks:
  - { id: write, tool: "fs:write_file", arguments: { path: "FOLDER/b.txt", content: x } }
  - { id: read, tool: "fs:read_text_file", arguments: { path: "FOLDER/d.txt" } }`,
    },
    {
      about: 'beside each other, of which one has no evidence, and the other needs none of it',
      servers: { s: habits(), fs: files },
      files: one,
      sound: `tasks:
  - { id: price, tool: "s:price", arguments: { of: x } }
  - { id: read, tool: "fs:read_text_file", arguments: { path: "FOLDER/a.txt" } }`,
      faulty: `tasks:
  - { id: price, tool: "s:price", arguments: { of: x } }
  - { id: read, tool: "fs:read_text_file", arguments: { path: "FOLDER/d.txt" } }`,
      verdicts: ['uncertain', 'fail'],
    },
  ],
  'what takes time': [
    {
      about: 'a job that is asked for until it is done',
      servers: s,
      sound: `await mcp.s.start_job({ ms: 200 })
        for (let i = 0; i < 100; i++) {
          if ((await mcp.s.job_briefly()) === 'done') return i
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        throw new Error('not done in time')`,
      faulty: `await mcp.s.start_job({ ms: 60000 })
        for (let i = 0; i < 5; i++) {
          if ((await mcp.s.job_briefly()) === 'done') return i
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
        throw new Error('not done in time')`,
      verdicts: ['pass', 'uncertain'],
    },
    {
      about: 'a job that answers otherwise each time',
      servers: s,
      sound: `await mcp.s.start_job({ ms: 150 })
        for (let i = 0; i < 100; i++) {
          if (JSON.stringify(await mcp.s.job()).includes('true')) return i
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        throw new Error('not done in time')`,
      faulty: `await mcp.s.start_job({ ms: 60000 })
        for (let i = 0; i < 3; i++) if (JSON.stringify(await mcp.s.job()).includes('true')) return i
        throw new Error('not done in time')`,
      verdicts: ['pass', 'uncertain'],
    },
    {
      about: 'a lock that ends',
      servers: s,
      sound: `await mcp.s.lock({ ms: 300 }); await new Promise((resolve) => setTimeout(resolve, 700)); await mcp.s.lock({ ms: 1 })`,
      faulty: `await mcp.s.lock({ ms: 60000 }); await mcp.s.lock({ ms: 1 })`,
    },
    {
      about: 'more than a rehearsal waits',
      isSlow: true,
      servers: s,
      sound: `await mcp.s.lock({ ms: 5500 }); await new Promise((resolve) => setTimeout(resolve, 6000)); await mcp.s.lock({ ms: 1 })`,
      faulty: `await mcp.s.lock({ ms: 5500 }); await new Promise((resolve) => setTimeout(resolve, 6000)); await mcp.s.spend()`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'a slow call, and a program that does not wait for it',
      servers: s,
      sound: `const slow = await Promise.race([mcp.s.slow({ ms: 1500 }), new Promise((resolve) => setTimeout(() => resolve('late'), 5000))])
        if (slow === 'late') throw new Error('too slow')`,
      faulty: `const slow = await Promise.race([mcp.s.slow({ ms: 1500 }), new Promise((resolve) => setTimeout(() => resolve('late'), 300))])
        if (slow === 'late') throw new Error('too slow')`,
    },
    {
      about: 'an error that is tried again',
      servers: s,
      files: one,
      sound: `for (let i = 0; i < 3; i++) try { return await mcp.s.read({ path: i === 0 ? 'none' : 'a.txt' }) } catch {}
        throw new Error('given up')`,
      faulty: `for (const path of ['x', 'y', 'z']) try { return await mcp.s.read({ path }) } catch {}
        throw new Error('given up')`,
    },
  ],
  'calls beside each other': [
    {
      about: 'two writers',
      servers: { fs: files },
      files: one,
      sound: `await Promise.all(['b', 'c'].map((name) => mcp.fs.write_file({ path: 'FOLDER/' + name, content: 'x' })))
        return (await mcp.fs.read_text_file({ path: 'FOLDER/c' })).content`,
      faulty: `await Promise.all(['b', 'c'].map((name) => mcp.fs.write_file({ path: 'FOLDER/' + name, content: 'x' })))
        return (await mcp.fs.read_text_file({ path: 'FOLDER/d' })).content`,
    },
    {
      about: 'a writer and a reader of two files',
      servers: { fs: files },
      files: one,
      sound: `const [{ content }] = await Promise.all([mcp.fs.read_text_file({ path: 'FOLDER/a.txt' }), mcp.fs.write_file({ path: 'FOLDER/b', content: 'x' })])
        if (content !== 'one') throw new Error(content)`,
      faulty: `const [{ content }] = await Promise.all([mcp.fs.read_text_file({ path: 'FOLDER/a.txt' }), mcp.fs.write_file({ path: 'FOLDER/b', content: 'x' })])
        if (content === 'one') throw new Error(content)`,
    },
    {
      about: 'readers of servers that say nothing of their tools',
      servers: { s: habits('untyped') },
      files: one,
      sound: `const [a, b] = await Promise.all([mcp.s.read({ path: 'a.txt' }), mcp.s.list()]); if (!b.includes('a.txt')) throw new Error(a)`,
      faulty: `const [a, b] = await Promise.all([mcp.s.read({ path: 'a.txt' }), mcp.s.list()]); if (b.includes('a.txt')) throw new Error(a)`,
    },
    {
      about: 'writers of a server that says nothing of its tools',
      servers: { s: habits('untyped') },
      files: one,
      sound: `await Promise.all(['b', 'c', 'd'].map((path) => mcp.s.write({ path, text: path })))
        if ((await mcp.s.list()) !== 'a.txt b c d') throw new Error('not all')`,
      faulty: `await Promise.all(['b', 'c', 'd'].map((path) => mcp.s.write({ path, text: path })))
        if ((await mcp.s.list()) !== 'a.txt b c') throw new Error('others')`,
    },
    {
      about: 'chains that read and write one file of such a server, or one each',
      servers: { s: habits('untyped') },
      files: { a: '0', b: '0' },
      sound: `const add = async (path) => mcp.s.write({ path, text: (await mcp.s.read({ path })) + '1' })
        await Promise.all(['a', 'b'].map(add))
        if (String(await mcp.s.read({ path: 'b' })) !== '01') throw new Error('lost')`,
      faulty: `const add = async (n) => mcp.s.write({ path: 'a', text: (await mcp.s.read({ path: 'a' })) + n })
        await Promise.all(['1', '2', '3'].map(add))
        if (String(await mcp.s.read({ path: 'a' })) !== '0123') throw new Error('lost')`,
    },
  ],
  'a server that breaks': [
    {
      about: 'in a call',
      servers: { s: habits() },
      files: one,
      sound: `await mcp.s.crash().catch(() => 0); return 1`,
      faulty: `await mcp.s.crash()`,
      verdicts: UNCERTAIN,
    },
    {
      about: 'beside another one',
      servers: { s: habits(), fs: files },
      files: one,
      sound: `return (await mcp.fs.read_text_file({ path: 'FOLDER/a.txt' })).content`,
      faulty: `await mcp.s.crash().catch(() => 0); return (await mcp.fs.read_text_file({ path: 'FOLDER/b.txt' })).content`,
      verdicts: ['pass', 'uncertain'],
    },
    {
      about: "whose state is the real one's alone",
      servers: { s: habits('', { memory: true }) },
      files: one,
      sound: `return await mcp.s.read({ path: 'a.txt' })`,
      faulty: `return await mcp.s.read({ path: 'b.txt' })`,
      verdicts: UNCERTAIN,
    },
  ],
  'arguments that the schema refuses': [
    {
      about: 'and the server takes',
      servers: s,
      sound: `if (String(await mcp.s.greet({ name: 'Ann' })) !== 'hello Ann') throw new Error('no')`,
      faulty: `if (String(await mcp.s.greet({ word: 'bye' })) !== 'hello Ann') throw new Error('no')`,
    },
    {
      about: 'as texts for numbers',
      servers: s,
      sound: `if (String(await mcp.s.add({ a: '1', b: 2 })) !== '3') throw new Error('no')`,
      faulty: `if (String(await mcp.s.add({ a: '1', b: 2 })) === '3') throw new Error('yes')`,
    },
    {
      about: 'and the server refuses',
      servers: { fs: files },
      files: one,
      sound: `return (await mcp.fs.read_text_file({ path: 'FOLDER/a.txt', head: 1 })).content`,
      faulty: `return (await mcp.fs.read_text_file({ path: 'FOLDER/a.txt', head: 'one' })).content`,
    },
  ],
  'several seeds': [
    {
      about: 'with a fresh world each',
      servers: { fs: files },
      rehearsal: { runs: 3 },
      sound: `await mcp.fs.create_directory({ path: 'FOLDER/sub' }); await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/moved' })`,
      faulty: `await mcp.fs.create_directory({ path: 'FOLDER/sub' }); await mcp.fs.move_file({ source: 'FOLDER/sub', destination: 'FOLDER/no/moved' })`,
    },
    {
      about: 'of a server that counts',
      servers: s,
      rehearsal: { runs: 3 },
      sound: `if (String(await mcp.s.count()) !== '1') throw new Error('again')`,
      faulty: `await mcp.s.count(); if (String(await mcp.s.count()) === '2') throw new Error('twice')`,
    },
    {
      about: 'of what is written with chance',
      servers: s,
      rehearsal: { runs: 3 },
      sound: `const path = String(Math.random()); await mcp.s.write({ path, text: 'x' }); return await mcp.s.read({ path })`,
      faulty: `const path = String(Math.random()); await mcp.s.write({ path, text: 'x' }); return await mcp.s.read({ path: path + '0' })`,
    },
  ],
  'a tool that is said to read': [
    {
      about: 'and writes',
      servers: s,
      files: one,
      sound: `await mcp.s.peek({ path: 'a.txt' }); return await mcp.s.read({ path: 'a.txt.seen' })`,
      faulty: `await mcp.s.peek({ path: 'a.txt' }); if ((await mcp.s.list()).includes('seen')) throw new Error('it writes')`,
    },
  ],
}
