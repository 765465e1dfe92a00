/**
 * Agents that meet ids of other makes: ULID, nanoid, numbers of 64 bits, slugs, tokens, fingerprints, prices. `not` as there: also where
 * what they took is too short to be told from others.
 */
import { stepsIn } from './agent-steps.mjs'

export function parcelAgents(w) {
  const { f, write, read, notes } = stepsIn(w)
  const make = (call, to, grams = 200) => call('parcels', 'make', { to, grams })
  const servers = ['parcels', 'files']
  const agent = (name, run, more = {}) => ({
    name: `parcels: ${name}`,
    servers,
    async run(call, tools) {
      await notes(call, 4)
      await run(call, tools)
      await notes(call, 4)
      for (let n = 0; n < 4; n++) await call('parcels', 'list', {})
    },
    ...more,
  })
  const computed = { not: 'computed' }
  return [
    agent('a tracking number in small letters, in names of files', async (call) => {
      const { tracking } = await make(call, 'Ann')
      const small = tracking.toLowerCase()
      await write(call, `${small}.md`, `Parcel ${small}\n`)
      await call('parcels', 'track', { parcel: small })
      await call('files', 'move_file', { source: f(`${small}.md`), destination: f(`old/${tracking}.md`) })
      await read(call, `old/${tracking}.md`)
    }),
    agent('labels in addresses, tables and lists', async (call) => {
      const all = []
      for (const to of ['Ann', 'Bob', 'Eve']) all.push(await make(call, to))
      const rows = all.map(
        ({ label, to }) => `| ${to} | [${label}](https://x.example.test/l/${encodeURIComponent(label)}) |`,
      )
      await write(call, 'labels.md', `| to | label |\n|---|---|\n${rows.join('\n')}\n`)
      await call('parcels', 'pickup', { note: all.map(({ label }) => `_${label}_`).join('/') })
      await call('parcels', 'cancel', { parcel: all[1].label })
      await call('parcels', 'cancel', { parcel: all[1].label })
      await read(call, 'labels.md')
    }),
    agent('numbers of 64 bits as texts and bare in JSON', async (call) => {
      const one = await make(call, 'Ann')
      const two = await make(call, 'Bob')
      await write(call, 'numbers.json', `{"numbers":[${one.number},${two.number}],"first":"${one.number}"}`)
      await call('parcels', 'hand_over', { parcel: one.number })
      await call('parcels', 'track', { parcel: one.number })
      await read(call, 'numbers.json')
    }),
    agent(
      'the number after a number',
      async (call) => {
        const one = await make(call, 'Ann')
        await write(call, 'next.txt', `${BigInt(one.number) + 1n}\n`)
      },
      computed,
    ),
    agent('a token, whole', async (call) => {
      const { token } = await make(call, 'Ann')
      await call('parcels', 'verify', { token })
      await write(call, '.token', token)
      await write(call, 'curl.sh', `curl -H 'Authorization: Bearer ${token}' https://parcels.example.test\n`)
      await call('parcels', 'verify', { token: `${token}x` })
    }),
    agent(
      'what stands in a token',
      async (call) => {
        const { token } = await make(call, 'Ann')
        const { jti } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
        await write(call, 'token.md', `Token ${jti}\n`)
      },
      computed,
    ),
    agent('the signature of a token', async (call) => {
      const { token } = await make(call, 'Ann')
      await write(call, 'token.md', `Signed ${token.split('.')[2]}\n`)
    }),
    agent('a slug, whole', async (call) => {
      const { slug } = await make(call, 'Ann')
      await call('files', 'create_directory', { path: f(`parcels/${slug}`) })
      await write(call, `parcels/${slug}/README.md`, `# ${slug}\n`)
      await call('parcels', 'hand_over', { parcel: slug })
      await call('parcels', 'cancel', { parcel: slug })
    }),
    agent(
      'a slug as a title',
      async (call) => {
        const { slug } = await make(call, 'Ann')
        const title = slug
          .split('-')
          .map((word) => word[0].toUpperCase() + word.slice(1))
          .join(' ')
        await write(call, 'title.md', `# ${title}\n`)
      },
      computed,
    ),
    agent(
      'one word of a slug',
      async (call) => {
        const { slug } = await make(call, 'Ann')
        await write(call, 'animal.md', `It is a ${slug.split('-')[1]}.\n`)
      },
      computed,
    ),
    agent(
      'the last four digits, as the server masks them',
      async (call) => {
        const { masked } = await make(call, 'Ann')
        await write(call, 'masked.md', `Parcel ${masked}\n`)
        await write(call, 'four.md', `Ends in ${masked.slice(-4)}\n`)
      },
      computed,
    ),
    agent(
      'a label with its middle left out',
      async (call) => {
        const { tracking } = await make(call, 'Ann')
        await write(call, 'short.md', `Parcel ${tracking.slice(0, 4)}…${tracking.slice(-4)}\n`)
      },
      computed,
    ),
    agent(
      'a fingerprint, and one without colons',
      async (call) => {
        const { fingerprint } = await make(call, 'Ann')
        await write(call, 'prints.md', `Print ${fingerprint}\n`)
        await write(call, 'bare.md', `Print ${fingerprint.replaceAll(':', '')}\n`)
      },
      computed,
    ),
    agent('a fingerprint in capitals', async (call) => {
      const { fingerprint } = await make(call, 'Ann')
      await write(call, 'prints.md', `Print ${fingerprint.toUpperCase()}\n`)
    }),
    agent(
      'a price in cents and as it stands in a letter',
      async (call) => {
        const one = await make(call, 'Ann')
        const letter = await call('parcels', 'letter', { parcel: one.slug })
        const price = /;(\d+\.\d\d)\./.exec(letter)[1]
        await write(call, 'price.md', `${one.cents} cents, or ${price} euros\n`)
      },
      computed,
    ),
    agent(
      'a price divided by a hundred',
      async (call) => {
        const one = await make(call, 'Ann')
        await write(call, 'price.md', `${(one.cents / 100).toFixed(2)} euros\n`)
      },
      computed,
    ),
    agent(
      'prices added',
      async (call) => {
        const one = await make(call, 'Ann')
        const two = await make(call, 'Bob')
        await write(call, 'sum.md', `Together ${one.cents + two.cents} cents\n`)
      },
      computed,
    ),
    agent(
      'a price with a tax',
      async (call) => {
        const one = await make(call, 'Ann')
        await write(call, 'tax.md', `With tax ${Math.round(one.cents * 1.19)} cents\n`)
      },
      computed,
    ),
    agent(
      'a price in thousands, with a comma',
      async (call) => {
        const one = await make(call, 'Ann')
        await write(call, 'dear.md', `${(one.cents * 100).toLocaleString('en-US')}\n`)
      },
      computed,
    ),
    agent('an address out of a letter', async (call) => {
      const one = await make(call, 'Ann')
      const letter = await call('parcels', 'letter', { parcel: one.label })
      const url = /https:\S+/.exec(letter)[0].replace('&amp;', '&')
      await write(call, 'link.url', `[InternetShortcut]\nURL=${url}\n`)
      await write(call, 'letter.html', `<pre>${letter}</pre>`)
    }),
    agent('seconds of a time as a day', async (call) => {
      const { slug } = await make(call, 'Ann')
      const said = await call('parcels', 'hand_over', { parcel: slug })
      const at = new Date(Number(/at (\d+)/.exec(said)[1]) * 1000)
      await write(call, 'when.md', `Handed over on ${at.toISOString().slice(0, 10)}\n`)
    }),
    agent(
      'seconds of a time as a clock shows it',
      async (call) => {
        const { slug } = await make(call, 'Ann')
        const said = await call('parcels', 'hand_over', { parcel: slug })
        const at = new Date(Number(/at (\d+)/.exec(said)[1]) * 1000)
        await write(
          call,
          'when.md',
          `At ${at.toLocaleTimeString('en-US', { timeZone: 'America/New_York' })}\n`,
        )
      },
      computed,
    ),
    agent('a due date as people write it', async (call) => {
      const { due } = await make(call, 'Ann')
      const day = new Date(due).toLocaleDateString('de-DE', { timeZone: 'UTC' })
      await write(call, 'due.md', `Due ${day}, or ${due}\n`)
    }),
    agent('an error with a time', async (call) => {
      const { label } = await make(call, 'Ann')
      await call('parcels', 'hand_over', { parcel: label })
      const said = await call('parcels', 'cancel', { parcel: label })
      await write(call, 'problem.md', `${said.error ?? said}\n`)
    }),
  ]
}
