/**
 * The second step of action.yml: the reports stand in one comment on the pull request, which later runs change.
 * https://docs.github.com/en/rest/issues/comments
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const {
  COMMENT_AUTHOR,
  GITHUB_TOKEN,
  GITHUB_EVENT_PATH = '',
  GITHUB_API_URL = 'https://api.github.com',
} = process.env
const {
  GITHUB_REPOSITORY,
  GITHUB_SERVER_URL,
  GITHUB_RUN_ID,
  GITHUB_WORKFLOW,
  GITHUB_JOB,
  REPORTS = '',
} = process.env
/** In characters; GitHub takes 65,536. */
const LONGEST = 65_000
/** Tells the comment of one job from that of another. */
const MARK = `<!-- understudy: ${`${GITHUB_WORKFLOW} ${GITHUB_JOB}`.replaceAll('--', '')} -->`

const pull =
  GITHUB_EVENT_PATH === '' ? undefined : JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')).pull_request
if (pull === undefined)
  process.stdout.write('There is no pull request: the report stands on the page of the run.\n')
else await comment(pull.number)

async function comment(number) {
  const comments = `/repos/${GITHUB_REPOSITORY}/issues/${number}/comments`
  const before = await ownComment(comments)
  const answer = await (before === undefined
    ? ask('POST', comments, { body: text() })
    : ask('PATCH', `/repos/${GITHUB_REPOSITORY}/issues/comments/${before}`, { body: text() }))
  if (answer.ok) return
  const why = `${answer.status} ${answer.statusText}`
  const hint =
    answer.status === 403
      ? ': the job needs `pull-requests: write`, which a pull request from a fork never has'
      : ''
  process.stdout.write(
    `::notice::No comment was written, GitHub answered ${why}${hint}. The report stands on the page of the run.\n`,
  )
}

/** A comment of somebody else that has the mark is not ours. */
async function ownComment(comments) {
  for (let page = 1; ; page++) {
    const answer = await ask('GET', `${comments}?per_page=100&page=${page}`)
    const list = answer.ok ? await answer.json() : []
    const own = list.find(({ body, user }) => user?.login === COMMENT_AUTHOR && body.startsWith(MARK))
    if (own !== undefined || list.length < 100) return own?.id
  }
}

/** As many reports as there is room for, the first ones whole. */
function text() {
  const parts = readdirSync(REPORTS)
    .filter((name) => name.endsWith('.md'))
    .sort()
  const reports = parts.map((name) => readFileSync(join(REPORTS, name), 'utf8').trim())
  const more = `More stands on [the page of the run](${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}).`
  if (reports.length === 0) return `${MARK}\nNo plan could be rehearsed. ${more}\n`
  let body = MARK
  for (const [index, report] of reports.entries()) {
    if (body.length + report.length > LONGEST)
      return `${body}\n\n${reports.length - index} of ${reports.length} reports have no room here. ${more}\n`
    body += `\n\n${report}`
  }
  return `${body}\n`
}

function ask(method, path, body) {
  return fetch(`${GITHUB_API_URL}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'x-github-api-version': '2022-11-28',
      'user-agent': 'mcp-understudy',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
}
