/** Agents that meet what no rule was made for: ids in links and in JSON within JSON, cursors, figures, orders that chance makes. `not` as there. */
import { createHash } from 'node:crypto'

export function strangeAgents(w) {
  const { f, repo, write, read, notes } = stepsIn(w)
  const add = async (call, text, amount) => {
    const { data } = await call('diary', 'add', { text, ...(amount === undefined ? {} : { amount }) })
    const { entry, number } = JSON.parse(data)
    return { ...entry, number }
  }
  return [
    {
      name: 'strange: ids in JSON that is a string',
      servers: ['diary', 'files'],
      async run(call) {
        const made = []
        for (const text of ['tea', 'milk', 'rice']) made.push(await add(call, text))
        for (const { id } of made) await call('diary', 'revise', { entry: id, text: `more, ${id}` })
        await write(call, 'made.json', JSON.stringify({ data: JSON.stringify(made.map(({ id }) => id)) }))
        await read(call, 'made.json')
        await notes(call, 7)
        await call('diary', 'strike', { entry: made[1].id })
        await call('diary', 'get', { entry: made[1].id })
      },
    },
    {
      name: 'strange: an id without dashes, out of a link',
      servers: ['diary', 'files'],
      async run(call) {
        const said = words(await call('diary', 'add_plain', { text: 'tea' }))
        const id = first(said, /\/e\/([0-9a-f]{32})/)
        await call('diary', 'revise', { entry: id, text: 'green tea' })
        await write(call, `${id}.md`, `See <https://diary.example.test/e/${id}#top>, made ${said}\n`)
        await call('files', 'create_directory', { path: f(`by-id/${id.slice(0, 8)}`) })
        await call('diary', 'sign', { entry: id })
        await notes(call, 8)
        await call('diary', 'by_id', {})
        await read(call, `${id}.md`)
      },
    },
    {
      name: 'strange: an id with dashes, put together by hand',
      servers: ['diary', 'files'],
      async run(call) {
        const said = words(await call('diary', 'add_plain', { text: 'tea' }))
        const id = first(said, /\/e\/([0-9a-f]{32})/)
        const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
        await call('diary', 'get', { entry: dashed })
        await write(call, 'id.txt', `${dashed}\n`)
        await notes(call, 8)
        for (let n = 0; n < 5; n++) await call('diary', 'total', {})
      },
      not: 'computed',
    },
    {
      name: 'strange: pages by cursors that chance makes',
      servers: ['diary', 'files'],
      async run(call) {
        for (const [n, text] of ['a', 'b', 'c', 'd', 'e'].entries()) await add(call, text, n)
        const all = []
        let cursor
        do {
          const page = await call('diary', 'page', cursor === undefined ? {} : { cursor })
          all.push(...page.entries)
          cursor = page.next
        } while (cursor !== undefined)
        await write(call, 'all.csv', all.map(({ number, text }) => `${number},${text}`).join('\n'))
        await call('diary', 'page', { cursor: 'none' })
        await notes(call, 8)
      },
    },
    {
      name: 'strange: an order that chance makes',
      servers: ['diary', 'files'],
      async run(call) {
        for (const text of ['tea', 'milk', 'rice', 'salt']) await add(call, text)
        const { entries } = await call('diary', 'by_id', {})
        const milk = entries.find(({ text }) => text === 'milk')
        await call('diary', 'revise', { entry: milk.id, text: 'oat milk' })
        await call('diary', 'by_id', {})
        await write(call, 'milk.md', `Milk is ${milk.id}\n`)
        await notes(call, 8)
        await call('diary', 'strike', { entry: milk.id })
      },
    },
    {
      name: 'strange: revisions by their eight letters',
      servers: ['diary', 'files', 'memory'],
      async run(call) {
        const one = await add(call, 'tea')
        const said = words(await call('diary', 'revise', { entry: one.id, text: 'green tea' }))
        const rev = first(said, /, ([0-9a-f]{8})$/)
        await write(call, 'revs.md', `${one.rev} became ${rev}\n`)
        await call('memory', 'create_entities', {
          entities: [{ name: `rev:${rev}`, entityType: 'revision', observations: [`of ${one.url}`] }],
        })
        await call('memory', 'open_nodes', { names: [`rev:${rev}`] })
        await notes(call, 8)
        await call('diary', 'get', { entry: one.id })
        await read(call, 'revs.md')
      },
    },
    {
      name: 'strange: four letters of a revision',
      servers: ['diary', 'files'],
      async run(call) {
        const { id, rev } = await add(call, 'tea')
        await write(call, 'rev.md', `r${rev.slice(0, 4)}0\n`)
        await call('diary', 'get', { entry: id })
        await notes(call, 8)
        await write(call, 'short.md', `at ${rev.slice(0, 5)}\n`)
        for (let n = 0; n < 4; n++) await call('diary', 'total', {})
      },
      not: 'computed',
    },
    {
      name: 'strange: a hash of its own content',
      servers: ['files', 'memory'],
      async run(call) {
        const text = 'weights: 7, 14, 21\n'
        const sum = createHash('sha256').update(text).digest('hex')
        await notes(call, 3)
        await write(call, 'weights.txt', text)
        await write(call, 'weights.txt.sha256', `${sum}  weights.txt\n`)
        await write(call, `sums-${sum.slice(0, 8)}.md`, `# ${sum.slice(0, 12)}\n`)
        await call('memory', 'create_entities', {
          entities: [{ name: sum, entityType: 'hash', observations: [`of ${text.trim()}`] }],
        })
        await read(call, 'weights.txt.sha256')
        await notes(call, 8)
      },
    },
    {
      name: 'strange: a hash of content that holds an id',
      servers: ['diary', 'files'],
      async run(call) {
        const { id } = await add(call, 'tea')
        const text = `entry: ${id}\n`
        await write(call, 'entry.txt', text)
        await write(call, 'entry.txt.sha256', `${createHash('sha256').update(text).digest('hex')}\n`)
        await notes(call, 8)
        for (let n = 0; n < 5; n++) await call('diary', 'total', {})
      },
      not: 'computed',
    },
    {
      name: 'strange: totals over what it made',
      servers: ['diary', 'files'],
      async run(call) {
        const made = []
        for (const [text, amount] of [
          ['tea', 12],
          ['milk', 30],
          ['rice', 58],
        ])
          made.push({ ...(await add(call, text, amount)), amount })
        const { total } = await call('diary', 'total', {})
        await write(
          call,
          'total.md',
          `${made.map(({ id, amount }) => `${id}: ${amount}`).join('\n')}\n= ${total}\n`,
        )
        await call('diary', 'strike', { entry: made[0].id })
        const left = await call('diary', 'total', {})
        await write(call, 'left.md', `${left.entries} entries, ${left.total} of ${total} left\n`)
        await notes(call, 8)
      },
    },
    {
      name: 'strange: how old an entry is, looked at alone',
      servers: ['diary', 'files'],
      async run(call) {
        const { id } = await add(call, 'tea')
        for (let n = 1; n <= 5; n++) {
          await call('diary', 'get', { entry: id })
          await notes(call, n % 3)
        }
        await write(call, 'old.md', 'It is young.\n')
        await call('diary', 'get', { entry: id })
        await notes(call, 4)
      },
    },
    {
      name: 'strange: a load in a report',
      servers: ['diary', 'files'],
      async run(call) {
        const said = words(await call('diary', 'health', {}))
        await write(call, 'load.md', `The load was ${first(said, /load ([\d.]+)/)}\n`)
        await notes(call, 8)
        for (let n = 0; n < 6; n++) await call('diary', 'health', {})
      },
      not: 'computed',
    },
    {
      name: 'strange: memory in megabytes, in JSON',
      servers: ['diary', 'files'],
      async run(call) {
        await notes(call, 8)
        const said = words(await call('diary', 'health', {}))
        await write(call, 'health.json', JSON.stringify({ memory: Number(first(said, /(\d+) MB/)) }))
        for (let n = 0; n < 6; n++) await call('diary', 'total', {})
      },
      not: 'computed',
    },
    {
      name: 'strange: health, again and again',
      servers: ['diary', 'files'],
      async run(call) {
        for (let n = 1; n <= 7; n++) {
          await call('diary', 'health', {})
          await read(call, `notes/n${n}.txt`)
        }
        await write(call, 'health.md', 'It is well, in 12 lines.\n')
        await call('diary', 'health', {})
      },
    },
    {
      name: 'strange: today, as people write it',
      servers: ['diary', 'files'],
      async run(call) {
        const day = first(words(await call('diary', 'today', {})), /(\w{3} \d+)$/)
        const { id, number } = await add(call, `on ${day}`)
        await write(call, `${day.replace(' ', '-')}.md`, `# ${day}, entry ${number}: ${id}\n`)
        await call('diary', 'today', {})
        await notes(call, 8)
        await call('diary', 'revise', { entry: id, text: `${day}: revised` })
        await read(call, `${day.replace(' ', '-')}.md`)
      },
    },
    {
      name: 'strange: busy, again and again',
      servers: ['diary', 'files'],
      async run(call) {
        for (let round = 0; round < 2; round++)
          for (let n = 0; n < 5; n++) if (words(await call('diary', 'try_to_lock', {})) === 'Locked') break
        const { id } = await add(call, 'locked')
        await write(call, 'lock.md', `${id} is locked\n`)
        await write(call, 'missing/lock.md', 'no')
        await call('files', 'create_directory', { path: f('missing') })
        await write(call, 'missing/lock.md', `yes, ${id}`)
        await notes(call, 6)
      },
    },
    {
      name: 'strange: a file that the server names',
      servers: ['diary', 'files'],
      async run(call) {
        const { id } = await add(call, 'tea')
        const name = first(words(await call('diary', 'export', { entry: id })), /export-[0-9a-f]{10}\.json/)
        await read(call, name)
        await call('files', 'create_directory', { path: f('exports') })
        await call('files', 'move_file', { source: f(name), destination: f(`exports/${name}`) })
        await read(call, `exports/${name}`)
        await write(call, 'exports/index.md', `- [${id}](${name})\n`)
        await notes(call, 8)
      },
    },
    {
      name: 'strange: an id in another base',
      servers: ['diary', 'files'],
      async run(call) {
        const { id } = await add(call, 'tea')
        const key = BigInt(`0x${id.replaceAll('-', '')}`).toString(36)
        await write(call, 'key.md', `key: ${key}\n`)
        await notes(call, 8)
        for (let n = 0; n < 5; n++) await call('diary', 'total', {})
      },
      not: 'computed',
    },
    {
      name: 'strange: ten at once on three servers',
      servers: ['diary', 'files', 'memory', 'tickets'],
      async run(call) {
        const { id } = await add(call, 'tea')
        await Promise.all([
          ...Array.from({ length: 7 }, (_, n) => write(call, `many/../at-once-${n}.md`, `${n} of ${id}\n`)),
          call('memory', 'create_entities', {
            entities: [{ name: id, entityType: 'entry', observations: ['tea'] }],
          }),
          call('tickets', 'create_ticket', { title: `for ${id}` }),
          call('diary', 'get', { entry: id }),
        ])
        await call('diary', 'strike', { entry: id })
        await notes(call, 6)
      },
    },
    {
      name: 'strange: a commit for each entry, by its link',
      servers: ['diary', 'files', 'git'],
      async run(call) {
        for (const text of ['tea', 'milk']) {
          const { id, url } = await add(call, text)
          await write(call, `repo/${text}.md`, `[${text}](${url})\n`)
          await call('git', 'git_add', { path: repo, paths: [`${text}.md`] })
          const { commitHash } = await call('git', 'git_commit', {
            path: repo,
            message: `Add ${text}\n\nEntry: ${url}\nId: ${id}`,
          })
          await call('diary', 'revise', { entry: id, text: `${text} in ${commitHash.slice(0, 8)}` })
        }
        await call('git', 'git_log', { path: repo, maxCount: 3 })
        await notes(call, 6)
      },
    },
  ]
}

import { first, stepsIn, words } from './agent-steps.mjs'
