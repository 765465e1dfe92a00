/**
 * Agents as functions: each gets `call(server, tool, arguments)`, which resolves with what was said (or its error's text), and chooses its
 * next call by it. `not`: why it cannot be applied.
 */
import { first, stepsIn, words } from './agent-steps.mjs'

export function agentsFor(w) {
  const { f, repo, write } = stepsIn(w)
  const ticketsFrom = async (call, count, title = 'paint') => {
    const made = []
    for (let n = 0; n < count; n++)
      made.push(await call('tickets', 'create_ticket', { title: `${title} ${n}`, body: 'b' }))
    return made
  }
  const readNotes = async (call, count = 8) => {
    for (let n = 1; n <= count; n++) await call('files', 'read_text_file', { path: f(`notes/n${n}.txt`) })
  }
  const commit = async (call, message, path = repo) => {
    await call('git', 'git_add', { path, paths: ['.'] })
    return call('git', 'git_commit', { path, message })
  }
  return [
    {
      name: 'files: notes, edits and a table',
      servers: ['files'],
      async run(call) {
        await call('files', 'list_allowed_directories', {})
        await readNotes(call)
        for (let n = 1; n <= 4; n++)
          await call('files', 'edit_file', {
            path: f(`notes/n${n}.txt`),
            edits: [{ oldText: 'weight', newText: 'mass' }],
          })
        await write(call, 'table.md', 'sum 252\n')
        await call('files', 'read_text_file', { path: f('table.md') })
      },
    },
    {
      name: 'files: folders moved',
      servers: ['files'],
      async run(call) {
        await call('files', 'list_directory', { path: f('old') })
        await call('files', 'move_file', { source: f('old'), destination: f('archive') })
        await call('files', 'list_directory', { path: f('archive') })
        for (let n = 1; n <= 5; n++) {
          await call('files', 'read_text_file', { path: f(`notes/n${n}.txt`) })
          await write(call, `archive/deep/x${n}.txt`, `x${n}`)
        }
        await call('files', 'move_file', { source: f('archive/deep'), destination: f('deep') })
        await call('files', 'create_directory', { path: f('archive/new') })
        await call('files', 'directory_tree', { path: f('archive') })
        await call('files', 'search_files', { path: w, pattern: '*.txt' })
      },
    },
    {
      name: 'files: errors and drafts',
      servers: ['files'],
      async run(call) {
        await call('files', 'read_text_file', { path: f('missing/a.txt') })
        await write(call, 'missing/a.txt', 'no')
        await call('files', 'create_directory', { path: f('made') })
        for (let n = 1; n <= 6; n++) await write(call, 'made/draft.txt', `draft ${n}`)
        await call('files', 'edit_file', {
          path: f('made/draft.txt'),
          edits: [{ oldText: 'nothing like it', newText: 'y' }],
        })
        await call('files', 'edit_file', {
          path: f('made/draft.txt'),
          edits: [{ oldText: 'draft 6', newText: 'final' }],
        })
        await call('files', 'move_file', { source: f('made/draft.txt'), destination: f('final.txt') })
        await call('files', 'move_file', { source: f('made/draft.txt'), destination: f('again.txt') })
        await readNotes(call, 3)
      },
    },
    {
      name: 'files: ten at once',
      servers: ['files'],
      async run(call) {
        await readNotes(call, 4)
        await Promise.all(Array.from({ length: 10 }, (_, n) => write(call, `at-once-${n}.txt`, `n ${n}`)))
        await call('files', 'read_multiple_files', { paths: [f('at-once-0.txt'), f('at-once-9.txt')] })
        await write(call, 'done.txt', 'done')
      },
    },
    {
      name: 'files: what get_file_info says, in a note',
      servers: ['files'],
      async run(call) {
        await readNotes(call, 8)
        await write(call, 'made.txt', 'made')
        const info = words(await call('files', 'get_file_info', { path: f('made.txt') }))
        await write(call, 'info.md', `Info:\n${info}`)
        const created = first(info, /modified: (.+?)(?:\\n|\n|$)/)
        await write(call, 'when.md', `made at ${created}\n`)
        await call('files', 'list_directory', { path: f('empty') })
        await readNotes(call, 3)
      },
    },
    {
      name: 'tickets: ids whole',
      servers: ['tickets'],
      async run(call) {
        await call('tickets', 'list_tickets', {})
        const made = await ticketsFrom(call, 4)
        for (const { id } of made) await call('tickets', 'comment', { id, text: 'seen' })
        await call('tickets', 'link', { id: made[0].id, to: made[1].id })
        await call('tickets', 'get_ticket', { id: made[0].id })
        await call('tickets', 'close_ticket', { id: made[2].id })
        await call('tickets', 'comment', { id: made[2].id, text: 'too late' })
        await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'tickets: ids in text',
      servers: ['tickets', 'files'],
      async run(call) {
        const made = await ticketsFrom(call, 3)
        await call('tickets', 'comment', {
          id: made[0].id,
          text: `blocked by ${made[1].id}; see tickets://${made[2].id} and ${made[1].id}`,
        })
        for (const { id, number } of made) await write(call, `${id}.md`, `# [${number}](tickets://${id})\n`)
        await write(call, 'index.md', made.map(({ id, createdAt }) => `- ${id} of ${createdAt}`).join('\n'))
        await call('files', 'create_directory', { path: f(`${made[0].id}-paint`) })
        await write(call, `${made[0].id}-paint/${made[1].id.toUpperCase()}.txt`, 'x')
        await call('files', 'list_directory', { path: f(`${made[0].id}-paint`) })
        await readNotes(call, 4)
      },
    },
    {
      name: 'tickets: comments, urls and times',
      servers: ['tickets', 'files'],
      async run(call) {
        const [one] = await ticketsFrom(call, 1)
        const said = await call('tickets', 'comment', { id: one.id, text: 'a' })
        await call('tickets', 'comment', { id: one.id, text: `again ${said.url}` })
        await write(
          call,
          `${one.createdAt.slice(0, 10)}-report.md`,
          `opened ${one.openedAt} as ${one.createdAt}; ${said.comment}`,
        )
        await write(call, 'log.json', JSON.stringify({ one, said }))
        const ticket = await call('tickets', 'get_ticket', { id: one.id })
        await write(call, 'copy.json', JSON.stringify(ticket))
        await readNotes(call, 8)
        await call('tickets', 'close_ticket', { id: one.id, version: ticket.version })
      },
    },
    {
      name: 'tickets: made and deleted',
      servers: ['tickets'],
      async run(call) {
        for (const { id } of await ticketsFrom(call, 5)) await call('tickets', 'delete_ticket', { id })
        const last = await call('tickets', 'create_ticket', { title: 'kept' })
        await call('tickets', 'comment', { id: last.id, text: `number ${last.number}` })
        await call('tickets', 'get_ticket', { id: 'tk_unknown00000' })
        await call('tickets', 'create_ticket', { title: '' })
        await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'tickets: a short code',
      servers: ['tickets'],
      async run(call) {
        const [one] = await ticketsFrom(call, 1)
        const { code } = await call('tickets', 'pin', { id: one.id })
        await call('tickets', 'unlock', { id: one.id, code: 'no' })
        await call('tickets', 'unlock', { id: one.id, code })
        for (const { id } of await ticketsFrom(call, 4, 'more'))
          await call('tickets', 'comment', { id, text: 'x' })
        for (let n = 0; n < 4; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'desk: baskets in memory',
      servers: ['desk', 'files'],
      async run(call) {
        const said = await call('desk', 'open_basket', { owner: 'Ann' })
        const id = first(said, /[0-9a-f-]{36}/)
        await call('desk', 'show', {})
        await call('desk', 'choose', { basket: id })
        for (const item of ['tea', 'milk', 'rice']) await call('desk', 'add_item', { item, count: 2 })
        await call('desk', 'choose', { basket: 'none' })
        await call('desk', 'next_number', {})
        const printed = await call('desk', 'print', { name: 'receipt.txt' })
        await write(call, 'summary.md', `Basket ${id}: ${first(printed, /Receipt (\w+)/)}`)
        await call('desk', 'show', {})
        await readNotes(call, 6)
      },
    },
    {
      name: 'desk: two baskets and retries',
      servers: ['desk', 'memory'],
      async run(call) {
        const ids = []
        for (const owner of ['Ann', 'Bob'])
          ids.push(first(await call('desk', 'open_basket', { owner }), /[0-9a-f-]{36}/))
        for (const id of ids) {
          await call('desk', 'choose', { basket: id })
          await call('desk', 'add_item', { item: 'tea', count: 1 })
          await call('desk', 'print', { name: `receipt-${id}.txt` })
        }
        for (let n = 0; n < 3; n++) await call('desk', 'try_again', {})
        for (let n = 0; n < 3; n++) await call('desk', 'next_number', {})
        await call('memory', 'create_entities', {
          entities: ids.map((id) => ({ name: id, entityType: 'basket', observations: [`basket ${id}`] })),
        })
        await call('memory', 'create_relations', {
          relations: [{ from: 'Ann', to: ids[0], relationType: 'owns' }],
        })
        await call('memory', 'read_graph', {})
      },
    },
    {
      name: 'memory: a graph',
      servers: ['memory'],
      async run(call) {
        await call('memory', 'read_graph', {})
        for (const name of ['Bob', 'Cid', 'Dan', 'Eve'])
          await call('memory', 'create_entities', {
            entities: [{ name, entityType: 'person', observations: [`${name} is new`] }],
          })
        await call('memory', 'create_relations', {
          relations: [{ from: 'Ann', to: 'Bob', relationType: 'knows' }],
        })
        for (const name of ['Bob', 'Cid'])
          await call('memory', 'add_observations', {
            observations: [{ entityName: name, contents: ['likes tea'] }],
          })
        await call('memory', 'delete_entities', { entityNames: ['Dan'] })
        await call('memory', 'search_nodes', { query: 'tea' })
        await call('memory', 'open_nodes', { names: ['Bob'] })
        for (let n = 0; n < 5; n++) await call('memory', 'read_graph', {})
      },
    },
    {
      name: 'memory: tickets as entities',
      servers: ['memory', 'tickets'],
      async run(call) {
        const made = await ticketsFrom(call, 3)
        await call('memory', 'create_entities', {
          entities: made.map(({ id, number, createdAt }) => ({
            name: id,
            entityType: 'ticket',
            observations: [`number ${number}`, `created ${createdAt}`],
          })),
        })
        await call('memory', 'create_relations', {
          relations: [{ from: made[0].id, to: made[1].id, relationType: 'blocks' }],
        })
        await call('memory', 'add_observations', {
          observations: [{ entityName: made[2].id, contents: [`after ${made[0].id}`] }],
        })
        await call('memory', 'open_nodes', { names: [made[0].id] })
        for (const { id } of made) await call('tickets', 'comment', { id, text: 'in the graph' })
        await call('memory', 'read_graph', {})
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'git: a commit',
      servers: ['git', 'files'],
      async run(call) {
        await call('git', 'git_status', { path: repo })
        for (let n = 1; n <= 4; n++) await write(call, `repo/src/f${n}.txt`, `f${n}\n`)
        await call('git', 'git_diff', { path: repo })
        await commit(call, 'Add four files')
        await call('git', 'git_status', { path: repo })
        await call('git', 'git_log', { path: repo, maxCount: 5 })
        await call('files', 'read_text_file', { path: f('repo/README.md') })
        await readNotes(call, 4)
      },
    },
    {
      name: 'git: working folder in memory',
      servers: ['git', 'files'],
      async run(call) {
        await call('git', 'git_status', {})
        await call('git', 'git_set_working_dir', { path: repo })
        await call('git', 'git_status', {})
        await write(call, 'repo/a.txt', 'a\n')
        await call('git', 'git_add', { paths: ['a.txt'] })
        await call('git', 'git_commit', { message: 'Add a' })
        await write(call, 'repo/b.txt', 'b\n')
        await call('git', 'git_add', { paths: ['b.txt'] })
        await call('git', 'git_commit', { message: 'Add b' })
        await call('git', 'git_log', { maxCount: 3 })
        await readNotes(call, 6)
      },
    },
    {
      name: 'git: hashes in notes',
      servers: ['git', 'files'],
      async run(call) {
        await write(call, 'repo/a.txt', 'a\n')
        const said = words(await commit(call, 'Add a'))
        const hash = first(said, /"commitHash":"([0-9a-f]+)"/) ?? first(said, /\b[0-9a-f]{40}\b/)
        await write(call, 'head.txt', `${hash}\n`)
        await write(call, 'short.txt', `at ${hash.slice(0, 7)} and ${hash.slice(0, 10)}\n`)
        const log = words(await call('git', 'git_log', { path: repo, maxCount: 2 }))
        await write(call, 'log.txt', log)
        await write(call, 'repo/NOTES.md', `See ${hash.slice(0, 7)}\n`)
        await commit(call, `Note ${hash.slice(0, 7)}`)
        await call('git', 'git_log', { path: repo, maxCount: 3 })
        await readNotes(call, 5)
      },
    },
    {
      name: 'git: branches with ids',
      servers: ['git', 'files', 'tickets'],
      async run(call) {
        const [one] = await ticketsFrom(call, 1)
        const branch = `${one.id}-paint`
        await call('git', 'git_branch', { path: repo, mode: 'list' })
        await call('git', 'git_branch', {
          path: repo,
          mode: 'create',
          operation: 'create',
          name: branch,
          branchName: branch,
        })
        await call('git', 'git_checkout', { path: repo, target: branch })
        await write(call, 'repo/paint.txt', `for ${one.id}\n`)
        const said = words(await commit(call, `Paint, ${one.id}`))
        const hash = first(said, /"commitHash":"([0-9a-f]+)"/) ?? first(said, /\b[0-9a-f]{40}\b/)
        await call('tickets', 'comment', { id: one.id, text: `done in ${hash}` })
        await call('git', 'git_checkout', { path: repo, target: 'main' })
        await call('git', 'git_merge', { path: repo, branch })
        await call('git', 'git_log', { path: repo, maxCount: 3 })
        await call('tickets', 'get_ticket', { id: one.id })
        await readNotes(call, 4)
      },
    },
    {
      name: 'git: show copied into a file',
      servers: ['git', 'files'],
      async run(call) {
        await write(call, 'repo/src/main.txt', 'one\ntwo\nthree\n')
        const said = words(await commit(call, 'Add three'))
        const hash = first(said, /"commitHash":"([0-9a-f]+)"/) ?? first(said, /\b[0-9a-f]{40}\b/)
        const shown = words(await call('git', 'git_show', { path: repo, object: hash }))
        await write(call, 'shown.txt', shown)
        await call('git', 'git_tag', {
          path: repo,
          mode: 'create',
          tagName: `at-${hash.slice(0, 7)}`,
          message: `at ${hash}`,
        })
        await call('git', 'git_tag', { path: repo, mode: 'list' })
        await readNotes(call, 8)
      },
    },
    {
      name: 'git: errors',
      servers: ['git', 'files'],
      async run(call) {
        await call('git', 'git_commit', { path: repo, message: 'Nothing to commit' })
        await call('git', 'git_checkout', { path: repo, target: 'nowhere' })
        await call('git', 'git_status', { path: f('notes') })
        await write(call, 'repo/x.log', 'ignored')
        await call('git', 'git_status', { path: repo })
        await write(call, 'repo/x.txt', 'x')
        await commit(call, 'Add x')
        await call('git', 'git_reset', { path: repo, mode: 'hard', target: 'HEAD' })
        await readNotes(call, 7)
      },
    },
    {
      name: 'everything: calls without effects',
      servers: ['everything', 'files'],
      async run(call) {
        for (const message of ['a', 'b', 'c']) await call('everything', 'echo', { message })
        const sum = words(await call('everything', 'get-sum', { a: 2, b: 40 }))
        await write(call, 'sum.txt', sum)
        await call('everything', 'get-tiny-image', {})
        await call('everything', 'get-structured-content', { location: 'Chicago' })
        await call('everything', 'get-sum', { a: 'x', b: 1 })
        await readNotes(call, 8)
      },
    },
    {
      name: 'all six',
      servers: ['files', 'memory', 'git', 'everything', 'tickets', 'desk'],
      async run(call) {
        const [one, two] = await ticketsFrom(call, 2)
        const basket = first(await call('desk', 'open_basket', { owner: 'Ann' }), /[0-9a-f-]{36}/)
        await call('desk', 'choose', { basket })
        await call('desk', 'add_item', { item: `for ${one.id}`, count: 1 })
        await call('everything', 'echo', { message: `about ${two.id}` })
        await call('desk', 'print', { name: `${one.id}.txt` })
        await write(call, 'repo/work.md', `${one.id} ${two.id} ${basket}\n`)
        const said = words(await commit(call, `Work on ${one.id}`))
        const hash = first(said, /"commitHash":"([0-9a-f]+)"/) ?? first(said, /\b[0-9a-f]{40}\b/)
        await call('memory', 'create_entities', {
          entities: [
            {
              name: one.id,
              entityType: 'ticket',
              observations: [`done in ${hash.slice(0, 8)}`, `basket ${basket}`],
            },
          ],
        })
        await call('tickets', 'comment', { id: one.id, text: `commit ${hash}` })
        await call('tickets', 'close_ticket', { id: one.id })
        await call('memory', 'read_graph', {})
        await call('files', 'read_text_file', { path: f('repo/work.md') })
        for (let n = 0; n < 15; n++)
          await call('files', 'read_text_file', { path: f(`notes/n${1 + (n % 8)}.txt`) })
      },
    },
    {
      name: 'tickets at once with files',
      servers: ['tickets', 'files'],
      async run(call) {
        const [one] = await ticketsFrom(call, 1)
        await Promise.all([
          call('tickets', 'comment', { id: one.id, text: 'side by side' }),
          write(call, `${one.id}.md`, 'x'),
          write(call, 'other.md', 'y'),
          call('files', 'read_text_file', { path: f('notes/n1.txt') }),
        ])
        await call('tickets', 'get_ticket', { id: one.id })
        await readNotes(call, 8)
        await write(call, 'end.md', one.id)
      },
    },
    {
      name: 'reads at once, then an edit',
      servers: ['files', 'memory'],
      async run(call) {
        await Promise.all(
          Array.from({ length: 8 }, (_, n) =>
            call('files', 'read_text_file', { path: f(`notes/n${n + 1}.txt`) }),
          ),
        )
        await Promise.all([
          call('memory', 'read_graph', {}),
          call('files', 'list_directory', { path: f('notes') }),
        ])
        for (let n = 1; n <= 4; n++)
          await call('files', 'edit_file', {
            path: f(`notes/n${n}.txt`),
            edits: [{ oldText: `note ${n}`, newText: `Note ${n}` }],
          })
        await call('memory', 'add_observations', {
          observations: [{ entityName: 'Ann', contents: ['edited four notes'] }],
        })
      },
    },
    {
      name: 'first of a search, edited',
      servers: ['files', 'tickets'],
      async run(call) {
        const found = words(await call('files', 'search_files', { path: f('notes'), pattern: '**/*3*' }))
        const path = first(found, /\/[^"\\\n]*n3\.txt/)
        await call('files', 'read_text_file', { path })
        await call('files', 'edit_file', { path, edits: [{ oldText: 'note 3', newText: 'third' }] })
        const { tickets } = await call('tickets', 'list_tickets', {})
        await call('tickets', 'comment', { id: tickets[0].id, text: `see ${path}` })
        await readNotes(call, 8)
        for (let n = 0; n < 4; n++) await write(call, `out/${n}.txt`, `${n}`)
        await call('files', 'create_directory', { path: f('out') })
        for (let n = 0; n < 4; n++) await write(call, `out/${n}.txt`, `${n}`)
      },
    },
    {
      name: 'numbers of tickets in text',
      servers: ['tickets', 'files'],
      async run(call) {
        const made = await ticketsFrom(call, 3)
        await write(
          call,
          'list.md',
          made.map(({ number, id }, n) => `${n + 1} of 3: #${number} ${id}`).join('\n'),
        )
        await call('tickets', 'comment', {
          id: made[0].id,
          text: `1 of ${made.length}, then ${made[1].number}`,
        })
        await readNotes(call, 8)
        await write(call, 'sum.md', `total 252, mean 31.5, tickets ${made.length}`)
      },
    },
    // What was computed, and what raced.
    {
      name: 'hash of an id',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call, { hash }) {
        const [one] = await ticketsFrom(call, 1)
        await readNotes(call, 8)
        await write(call, 'hash.txt', hash('sha256', one.id))
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'base64 with an id',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call) {
        const [one] = await ticketsFrom(call, 1)
        await readNotes(call, 8)
        await write(call, 'secret.txt', Buffer.from(`ticket ${one.id} of today`).toString('base64'))
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'five letters of an id',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call) {
        const [one] = await ticketsFrom(call, 1)
        await readNotes(call, 8)
        await write(call, 'part.txt', `ticket …${one.id.slice(-5)}`)
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'milliseconds between',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call) {
        const [one] = await ticketsFrom(call, 1)
        await readNotes(call, 8)
        const [two] = await ticketsFrom(call, 1)
        await write(call, 'took.txt', `it took ${two.openedAt - one.openedAt + 1000} ms`)
        await write(call, 'took2.txt', `it took ${two.openedAt - one.openedAt} ms`)
        for (let n = 0; n < 5; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'ten entities at once',
      not: 'raced',
      servers: ['memory', 'files'],
      async run(call) {
        await readNotes(call, 8)
        await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            call('memory', 'create_entities', {
              entities: [{ name: `N${n}`, entityType: 'x', observations: [] }],
            }),
          ),
        )
        await call('memory', 'read_graph', {})
      },
    },
  ]
}
