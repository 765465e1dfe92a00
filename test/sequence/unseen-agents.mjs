/** Ten agents that the rules were not made for: run last, and told apart. `not` where live and applied could not be alike. */
import { first, stepsIn, words } from './agent-steps.mjs'

export function unseenAgents(w) {
  const { f, repo, write, notes } = stepsIn(w)
  return [
    {
      name: 'unseen: a changelog of three commits',
      servers: ['git', 'files'],
      async run(call) {
        const lines = []
        for (const part of ['one', 'two', 'three']) {
          await write(call, `repo/${part}.txt`, `${part}\n`)
          await call('git', 'git_add', { path: repo, paths: [`${part}.txt`] })
          const { commitHash } = await call('git', 'git_commit', { path: repo, message: `Add ${part}` })
          lines.push(`* ${commitHash.slice(0, 12)} Add ${part}`)
        }
        await write(call, 'repo/CHANGELOG.md', `${lines.reverse().join('\n')}\n`)
        await call('git', 'git_add', { path: repo, all: true })
        await call('git', 'git_commit', { path: repo, message: `Changelog up to ${lines[0].slice(2, 9)}` })
        await call('git', 'git_log', { path: repo, maxCount: 10 })
      },
    },
    {
      name: 'unseen: a graph of tickets and baskets',
      servers: ['tickets', 'desk', 'memory'],
      async run(call) {
        const basket = first(await call('desk', 'open_basket', { owner: 'Eve' }), /[0-9a-f-]{36}/)
        await call('desk', 'choose', { basket })
        const made = []
        for (const title of ['tea', 'milk', 'rice']) {
          made.push(await call('tickets', 'create_ticket', { title, body: `for basket ${basket}` }))
          await call('desk', 'add_item', { item: `${title} of ${made.at(-1).id}`, count: made.length })
        }
        await call('memory', 'create_entities', {
          entities: [
            {
              name: `basket:${basket}`,
              entityType: 'basket',
              observations: made.map(({ id }) => `holds ${id}`),
            },
          ],
        })
        await call('memory', 'create_relations', {
          relations: made.map(({ id }) => ({ from: `basket:${basket}`, to: id, relationType: 'holds' })),
        })
        await call('desk', 'print', { name: 'eve.txt' })
        await call('memory', 'search_nodes', { query: made[1].id })
        for (const { id } of made) await call('tickets', 'close_ticket', { id, version: 1 })
        await call('memory', 'delete_observations', {
          deletions: [{ entityName: `basket:${basket}`, observations: [`holds ${made[0].id}`] }],
        })
      },
    },
    {
      name: 'unseen: a folder by day, with a time in JSON',
      servers: ['tickets', 'files'],
      async run(call) {
        const one = await call('tickets', 'create_ticket', { title: 'log' })
        const folder = `days/${one.createdAt.slice(0, 10)}`
        await call('files', 'create_directory', { path: f('days') })
        await call('files', 'create_directory', { path: f(folder) })
        await write(
          call,
          `${folder}/${one.id}.json`,
          JSON.stringify({ ...one, seen: [one.createdAt], day: one.createdAt.slice(0, 10) }, null, 2),
        )
        await call('files', 'read_text_file', { path: f(`${folder}/${one.id}.json`) })
        await call('files', 'edit_file', {
          path: f(`${folder}/${one.id}.json`),
          edits: [{ oldText: `"day": "${one.createdAt.slice(0, 10)}"`, newText: '"day": "today"' }],
        })
        await notes(call)
        await call('files', 'move_file', { source: f('days'), destination: f('archive') })
      },
    },
    {
      name: 'unseen: tries until it works',
      servers: ['desk', 'tickets'],
      async run(call) {
        for (let n = 0; n < 5; n++) if (words(await call('desk', 'try_again', {})) === 'done') break
        const one = await call('tickets', 'create_ticket', { title: 'retry' })
        for (const version of [7, 3, 1]) await call('tickets', 'close_ticket', { id: one.id, version })
        await call('tickets', 'close_ticket', { id: one.id })
        await call('tickets', 'comment', { id: one.id, text: 'reopened?' })
        const two = await call('tickets', 'create_ticket', {
          title: `after ${one.id}`,
          body: `${one.number + 1} follows ${one.number}`,
        })
        await call('tickets', 'link', { id: two.id, to: one.id })
        await call('tickets', 'delete_ticket', { id: 'tk_000000000001' })
        await call('tickets', 'list_tickets', {})
        for (let n = 0; n < 4; n++) await call('desk', 'next_number', {})
      },
    },
    {
      name: 'unseen: a branch merged and deleted',
      servers: ['git', 'files'],
      async run(call) {
        await call('git', 'git_branch', { path: repo, mode: 'create', branchName: 'side' })
        await call('git', 'git_checkout', { path: repo, target: 'side' })
        await write(call, 'repo/side.txt', 'side\n')
        await call('git', 'git_add', { path: repo, paths: ['side.txt'] })
        await call('git', 'git_commit', { path: repo, message: 'Side' })
        await call('git', 'git_checkout', { path: repo, target: 'main' })
        await write(call, 'repo/mine.txt', 'mine\n')
        await call('git', 'git_add', { path: repo, paths: ['mine.txt'] })
        await call('git', 'git_commit', { path: repo, message: 'Mine' })
        await call('git', 'git_merge', { path: repo, branch: 'side', message: 'Merge side' })
        await call('git', 'git_branch', { path: repo, mode: 'delete', branchName: 'side' })
        await call('git', 'git_log', { path: repo, maxCount: 5 })
        await call('git', 'git_stash', { path: repo, mode: 'list' })
        await notes(call, 4)
      },
    },
    {
      name: 'unseen: eight edits at once, eight reads at once',
      servers: ['files', 'everything'],
      async run(call) {
        const all = Array.from({ length: 8 }, (_, n) => f(`notes/n${n + 1}.txt`))
        await Promise.all(
          all.map((path) =>
            call('files', 'edit_file', { path, edits: [{ oldText: 'note', newText: 'Note' }] }),
          ),
        )
        await Promise.all(all.map((path) => call('files', 'read_text_file', { path })))
        await call('everything', 'echo', { message: 'done' })
      },
    },
    {
      name: 'unseen: a uuid without dashes',
      not: 'computed',
      servers: ['desk', 'files'],
      async run(call) {
        const id = first(await call('desk', 'open_basket', { owner: 'Ann' }), /[0-9a-f-]{36}/)
        await write(call, 'plain.txt', id.replaceAll('-', ''))
        await notes(call)
        for (let n = 0; n < 6; n++) await call('desk', 'next_number', {})
      },
    },
    {
      name: 'unseen: five comments at once on one ticket',
      not: 'raced',
      servers: ['tickets', 'files'],
      async run(call) {
        const { id } = await call('tickets', 'create_ticket', { title: 'busy' })
        await Promise.all(
          Array.from({ length: 5 }, (_, n) => call('tickets', 'comment', { id, text: `c${n}` })),
        )
        await notes(call)
        await write(call, 'end.txt', id)
      },
    },
    {
      name: 'unseen: an id cut in two',
      not: 'computed',
      servers: ['tickets', 'files'],
      async run(call) {
        const { id } = await call('tickets', 'create_ticket', { title: 'cut' })
        await write(call, `${id.slice(3, 9)}/x.txt`, 'x')
        await call('files', 'create_directory', { path: f(id.slice(3, 9)) })
        await write(call, `${id.slice(3, 9)}/x.txt`, 'x')
        await notes(call)
        for (let n = 0; n < 4; n++) await call('tickets', 'list_tickets', {})
      },
    },
    {
      name: 'unseen: a report of everything that was said',
      servers: ['tickets', 'git', 'files', 'memory'],
      async run(call) {
        const said = []
        said.push(await call('tickets', 'create_ticket', { title: 'report' }))
        said.push(await call('tickets', 'comment', { id: said[0].id, text: 'first' }))
        await write(call, 'repo/r.txt', 'r\n')
        said.push(await call('git', 'git_add', { path: repo, all: true }))
        said.push(await call('git', 'git_commit', { path: repo, message: `Report for ${said[0].id}` }))
        said.push(await call('git', 'git_show', { path: repo, object: 'HEAD' }))
        said.push(
          await call('memory', 'create_entities', {
            entities: [{ name: said[3].commitHash, entityType: 'commit', observations: [] }],
          }),
        )
        await write(call, 'report.json', JSON.stringify(said, null, 2))
        await write(call, 'report.md', said.map((each, n) => `## ${n + 1}\n\n${words(each)}\n`).join('\n'))
        await notes(call, 6)
        await call('files', 'get_file_info', { path: f('report.md') })
      },
    },
  ]
}
