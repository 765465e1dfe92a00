/**
 * Twenty agents whose world moves by being looked at: when files were read last, numbers of processes, memory, uptimes, how long something
 * took; and days, counts, states in memory and ids where the rules had not met them. `not` as in the others.
 */
import { first, stepsIn, words } from './agent-steps.mjs'

export function lookingAgents(w) {
  const { f, repo, write, read, notes, ticket, commit } = stepsIn(w)
  const info = async (call, path) => words(await call('files', 'get_file_info', { path: f(path) }))
  return [
    {
      name: 'looking: files are read, and then told when',
      servers: ['files'],
      async run(call) {
        await notes(call, 6)
        for (let n = 1; n <= 6; n++) await info(call, `notes/n${n}.txt`)
        await write(call, 'seen.txt', 'six notes\n')
        await info(call, 'seen.txt')
        await read(call, 'seen.txt')
        await info(call, 'seen.txt')
      },
    },
    {
      name: 'looking: a folder, its times and those of what is in it',
      servers: ['files', 'machine'],
      async run(call) {
        await info(call, 'notes')
        await call('machine', 'list_files', { folder: 'notes' })
        await call('files', 'list_directory', { path: f('old') })
        await info(call, 'old')
        await info(call, 'old/deep/a.txt')
        await notes(call, 7)
        await call('machine', 'list_files', { folder: 'old' })
        await write(call, 'folders.md', '# old, notes\n')
      },
    },
    {
      name: 'looking: both times of a file in a note',
      servers: ['machine', 'files'],
      async run(call) {
        for (const n of [1, 2, 3]) {
          const { read: at, written } = await call('machine', 'stat', { path: `notes/n${n}.txt` })
          await write(call, `times-${n}.md`, `n${n}: written ${written.slice(0, 10)}, known ${at.length}\n`)
          await read(call, `notes/n${n}.txt`)
          await call('machine', 'stat', { path: `notes/n${n}.txt` })
        }
        await notes(call, 4)
      },
    },
    {
      name: 'looking: when a file was read last, in a note',
      servers: ['machine', 'files'],
      async run(call) {
        await notes(call, 8)
        for (const n of [1, 2]) {
          const { read: at } = await call('machine', 'stat', { path: `notes/n${n}.txt` })
          await write(call, `read-${n}.md`, `n${n} was read at ${at}\n`)
        }
        await call('machine', 'list_files', { folder: 'notes' })
        await read(call, 'read-1.md')
        await read(call, 'read-2.md')
      },
    },
    {
      name: 'looking: a job by its number',
      servers: ['machine', 'files'],
      async run(call) {
        const { pid } = await call('machine', 'start_job', { name: 'paint' })
        const other = await call('machine', 'start_job', { name: 'plaster' })
        for (const each of [pid, other.pid, pid]) await call('machine', 'job', { pid: each })
        await read(call, 'paint.job')
        await call('machine', 'stop_job', { pid })
        await call('machine', 'job', { pid })
        await notes(call, 6)
        await call('machine', 'stop_job', { pid: other.pid })
        await write(call, 'jobs.md', 'paint and plaster are over\n')
      },
    },
    {
      name: 'looking: how a server is, again and again',
      servers: ['machine', 'files'],
      async run(call) {
        for (let n = 1; n <= 5; n++) {
          await call('machine', 'status', {})
          await read(call, `notes/n${n}.txt`)
          await call('machine', 'search', { word: `note ${n}` })
        }
        await write(call, 'health.md', 'It is well.\n')
        await call('machine', 'status', {})
      },
    },
    {
      name: 'looking: how long a search takes, once',
      servers: ['machine', 'files'],
      async run(call) {
        await call('machine', 'status', {})
        const said = words(await call('machine', 'search', { word: 'weight' }))
        await write(call, 'found.md', `${first(said, /^\d+/)} notes have a weight\n`)
        await notes(call, 8)
        for (const word of ['7', '14', 'none', '21']) await call('machine', 'search', { word })
        await write(call, 'found.md', 'All have one.\n')
      },
    },
    {
      name: 'looking: the port of a server in a file',
      servers: ['machine', 'files'],
      async run(call) {
        const { port, pid } = await call('machine', 'status', {})
        await write(call, 'server.env', `PORT=${port}\n`)
        await call('machine', 'status', {})
        await write(call, 'server.pid', `${pid}\n`)
        await notes(call, 8)
        await read(call, 'server.env')
        await read(call, 'server.pid')
        await call('machine', 'list_files', { folder: '.' })
      },
      not: 'computed',
    },
    {
      name: 'looking: a memory figure in a report',
      servers: ['machine', 'files'],
      async run(call) {
        await notes(call, 6)
        const { rss } = await call('machine', 'status', {})
        await write(call, 'memory.md', `The server holds ${rss} bytes\n`)
        await call('machine', 'status', {})
        await read(call, 'memory.md')
        await call('files', 'move_file', { source: f('memory.md'), destination: f('old/memory.md') })
        for (let n = 0; n < 5; n++) await call('machine', 'status', {})
      },
    },
    {
      name: 'looking: yesterday, by the day of a ticket',
      servers: ['tickets', 'files'],
      async run(call) {
        const one = await ticket(call, 'report')
        const day = one.createdAt.slice(0, 10)
        const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
        await write(call, `reports-${day}.md`, `since ${before}, as yesterday\n`)
        await call('tickets', 'comment', { id: one.id, text: `reports-${day}.md has yesterday` })
        await notes(call, 8)
        await read(call, `reports-${day}.md`)
        await call('tickets', 'get_ticket', { id: one.id })
        await call('tickets', 'close_ticket', { id: one.id, version: 2 })
      },
    },
    {
      name: 'looking: six tickets at once, and all that is in memory',
      servers: ['desk', 'files', 'machine'],
      async run(call) {
        const basket = first(await call('desk', 'open_basket', { owner: 'Ida' }), /[0-9a-f-]{36}/)
        await call('desk', 'choose', { basket })
        await Promise.all(
          ['a', 'b', 'c', 'd', 'e', 'g'].map((name) => write(call, `lots/${name}.txt`, `${name}\n`)),
        )
        for (let n = 1; n <= 4; n++) await call('desk', 'add_item', { item: `lot ${n}`, count: n })
        await call('desk', 'show', {})
        await call('machine', 'status', {})
        await call('desk', 'print', { name: 'lots.txt' })
        await read(call, 'lots.txt')
      },
    },
    {
      name: 'looking: a moved repository, and its hashes by nine letters',
      servers: ['git', 'files'],
      async run(call) {
        await write(call, 'repo/src/main.txt', 'one\ntwo\nthree\n')
        const { commitHash } = await commit(call, 'Add three')
        await call('files', 'move_file', { source: repo, destination: f('work') })
        await write(call, 'work/NOTES.md', `three since ${commitHash.slice(0, 9)}\n`)
        await call('git', 'git_status', { path: f('work') })
        await call('git', 'git_add', { path: f('work'), all: true })
        await call('git', 'git_commit', { path: f('work'), message: `Note ${commitHash.slice(0, 9)}` })
        await call('git', 'git_log', { path: f('work'), maxCount: 3 })
        await notes(call, 7)
      },
    },
    {
      name: 'looking: errors, then a way around each',
      servers: ['files', 'tickets', 'memory'],
      async run(call) {
        await read(call, 'plan.md')
        await write(call, 'plans/plan.md', 'x\n')
        await call('files', 'create_directory', { path: f('plans') })
        await write(call, 'plans/plan.md', '# Plan\n')
        const one = await ticket(call, 'plan')
        await call('tickets', 'close_ticket', { id: one.id, version: 9 })
        await call('tickets', 'close_ticket', { id: one.id, version: 1 })
        await call('memory', 'add_observations', {
          observations: [{ entityName: 'plan', contents: [`closed as ${one.id}`] }],
        })
        await call('memory', 'create_entities', {
          entities: [{ name: 'plan', entityType: 'file', observations: [] }],
        })
        await call('memory', 'add_observations', {
          observations: [{ entityName: 'plan', contents: [`closed as ${one.id}`] }],
        })
        await call('memory', 'open_nodes', { names: ['plan'] })
        await info(call, 'plans/plan.md')
        await notes(call, 4)
      },
    },
    {
      name: 'looking: orders counted and summed by hand',
      servers: ['rows', 'files'],
      async run(call) {
        const made = []
        for (const [customer, item] of [
          ['Ann', 'tea'],
          ['Bob', 'rice'],
          ['Ann', 'milk'],
        ])
          made.push(await call('rows', 'add_order', { customer, item }))
        await call('rows', 'query', { sql: 'SELECT customer, count(*) AS n FROM orders GROUP BY customer' })
        await write(call, 'orders.md', made.map(({ item, token }) => `- ${item} (${token})`).join('\n'))
        await call('rows', 'execute', { sql: `DELETE FROM orders WHERE token = '${made[1].token}'` })
        await call('rows', 'query', { sql: 'SELECT count(*) AS n FROM orders' })
        await write(call, 'sum.md', `${made.length - 1} of ${made.length} orders are left\n`)
        await info(call, 'orders.md')
        await notes(call, 6)
      },
    },
    {
      name: 'looking: a board by its links, with what was read last',
      servers: ['board', 'files', 'machine'],
      async run(call) {
        const said = words(await call('board', 'create_card', { title: 'Paint', body: 'walls' }))
        const [id, link] = [first(said, /\*\*(\w+)\*\*/), first(said, /c\/([\w-]+)/)]
        await write(call, `cards/${id}.md`, '')
        await call('files', 'create_directory', { path: f('cards') })
        await write(call, `cards/${id}.md`, `[Paint](https://board.example.test/c/${link})\n`)
        await call('machine', 'list_files', { folder: 'cards' })
        await call('board', 'move_card', { card: id, list: 'Done' })
        await call('board', 'get_card', { card: id })
        await call('machine', 'stat', { path: `cards/${id}.md` })
        await notes(call, 7)
      },
    },
    {
      name: 'looking: a word by the hour of the day',
      servers: ['tickets', 'files'],
      async run(call) {
        const one = await ticket(call, 'greet')
        const hour = Number(one.createdAt.slice(11, 13))
        await write(call, 'greeting.txt', hour < 12 ? 'Good morning\n' : 'Good evening\n')
        await call('tickets', 'comment', { id: one.id, text: 'greeted today' })
        await notes(call, 8)
        await call('tickets', 'get_ticket', { id: one.id })
        await read(call, 'greeting.txt')
        await info(call, 'greeting.txt')
        await info(call, 'notes/n8.txt')
      },
    },
    {
      name: 'looking: one below the number of a process',
      servers: ['machine', 'files'],
      async run(call) {
        const { pid } = await call('machine', 'status', {})
        await notes(call, 8)
        await write(call, 'parent.md', `before ${pid - 1}\n`)
        await read(call, 'parent.md')
        await call('machine', 'list_files', { folder: 'notes' })
        await write(call, 'end.md', 'over\n')
      },
      not: 'computed',
    },
    {
      name: 'looking: the checksum of an answer with a number of a process',
      servers: ['machine', 'files'],
      async run(call, { hash }) {
        const said = words(await call('machine', 'start_job', { name: 'sum' }))
        await notes(call, 8)
        await write(call, 'sum.md', `${hash('md5', said)}\n`)
        await read(call, 'sum.md')
        await call('machine', 'status', {})
      },
      not: 'computed',
    },
    {
      name: 'looking: a branch for each of three tickets, all but one thrown away',
      servers: ['git', 'tickets', 'files'],
      async run(call) {
        const made = []
        for (const title of ['tea', 'milk', 'rice']) made.push(await ticket(call, title))
        for (const { id } of made)
          await call('git', 'git_branch', { path: repo, mode: 'create', branchName: `fix/${id}` })
        await call('git', 'git_checkout', { path: repo, target: `fix/${made[0].id}` })
        await write(call, 'repo/tea.txt', `${made[0].id}\n`)
        const { commitHash } = await commit(call, `Fix ${made[0].id.toUpperCase()}`)
        for (const { id } of made.slice(1))
          await call('git', 'git_branch', {
            path: repo,
            mode: 'delete',
            branchName: `fix/${id}`,
            force: true,
          })
        await call('tickets', 'comment', { id: made[0].id, text: `in ${commitHash.slice(0, 8)}` })
        await call('git', 'git_branch', { path: repo, mode: 'list' })
        await notes(call, 3)
      },
    },
    {
      name: 'looking: edits and reads of one file, with its times between',
      servers: ['files'],
      async run(call) {
        for (let n = 1; n <= 4; n++) {
          await info(call, 'notes/n1.txt')
          await read(call, 'notes/n1.txt')
          await call('files', 'edit_file', {
            path: f('notes/n1.txt'),
            edits: [{ oldText: 'note 1', newText: `note 1, edition ${n}` }],
          })
          await info(call, 'notes/n1.txt')
        }
        await read(call, 'notes/n1.txt')
      },
    },
  ]
}
