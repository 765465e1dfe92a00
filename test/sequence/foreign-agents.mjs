/** Agents in other styles than those the rules grew with: databases, boards in Markdown, histories of git, folders built by what was read. `not` as there. */
import { first, stepsIn, words } from './agent-steps.mjs'

const ULID = /\*\*([0-9A-Z]{26})\*\*/
const LINK = /\/c\/([\w-]+)>/
const TAG = /etag: "([^"]+)"/

export function foreignAgents(w) {
  const { f, repo, write, read, notes, commit } = stepsIn(w)
  const card = async (call, title, list) => {
    const said = words(await call('board', 'create_card', { title, ...(list === undefined ? {} : { list }) }))
    return { id: first(said, ULID), link: first(said, LINK), tag: first(said, TAG), said }
  }
  return [
    {
      name: 'foreign: orders in a database, invoices by id',
      servers: ['rows', 'files'],
      async run(call) {
        const orders = []
        for (const [customer, item] of [
          ['Ann', 'tea'],
          ['Bob', 'milk'],
          ['Cid', 'rice'],
        ])
          orders.push(await call('rows', 'add_order', { customer, item }))
        await call('rows', 'query', { sql: 'SELECT count(*) AS orders FROM orders' })
        for (const { id, token, customer, made } of orders)
          await write(
            call,
            `invoices-${String(id).padStart(4, '0')}.md`,
            `Invoice ${id}\nTo: ${customer}\nToken: ${token}\nMade: ${made}\n`,
          )
        await call('rows', 'execute', {
          sql: `UPDATE orders SET item = 'green tea' WHERE token = '${orders[0].token}'`,
        })
        await call('rows', 'execute', { sql: `DELETE FROM orders WHERE id = ${orders[1].id}` })
        await call('rows', 'execute', { sql: 'DELETE FROM nowhere' })
        await call('rows', 'query', { sql: `SELECT * FROM orders WHERE token = '${orders[0].token}'` })
        await call('rows', 'query', { sql: 'SELECT id, item FROM orders ORDER BY id' })
        for (let n = 1; n <= 3; n++) await read(call, `invoices-000${n}.md`)
      },
    },
    {
      name: 'foreign: a token shortened to its first block',
      servers: ['rows', 'files', 'memory'],
      async run(call) {
        const one = await call('rows', 'add_order', { customer: 'Ann', item: 'tea' })
        const two = await call('rows', 'add_order', { customer: 'Bob', item: 'rice' })
        await write(
          call,
          `${one.token.slice(0, 8)}.txt`,
          `order ${one.token.slice(0, 8)} of ${one.customer}\n`,
        )
        await call('memory', 'create_entities', {
          entities: [
            {
              name: `order ${two.token.slice(0, 8)}`,
              entityType: 'order',
              observations: [`token ${two.token}`],
            },
          ],
        })
        await call('memory', 'search_nodes', { query: two.token.slice(0, 8) })
        await read(call, `${one.token.slice(0, 8)}.txt`)
        await notes(call, 8)
        await call('memory', 'read_graph', {})
        await call('rows', 'query', {
          sql: `SELECT id FROM orders WHERE token LIKE '${one.token.slice(0, 8)}%'`,
        })
      },
    },
    {
      name: 'foreign: a board by links, and etags that change',
      servers: ['board', 'files'],
      async run(call) {
        const cards = []
        for (const title of ['paint', 'sand', 'glue', 'drill', 'saw']) cards.push(await card(call, title))
        let page = words(await call('board', 'list_cards', {}))
        for (
          let cursor = first(page, /next: (\S+)/);
          cursor !== undefined;
          cursor = first(page, /next: (\S+)/)
        )
          page = words(await call('board', 'list_cards', { cursor }))
        const moved = words(
          await call('board', 'move_card', { card: cards[0].id, list: 'Doing', if_match: cards[0].tag }),
        )
        await call('board', 'move_card', { card: cards[0].id, list: 'Done', if_match: cards[0].tag })
        await call('board', 'move_card', { card: cards[0].id, list: 'Done', if_match: first(moved, TAG) })
        await call('board', 'label_card', { card: cards[1].link, label: `after-${cards[0].link}` })
        await call('board', 'get_card', { card: cards[1].id })
        await call('board', 'archive_card', { card: cards[4].id })
        await call('board', 'get_card', { card: cards[4].id })
        await write(
          call,
          'board.md',
          cards
            .map(({ id, link }, n) => `${n + 1}. [${id}](https://board.example.test/c/${link})`)
            .join('\n'),
        )
        await write(call, 'raw.md', cards.map(({ said }) => said).join('\n\n'))
        await call('files', 'list_directory', { path: w })
      },
    },
    {
      name: 'foreign: a release, tagged and noted',
      servers: ['git', 'files', 'board'],
      async run(call) {
        await call('git', 'git_set_working_dir', { path: repo })
        await call('git', 'git_log', { maxCount: 3 })
        await write(call, 'repo/VERSION', '1.1.0\n')
        const { commitHash: hash } = await commit(call, 'Release 1.1.0', ['VERSION'])
        await call('git', 'git_tag', {
          mode: 'create',
          tagName: 'v1.1.0',
          message: `Release of ${hash.slice(0, 10)}`,
        })
        const made = await card(call, `Announce ${hash.slice(0, 8)}`, 'Release')
        await call('board', 'label_card', { card: made.id, label: `sha-${hash}` })
        await write(
          call,
          'repo/RELEASES.md',
          `| version | commit | card |\n|---|---|---|\n| 1.1.0 | ${hash.slice(0, 7)} | ${made.link} |\n`,
        )
        await commit(call, `Note the release\n\nCommit: ${hash}\nCard: ${made.id}`)
        await call('git', 'git_show', { object: 'v1.1.0' })
        await call('git', 'git_log', { oneline: true, maxCount: 5 })
        await call('git', 'git_tag', { mode: 'list' })
        await call('git', 'git_status', {})
        await call('board', 'get_card', { card: made.id })
        await read(call, 'repo/RELEASES.md')
      },
    },
    {
      name: 'foreign: stash, cherry-pick and a soft reset',
      servers: ['git', 'files'],
      async run(call) {
        await write(call, 'repo/README.md', '# Repo\n\nDraft\n')
        await call('git', 'git_stash', { path: repo, mode: 'push', message: 'draft' })
        await call('git', 'git_stash', { path: repo, mode: 'list' })
        await call('git', 'git_checkout', { path: repo, target: 'fix', createBranch: true })
        await write(call, 'repo/fix.txt', 'fix\n')
        const { commitHash: fix } = await commit(call, 'Fix')
        await call('git', 'git_checkout', { path: repo, target: 'main' })
        await call('git', 'git_cherry_pick', { path: repo, commits: [fix] })
        await call('git', 'git_stash', { path: repo, mode: 'pop' })
        await call('git', 'git_status', { path: repo })
        await commit(call, `Draft after ${fix.slice(0, 7)}`)
        await call('git', 'git_reset', { path: repo, mode: 'soft', target: 'HEAD~1' })
        await call('git', 'git_commit', { path: repo, message: 'Draft, again' })
        await call('git', 'git_branch', { path: repo, mode: 'list' })
        await call('git', 'git_blame', { path: repo, filePath: 'README.md' })
        await call('git', 'git_reflog', { path: repo, maxCount: 10 })
      },
    },
    {
      name: 'foreign: a new repository in a moved folder',
      servers: ['git', 'files'],
      async run(call) {
        await call('files', 'move_file', { source: f('old'), destination: f('project') })
        await call('git', 'git_init', { path: f('project'), initialBranch: 'trunk' })
        await call('git', 'git_add', { path: f('project'), all: true })
        const { commitHash: one } = await call('git', 'git_commit', {
          path: f('project'),
          message: 'All of it',
        })
        await write(call, 'project/deep/new.txt', 'new\n')
        await call('git', 'git_add', { path: f('project'), paths: ['deep/new.txt'] })
        await call('git', 'git_commit', { path: f('project'), message: `After ${one.slice(0, 9)}` })
        await call('git', 'git_log', { path: f('project'), maxCount: 5 })
        await call('git', 'git_diff', { path: f('project'), source: one, target: 'HEAD' })
        await call('files', 'move_file', { source: f('project/deep'), destination: f('project/shallow') })
        await call('git', 'git_status', { path: f('project') })
        await call('git', 'git_add', { path: f('project'), all: true })
        await call('git', 'git_commit', { path: f('project'), message: 'Move it' })
        await call('files', 'directory_tree', { path: f('project'), excludePatterns: ['.git'] })
        await call('git', 'git_status', { path: f('old') })
      },
    },
    {
      name: 'foreign: tree and sizes into a manifest',
      servers: ['files'],
      async run(call) {
        await call('files', 'list_directory_with_sizes', { path: f('notes') })
        const tree = words(await call('files', 'directory_tree', { path: f('notes') }))
        await write(call, 'manifest.json', tree)
        await call('files', 'create_directory', { path: f('backup/notes') })
        for (let n = 1; n <= 5; n++) {
          const text = words(await read(call, `notes/n${n}.txt`))
          await write(call, `backup/notes/n${n}.bak`, text)
        }
        await call('files', 'read_multiple_files', { paths: [f('backup/notes/n1.bak'), f('nowhere.bak')] })
        await call('files', 'list_directory_with_sizes', { path: f('backup/notes'), sortBy: 'size' })
        await call('files', 'search_files', { path: w, pattern: '**/*.bak' })
        await call('files', 'read_text_file', { path: f('notes/n1.txt'), head: 1 })
      },
    },
    {
      name: 'foreign: what is known of old files and folders',
      servers: ['files'],
      async run(call) {
        for (const path of ['notes', 'notes/n1.txt', 'old', 'old/c.txt', 'repo/README.md', 'tickets.json'])
          await call('files', 'get_file_info', { path: f(path) })
        await call('files', 'list_directory_with_sizes', { path: w })
        await write(call, 'seen.txt', 'looked at six\n')
        await call('files', 'get_file_info', { path: f('seen.txt') })
        await call('files', 'get_file_info', { path: f('gone.txt') })
        await notes(call, 6)
      },
    },
    {
      name: 'foreign: ids without their prefix, and in a slug',
      servers: ['tickets', 'files', 'memory'],
      async run(call) {
        const one = await call('tickets', 'create_ticket', { title: 'Paint the door' })
        const two = await call('tickets', 'create_ticket', { title: 'Sand it' })
        const bare = ({ id }) => id.replace('tk_', '')
        await write(call, `ticket-${bare(one)}.md`, `id: ${bare(one)}\nblocks: ${bare(two)}\n`)
        await call('files', 'create_directory', { path: f(`paint-the-door-${bare(one)}`) })
        await write(call, `paint-the-door-${bare(one)}/${bare(two)}.txt`, one.createdAt)
        await call('memory', 'create_entities', {
          entities: [one, two].map((each) => ({
            name: `ticket ${bare(each)}`,
            entityType: 'ticket',
            observations: [],
          })),
        })
        await call('memory', 'create_relations', {
          relations: [{ from: `ticket ${bare(one)}`, to: `ticket ${bare(two)}`, relationType: 'blocks' }],
        })
        await call('memory', 'open_nodes', { names: [`ticket ${bare(two)}`] })
        await notes(call, 7)
        await call('tickets', 'get_ticket', { id: one.id })
      },
    },
    {
      name: 'foreign: a log in CSV, line by line',
      servers: ['tickets', 'files', 'desk'],
      async run(call) {
        await write(call, 'log.csv', 'when;what;id\n')
        let text = 'when;what;id\n'
        const note = async (what, when, id) => {
          const line = `${when};${what};${id}\n`
          await call('files', 'edit_file', {
            path: f('log.csv'),
            edits: [{ oldText: text, newText: text + line }],
          })
          text += line
        }
        for (const title of ['a', 'b', 'c']) {
          const { id, createdAt } = await call('tickets', 'create_ticket', { title })
          await note(`"made; ${title}"`, createdAt, id)
          const { at } = await call('tickets', 'close_ticket', { id })
          await note('closed', at, id)
        }
        const basket = first(await call('desk', 'open_basket', { owner: 'Ann' }), /[0-9a-f-]{36}/)
        await note('basket', 'later', `{${basket}}`)
        await read(call, 'log.csv')
        await notes(call, 3)
      },
    },
    {
      name: 'foreign: every server of the example, with its faults',
      servers: ['everything', 'memory', 'files'],
      async run(call) {
        await call('everything', 'get-annotated-message', { messageType: 'error', includeImage: false })
        await call('everything', 'get-resource-links', { count: 3 })
        await call('everything', 'get-resource-reference', { resourceType: 'Text', resourceId: 2 })
        await call('everything', 'get-structured-content', { location: 'Los Angeles' })
        await call('everything', 'get-structured-content', { location: 'Nowhere' })
        const sum = words(await call('everything', 'get-sum', { a: 19, b: 23 }))
        await call('memory', 'add_observations', {
          observations: [
            { entityName: 'Ann', contents: [sum] },
            { entityName: 'Nobody', contents: ['x'] },
          ],
        })
        await call('memory', 'add_observations', {
          observations: [{ entityName: 'Ann', contents: [sum, 'counts'] }],
        })
        await call('memory', 'delete_observations', {
          deletions: [{ entityName: 'Ann', observations: ['likes tea'] }],
        })
        await call('memory', 'search_nodes', { query: '42' })
        await write(call, 'sum.md', sum)
        await notes(call, 5)
      },
    },
    {
      name: 'foreign: nine servers’ worth of calls at once',
      servers: ['files', 'memory', 'git', 'everything', 'tickets', 'desk', 'board', 'rows'],
      async run(call) {
        const [one, basket, made, order] = [
          await call('tickets', 'create_ticket', { title: 'all' }),
          first(await call('desk', 'open_basket', { owner: 'Ann' }), /[0-9a-f-]{36}/),
          await card(call, 'all'),
          await call('rows', 'add_order', { customer: 'Ann', item: 'all' }),
        ]
        await call('desk', 'choose', { basket })
        await Promise.all([
          write(call, 'one.txt', one.id),
          write(call, 'two.txt', basket),
          write(call, 'three.txt', made.link),
          call('memory', 'create_entities', {
            entities: [{ name: one.id, entityType: 'all', observations: [made.id, order.token] }],
          }),
          call('tickets', 'comment', { id: one.id, text: `card ${made.id}` }),
          call('desk', 'add_item', { item: order.token, count: 1 }),
          call('board', 'label_card', { card: made.id, label: one.id }),
          call('git', 'git_status', { path: repo }),
          call('everything', 'echo', { message: made.link }),
          call('rows', 'query', { sql: 'SELECT count(*) AS n FROM orders' }),
        ])
        await call('desk', 'print', { name: `${made.link}.txt` })
        await write(call, 'repo/all.txt', `${one.id}\n${basket}\n${made.id}\n${order.token}\n`)
        await commit(call, `All of ${one.id}`)
        await call('memory', 'read_graph', {})
        await notes(call, 5)
      },
    },
    {
      name: 'foreign: a long day of sixty calls',
      servers: ['files', 'tickets', 'board', 'git'],
      async run(call) {
        const lines = []
        for (let n = 1; n <= 8; n++) {
          const text = words(await read(call, `notes/n${n}.txt`))
          const { id } = await call('tickets', 'create_ticket', { title: first(text, /note \d/) })
          const made = await card(call, `note ${n}`)
          await call('board', 'label_card', { card: made.id, label: id })
          await write(call, `repo/notes/${id}.md`, text)
          await call('files', 'create_directory', { path: f('repo/notes') })
          await write(call, `repo/notes/${id}.md`, `${text}card: ${made.id}\n`)
          lines.push(`${id} ${made.link}`)
        }
        await write(call, 'repo/notes/index.txt', lines.join('\n'))
        const { commitHash: hash } = await commit(call, `Eight notes, from ${lines[0].slice(0, 15)}`)
        await write(call, 'end.txt', `${hash}\n`)
      },
    },
    {
      name: 'foreign: the same id in JSON, YAML and a query',
      servers: ['board', 'desk', 'files'],
      async run(call) {
        const made = await card(call, 'query')
        const basket = first(await call('desk', 'open_basket', { owner: 'Ann' }), /[0-9a-f-]{36}/)
        await write(
          call,
          'a.json',
          JSON.stringify({ [made.id]: { basket, of: [made.link, { [basket]: 1 }] } }),
        )
        await write(call, 'a.yaml', `${made.id}:\n  basket: "${basket}"\n  link: ${made.link}\n`)
        await write(
          call,
          'a.url',
          `https://board.example.test/search?q=${encodeURIComponent(`card:${made.id} basket:{${basket}}`)}&link=${made.link}`,
        )
        await write(
          call,
          `${basket.slice(0, 8)}.txt`,
          `basket ${basket.slice(0, 8)}…, card ${made.id.slice(0, 10)}…`,
        )
        await write(call, 'a.html', `<a id="card-${made.id}" data-basket='${basket}'>${made.link}</a>`)
        await call('board', 'label_card', { card: made.id, label: basket.toUpperCase() })
        await call('board', 'get_card', { card: made.link })
        await notes(call, 8)
      },
    },
    {
      name: 'foreign: branches of moved work, one thrown away',
      servers: ['git', 'files', 'tickets'],
      async run(call) {
        const { id, number } = await call('tickets', 'create_ticket', { title: 'move src' })
        await call('git', 'git_checkout', { path: repo, target: `feature/${id}`, createBranch: true })
        await call('files', 'move_file', { source: f('repo/src'), destination: f('repo/lib') })
        const { commitHash: hash } = await commit(call, `#${number}: move src to lib (${id})`)
        await call('git', 'git_checkout', { path: repo, target: 'main' })
        await call('files', 'list_directory', { path: repo })
        await call('git', 'git_merge', {
          path: repo,
          branch: `feature/${id}`,
          noFastForward: true,
          message: `Merge ${id}`,
        })
        await call('git', 'git_branch', { path: repo, mode: 'delete', branchName: `feature/${id}` })
        await call('git', 'git_branch', { path: repo, mode: 'delete', branchName: 'nowhere' })
        await call('tickets', 'comment', { id, text: `moved in ${hash.slice(0, 12)}` })
        await call('tickets', 'close_ticket', { id })
        await call('git', 'git_log', { path: repo, maxCount: 4, stat: true })
        await call('git', 'git_show', { path: repo, object: hash, stat: true })
        await read(call, 'repo/lib/main.txt')
        await read(call, 'repo/src/main.txt')
      },
    },
    {
      name: 'foreign: twenty small changes, reads between',
      servers: ['memory', 'files'],
      async run(call) {
        for (let n = 1; n <= 8; n++) {
          await call('files', 'edit_file', {
            path: f(`notes/n${n}.txt`),
            edits: [{ oldText: `weight: ${n * 7}`, newText: `weight: ${n * 70}` }],
            dryRun: n % 2 === 0,
          })
          await call('memory', 'create_entities', {
            entities: [{ name: `note ${n}`, entityType: 'note', observations: [`weighs ${n * 7}`] }],
          })
          await call('memory', 'open_nodes', { names: [`note ${n}`, 'Ann'] })
        }
        await call('memory', 'delete_entities', { entityNames: ['note 3', 'note 99'] })
        await call('files', 'read_multiple_files', { paths: [1, 2, 3].map((n) => f(`notes/n${n}.txt`)) })
      },
    },
    // Not to be applied: computed, or what only a copy says.
    {
      name: 'foreign: the environment in a file',
      not: 'differs',
      servers: ['everything', 'files'],
      async run(call) {
        await write(call, 'env.json', words(await call('everything', 'get-env', {})))
        await notes(call, 8)
        for (let n = 0; n < 6; n++) await call('everything', 'echo', { message: String(n) })
      },
    },
    {
      name: 'foreign: a due date an hour later',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call) {
        const { id, openedAt } = await call('tickets', 'create_ticket', { title: 'due' })
        await write(call, 'due.txt', `${id} is due ${new Date(openedAt + 3_600_000).toISOString()}\n`)
        await notes(call, 8)
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'foreign: six letters of a hash of a sentence with an id',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call, { hash }) {
        const { id } = await call('tickets', 'create_ticket', { title: 'sum' })
        // Of these some have digits and letters, as most do.
        const sums = ['order', 'ticket', 'item'].map((what) =>
          hash('sha1', `${what} ${id} of Ann`).slice(0, 6),
        )
        await write(call, 'sums.txt', `${sums.join('\n')}\n`)
        await notes(call, 8)
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'foreign: the letters of a token added up',
      not: 'computed',
      servers: ['rows', 'files'],
      async run(call) {
        const { token } = await call('rows', 'add_order', { customer: 'Ann', item: 'tea' })
        const sum = [...token].reduce((total, letter) => total + letter.charCodeAt(0), 0)
        await write(call, 'sum.txt', `checksum ${sum}\n`)
        await notes(call, 8)
        for (let n = 0; n < 5; n++) await call('rows', 'query', { sql: 'SELECT id FROM orders' })
      },
    },
    {
      name: 'foreign: a time in base 36',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call) {
        const { openedAt } = await call('tickets', 'create_ticket', { title: 'base' })
        await write(call, `run-${openedAt.toString(36)}.txt`, 'x')
        await notes(call, 8)
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'foreign: four letters from the middle of a link',
      not: 'computed',
      servers: ['board', 'files', 'tickets'],
      async run(call) {
        const { id } = await call('tickets', 'create_ticket', { title: 'middle' })
        await write(call, 'middle.txt', `code ${/\d[a-f]..|[a-f]\d../.exec(id.slice(4))[0]}`)
        await notes(call, 8)
        for (let n = 0; n < 6; n++) await call('tickets', 'list_tickets', {})
      },
    },
  ]
}
