/** Agents in yet other ways: ids by their parts and in addresses, conflicts, relations, two servers on one folder, things taken back. `not` as there. */
import { first, stepsIn, words } from './agent-steps.mjs'

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/

export function laterAgents(w) {
  const { f, repo, write, read, notes, ticket, commit } = stepsIn(w)
  const basketOf = async (call, owner) => first(words(await call('desk', 'open_basket', { owner })), UUID)
  return [
    {
      name: 'later: the first and the last block of an id, and an id in a file name',
      servers: ['desk', 'tickets', 'files'],
      async run(call) {
        const basket = await basketOf(call, 'Ann')
        const [head, tail] = [basket.split('-')[0], basket.split('-').at(-1)]
        await call('files', 'create_directory', { path: f(`baskets/${head}`) })
        await write(call, `baskets/${head}/${tail}.txt`, `${head}…${tail}\n`)
        const one = await ticket(call, `basket ${tail}`, `see ${head}`)
        await write(call, `baskets/${head}/ticket-${one.id.split('_')[1]}.md`, `# ${one.id}\n`)
        await call('files', 'list_directory', { path: f(`baskets/${head}`) })
        await read(call, `baskets/${head}/${tail}.txt`)
        await call('files', 'move_file', {
          source: f(`baskets/${head}/${tail}.txt`),
          destination: f(`baskets/${tail}-of-${one.id}.txt`),
        })
        await call('tickets', 'comment', { id: one.id, text: `moved to ${tail}-of-${one.id}.txt` })
        await notes(call, 6)
      },
    },
    {
      name: 'later: days and dates as words',
      servers: ['tickets', 'files', 'memory'],
      async run(call) {
        const one = await ticket(call, 'weekly')
        const day = new Date(one.createdAt).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
        await call('files', 'create_directory', { path: f(`week/${day}`) })
        await write(call, `week/${day}/plan.md`, `# ${day}\n\nDone yesterday: nothing\nToday: ${one.id}\n`)
        await call('memory', 'add_observations', {
          observations: [{ entityName: 'Ann', contents: [`opened ${one.id} on a ${day}`, 'busy today'] }],
        })
        await call('memory', 'search_nodes', { query: 'today' })
        await call('tickets', 'comment', { id: one.id, text: `begun on ${one.createdAt.slice(0, 10)}` })
        await notes(call, 8)
        await read(call, `week/${day}/plan.md`)
        await call('tickets', 'close_ticket', { id: one.id })
      },
    },
    {
      name: 'later: numbers that count, in names and texts',
      servers: ['desk', 'tickets', 'rows', 'files'],
      async run(call) {
        const made = []
        for (const title of ['one', 'two', 'three']) {
          await call('desk', 'next_number', {})
          made.push(await ticket(call, title))
        }
        for (const { number, id } of made)
          await write(call, `T-${String(number).padStart(5, '0')}.md`, `#${number}: ${id}\n`)
        const order = await call('rows', 'add_order', { customer: 'Ann', item: `for #${made[2].number}` })
        await call('rows', 'execute', {
          sql: `UPDATE orders SET item = 'T-${made[0].number}' WHERE id = ${order.id}`,
        })
        await call('rows', 'query', { sql: `SELECT id, item FROM orders WHERE id = ${order.id}` })
        await call('tickets', 'delete_ticket', { id: made[1].id })
        await ticket(call, `number ${made[2].number + 1}`)
        await call('tickets', 'list_tickets', {})
        await notes(call, 3)
      },
    },
    {
      name: 'later: a merge with a conflict, resolved by hand',
      servers: ['git', 'files'],
      async run(call) {
        await call('git', 'git_branch', { path: repo, mode: 'create', branchName: 'other' })
        await write(call, 'repo/src/main.txt', 'one\nour two\n')
        const { commitHash: ours } = await commit(call, 'Ours')
        await call('git', 'git_checkout', { path: repo, target: 'other' })
        await write(call, 'repo/src/main.txt', 'one\ntheir two\n')
        const { commitHash: theirs } = await commit(call, 'Theirs')
        await call('git', 'git_checkout', { path: repo, target: 'main' })
        await call('git', 'git_merge', { path: repo, branch: 'other' })
        await call('git', 'git_status', { path: repo })
        await read(call, 'repo/src/main.txt')
        await write(call, 'repo/src/main.txt', 'one\nour two\ntheir two\n')
        await commit(call, `Merge ${theirs.slice(0, 7)} into ${ours.slice(0, 7)}`, ['src/main.txt'])
        await call('git', 'git_log', { path: repo, maxCount: 5 })
        await call('git', 'git_status', { path: repo })
        await call('git', 'git_branch', { path: repo, mode: 'delete', branchName: 'other' })
        await notes(call, 3)
      },
    },
    {
      name: 'later: a file renamed, and everyone told',
      servers: ['files', 'git', 'memory', 'tickets'],
      async run(call) {
        await call('memory', 'create_entities', {
          entities: [{ name: 'src/main.txt', entityType: 'file', observations: ['holds two lines'] }],
        })
        const { id } = await ticket(call, 'rename main')
        await call('files', 'move_file', {
          source: f('repo/src/main.txt'),
          destination: f('repo/src/entry.txt'),
        })
        const { commitHash: hash } = await commit(call, `Rename main (${id})`)
        await call('memory', 'delete_entities', { entityNames: ['src/main.txt'] })
        await call('memory', 'create_entities', {
          entities: [
            { name: 'src/entry.txt', entityType: 'file', observations: [`since ${hash}`, `by ${id}`] },
          ],
        })
        await call('memory', 'create_relations', {
          relations: [{ from: 'Ann', to: 'src/entry.txt', relationType: 'renamed' }],
        })
        await call('tickets', 'comment', { id, text: `done in ${hash.slice(0, 9)}` })
        await call('tickets', 'close_ticket', { id })
        await call('git', 'git_show', { path: repo, object: hash })
        await read(call, 'repo/src/main.txt')
        await call('memory', 'open_nodes', { names: ['src/entry.txt'] })
        await notes(call, 3)
      },
    },
    {
      name: 'later: relations made, unmade and made again',
      servers: ['memory', 'tickets'],
      async run(call) {
        const made = []
        for (const title of ['a', 'b', 'c', 'd']) made.push((await ticket(call, title)).id)
        await call('memory', 'create_entities', {
          entities: made.map((name) => ({
            name,
            entityType: 'ticket',
            observations: [`url tickets://${name}`],
          })),
        })
        const relations = made.slice(1).map((to, n) => ({ from: made[n], to, relationType: 'blocks' }))
        await call('memory', 'create_relations', { relations })
        await call('memory', 'create_relations', { relations })
        await call('memory', 'delete_relations', { relations: relations.slice(0, 2) })
        await call('memory', 'open_nodes', { names: made.slice(0, 2) })
        await call('memory', 'create_relations', { relations: relations.slice(0, 1) })
        await call('memory', 'delete_entities', { entityNames: [made[3]] })
        await call('memory', 'read_graph', {})
        for (const id of made) await call('tickets', 'get_ticket', { id })
        await call('tickets', 'link', { id: made[0], to: made[1] })
      },
    },
    {
      name: 'later: rows updated, deleted and counted',
      servers: ['rows', 'files'],
      async run(call) {
        const made = []
        for (const item of ['tea', 'milk', 'rice', 'salt', 'oil'])
          made.push(await call('rows', 'add_order', { customer: 'Ann', item }))
        for (const { token, item } of made.slice(0, 3))
          await call('rows', 'execute', {
            sql: `UPDATE orders SET item = '2 ${item}' WHERE token = '${token}'`,
          })
        await call('rows', 'execute', {
          sql: `DELETE FROM orders WHERE token LIKE '${made[4].token.slice(0, 6)}%'`,
        })
        await call('rows', 'execute', { sql: 'CREATE TABLE bills (token TEXT, total INTEGER)' })
        await call('rows', 'execute', { sql: `INSERT INTO bills SELECT token, 12 FROM orders` })
        await call('rows', 'query', { sql: 'SELECT count(*) AS n FROM bills' })
        await call('rows', 'execute', { sql: 'INSERT INTO bills VALUES (1)' })
        const { rows } = await call('rows', 'query', { sql: 'SELECT token FROM bills ORDER BY rowid' })
        await write(call, 'bills.csv', rows.map(({ token }, n) => `${n + 1},${token}`).join('\n'))
      },
    },
    {
      name: 'later: ids in addresses',
      servers: ['tickets', 'desk', 'files'],
      async run(call) {
        const one = await ticket(call, 'one')
        const two = await ticket(call, 'two')
        const basket = await basketOf(call, 'Ann')
        const base = 'https://tickets.example.test'
        await write(
          call,
          'links.md',
          [
            `${base}/t/${one.id}?next=${two.id}#${basket}`,
            `${base}/search?ids=${[one.id, two.id].join('%2C')}&basket=${basket}`,
            `[${two.id}](${base}/t/${two.id}/edit "ticket ${two.id}")`,
            `mailto:${one.id}@example.test`,
            `file:///srv/${one.id}/${basket}.json`,
          ].join('\n'),
        )
        await call('tickets', 'comment', { id: one.id, text: `${base}/t/${two.id}` })
        await call('tickets', 'comment', { id: two.id, text: `<${base}/b/${basket}>` })
        await call('files', 'search_files', { path: w, pattern: 'links.*' })
        await read(call, 'links.md')
        await notes(call, 6)
        await call('tickets', 'get_ticket', { id: two.id })
        await call('tickets', 'link', { id: two.id, to: one.id })
      },
    },
    {
      name: 'later: two servers on one folder, each after the other',
      servers: ['tickets', 'files', 'memory', 'rows'],
      async run(call) {
        const { id } = await ticket(call, 'shared')
        const store = words(await read(call, 'tickets.json'))
        await write(call, 'backup/tickets.json', store)
        await call('files', 'create_directory', { path: f('backup') })
        await write(call, 'backup/tickets.json', store)
        await call('tickets', 'comment', { id, text: 'backed up' })
        await call('memory', 'create_entities', {
          entities: [{ name: id, entityType: 'ticket', observations: [] }],
        })
        await read(call, 'memory.jsonl')
        await call('files', 'edit_file', {
          path: f('memory.jsonl'),
          edits: [{ oldText: 'likes tea', newText: 'likes milk' }],
        })
        await call('memory', 'open_nodes', { names: ['Ann', id] })
        await call('rows', 'add_order', { customer: 'Ann', item: id })
        await call('files', 'list_directory', { path: w })
        await call('files', 'move_file', { source: f('backup'), destination: f(`backup-${id}`) })
        await call('tickets', 'list_tickets', {})
        await read(call, `backup-${id}/tickets.json`)
        await read(call, 'backup/tickets.json')
      },
    },
    {
      name: 'later: things done and taken back',
      servers: ['git', 'files', 'tickets'],
      async run(call) {
        await write(call, 'repo/README.md', '# Wrong\n')
        await call('git', 'git_diff', { path: repo })
        await call('git', 'git_reset', { path: repo, mode: 'hard', target: 'HEAD' })
        await read(call, 'repo/README.md')
        const { id } = await ticket(call, 'mistake')
        await call('tickets', 'delete_ticket', { id })
        await call('tickets', 'get_ticket', { id })
        await call('files', 'move_file', { source: f('old'), destination: f('older') })
        await call('files', 'move_file', { source: f('older'), destination: f('old') })
        await write(call, 'repo/new.txt', 'new\n')
        const { commitHash: hash } = await commit(call, 'Too early')
        await call('git', 'git_reset', { path: repo, mode: 'hard', target: 'HEAD~1' })
        await call('git', 'git_log', { path: repo, maxCount: 3 })
        const again = await ticket(call, `instead of ${id}`, `was ${hash.slice(0, 8)}`)
        await call('tickets', 'close_ticket', { id: again.id })
        await call('git', 'git_status', { path: repo })
      },
    },
    {
      name: 'later: again after errors, with another way at last',
      servers: ['files', 'git', 'tickets', 'desk'],
      async run(call) {
        for (let n = 0; n < 6; n++) if (words(await call('desk', 'try_again', {})) === 'done') break
        await write(call, 'out/a/b.txt', 'x')
        await call('files', 'create_directory', { path: f('out/a') })
        await write(call, 'out/a/b.txt', 'x')
        await call('git', 'git_checkout', { path: repo, target: 'nowhere' })
        await call('git', 'git_checkout', { path: repo, target: 'nowhere', createBranch: true })
        const { id } = await ticket(call, 'errors')
        await call('tickets', 'close_ticket', { id, version: 9 })
        await call('tickets', 'close_ticket', { id, version: 1 })
        await call('tickets', 'get_ticket', { id: `${id}0` })
        await write(call, 'repo/src/a.txt', id)
        await commit(call, `Errors of ${id}`)
        await call('files', 'edit_file', {
          path: f('repo/src/a.txt'),
          edits: [{ oldText: 'no', newText: id }],
        })
        await read(call, 'repo/src/a.txt')
      },
    },
    // Not to be applied.
    {
      name: 'later: an id as a decimal number',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call) {
        const { id } = await ticket(call, 'decimal')
        const digits = BigInt(`0x${id.replace(/[^0-9a-f]/g, '')}`).toString()
        await write(call, 'decimal.txt', `number ${digits}\n`)
        await notes(call, 8)
        for (let n = 0; n < 6; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'later: a backup named by day, hour and minute',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call) {
        const { createdAt } = await ticket(call, 'backup')
        const stamp = createdAt.slice(0, 16).replace(/[-:]/g, '').replace('T', '-')
        await call('files', 'create_directory', { path: f(`backup-${stamp}`) })
        await write(call, `backup-${stamp}/note.txt`, 'x')
        await notes(call, 8)
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'later: observations at once, on one entity',
      not: 'raced',
      servers: ['memory', 'files'],
      async run(call) {
        await call('memory', 'create_entities', {
          entities: [{ name: 'Bob', entityType: 'person', observations: [] }],
        })
        await Promise.all(
          Array.from({ length: 6 }, (_, n) =>
            call('memory', 'add_observations', {
              observations: [{ entityName: 'Bob', contents: [`said ${n}`] }],
            }),
          ),
        )
        await notes(call, 8)
        await call('memory', 'open_nodes', { names: ['Ann'] })
      },
    },
    {
      name: 'later: every second letter of a token',
      not: 'computed',
      servers: ['rows', 'files'],
      async run(call) {
        const { token } = await call('rows', 'add_order', { customer: 'Ann', item: 'tea' })
        await write(call, 'key.txt', [...token].filter((_, n) => n % 2 === 0).join(''))
        await notes(call, 8)
        for (let n = 0; n < 6; n++) await call('rows', 'query', { sql: 'SELECT id FROM orders' })
      },
    },
    {
      name: 'later: two ids mixed into a key',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call, { hash }) {
        const [one, two] = [await ticket(call, 'a'), await ticket(call, 'b')]
        await write(call, 'key.txt', hash('sha256', `${one.id}:${two.id}`).slice(0, 16))
        await notes(call, 8)
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
  ]
}
