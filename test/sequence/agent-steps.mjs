/** What most scripted agents do: they read answers as text, write and read below their folder, open tickets, commit. */

/** The first group of the first match, or all of the match. */
export const first = (text, pattern) => pattern.exec(text)?.[1] ?? pattern.exec(text)?.[0]
/** An answer as text. */
export const words = (value) => (typeof value === 'string' ? value : JSON.stringify(value))

/** `w`: the folder that the agent's servers were given. */
export function stepsIn(w) {
  const f = (path) => `${w}/${path}`
  const repo = f('repo')
  const write = (call, path, content) => call('files', 'write_file', { path: f(path), content })
  const read = (call, path) => call('files', 'read_text_file', { path: f(path) })
  return {
    ...{ f, repo, write, read },
    /** So many notes, one after the other. */
    async notes(call, count = 8) {
      for (let n = 1; n <= count; n++) await read(call, `notes/n${n}.txt`)
    },
    ticket: (call, title, body = '') => call('tickets', 'create_ticket', { title, body }),
    /** `paths`: of the repository; without them all that is there. */
    async commit(call, message, paths) {
      await call('git', 'git_add', { path: repo, ...(paths === undefined ? { all: true } : { paths }) })
      return call('git', 'git_commit', { path: repo, message })
    },
  }
}
