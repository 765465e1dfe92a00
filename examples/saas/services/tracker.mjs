// An issue tracker. It keeps what it is told, makes its own ids, gives lists in pages of five and JSON as text, and says nothing of its output.

const PAGE = 5
const text = { type: 'string' }
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })

export function createTracker() {
  const issues = Array.from({ length: 12 }, (_, i) => ({
    id: `ISS-${i + 1}`,
    title: TITLES[i % TITLES.length],
    state: i % 3 === 2 ? 'closed' : 'open',
    owner: `${OWNERS[i % OWNERS.length]}@example.com`,
    updated: `2026-0${1 + (i % 4)}-1${i % 10}`,
    comments: [],
  }))
  const find = (id) => {
    const issue = issues.find((each) => each.id === id)
    if (issue === undefined) throw new Error(`404 Not Found: there is no issue ${id}`)
    return issue
  }

  return {
    list_issues: {
      description: 'Issues of a state, five a page',
      inputSchema: object({ state: { enum: ['open', 'closed'] }, page: { type: 'integer', minimum: 1 } }),
      annotations: { readOnlyHint: true },
      call({ state, page }) {
        const all = issues.filter((each) => each.state === state)
        const shown = all.slice((page - 1) * PAGE, page * PAGE)
        return {
          issues: shown.map(({ comments, ...issue }) => ({ ...issue, comments: comments.length })),
          next_page: page * PAGE < all.length ? page + 1 : null,
        }
      },
    },
    get_issue: {
      description: 'One issue with its comments',
      inputSchema: object({ id: text }),
      annotations: { readOnlyHint: true },
      call: ({ id }) => find(id),
    },
    create_issue: {
      description: 'Opens an issue',
      inputSchema: object({ title: text, owner: text }),
      annotations: { readOnlyHint: false, destructiveHint: false },
      call({ title, owner }) {
        const issue = {
          id: `ISS-${issues.length + 1}`,
          title,
          state: 'open',
          owner,
          updated: TODAY,
          comments: [],
        }
        issues.push(issue)
        return { id: issue.id, url: `https://tracker.example.com/${issue.id}` }
      },
    },
    add_comment: {
      description: 'Adds a comment to an issue',
      inputSchema: object({ id: text, text }),
      annotations: { readOnlyHint: false, destructiveHint: false },
      call({ id, text: said }) {
        const { comments } = find(id)
        comments.push(said)
        return { comment: `${id}-C${comments.length}` }
      },
    },
    close_issue: {
      description: 'Closes an issue',
      inputSchema: object({ id: text, reason: text }, ['id']),
      annotations: { readOnlyHint: false, destructiveHint: true },
      call({ id, reason = 'done' }) {
        const issue = find(id)
        if (issue.state === 'closed') throw new Error(`409 Conflict: ${id} is closed already`)
        Object.assign(issue, { state: 'closed', reason, updated: TODAY })
        return { id, state: 'closed' }
      },
    },
  }
}

const TODAY = '2026-05-01'
const OWNERS = ['ann', 'bob', 'cleo']
const TITLES = ['Login fails on Safari', 'Export drops the last row', 'Slow search', 'Typo on the start page']
