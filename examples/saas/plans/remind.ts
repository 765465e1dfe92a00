// Reminds the owner of every open issue that nobody touched for long, and notes the mail at the issue.
interface Issue { id: string; title: string; owner: string; updated: string }

async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (failure) {
      if (tries === 3 || !String(failure).includes('429')) throw failure
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

const stale: Issue[] = []
let page: number | null = 1
while (page !== null) {
  const asked = page
  const found = await patiently(() => mcp.tracker.list_issues({ state: 'open', page: asked }))
  stale.push(...found.issues.filter(({ updated }: Issue) => updated < params.before))
  page = found.next_page
}

for (const { id, title, owner } of stale) {
  await patiently(() =>
    mcp.mail.send({ to: owner, subject: `${id} waits for you`, body: `"${title}" was not touched since long.` }),
  )
  await patiently(() => mcp.tracker.add_comment({ id, text: `Reminded ${owner}` }))
}
return { reminded: stale.map(({ id }) => id) }
