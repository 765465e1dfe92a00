/** `understudy record --copy`, as a client uses it, and that what it records is taken for no recording of the server. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { type TestUser, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:record', 'copy:network-told')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `understudy record --copy${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('passes on and records what a server says in a copy, and tells what it would have changed', async () => {
      await using user = await testUser()

      const { stdout, stderr, code } = record(user, 'write_file', { path: 'a.txt', content: 'one\n' })

      expect(stdout.at(-1)).toMatchObject({ id: 2, result: { content: [{ type: 'text' }] } })
      expect(stderr).toContain('Recorded 2 exchanges of server')
      expect(stderr).toContain('It would have made 1 change:\n  made     notes/a.txt\n')
      expect(code).toBe(0)
      expect(JSON.parse(user.sh('head -1 notes.jsonl'))).toMatchObject({
        format: 'understudy.cassette/1',
        copy: true,
      })
      expect(user.sh('ls notes')).toBe('')
    })

    it('tells at once that the server tried to reach out', async () => {
      await using user = await testUser()
      const server = `${user.nodePath} ${user.file('test/fixtures/servers/reaches-out.mjs')} notes`

      const { stderr } = record(user, 'ask', {}, server)

      expect(stderr).toMatch(/^Note: it tried to reach out/m)
    })

    it('makes a cassette that says what it is wherever it is read, and that no store takes', async () => {
      await using user = await testUser()
      record(user, 'list_directory', { path: '.' })

      const tools = said(user, 'tools --cassette notes.jsonl')
      const imported = said(user, 'store import notes.jsonl')
      const added = said(user, `call list_directory path=. --store notes.jsonl -- ${files(user)} notes`)
      const recorded = said(user, `record --out notes.jsonl -- ${files(user)} notes </dev/null`)
      const exported = said(user, 'store export --store notes.jsonl --out other.jsonl; head -1 other.jsonl')

      expect(tools).toMatch(/^Note: "[^"]*notes\.jsonl" was recorded in a copy of a machine/)
      expect(imported).toMatch(/Cannot import what was recorded in a copy[^\n]*\n[^\n]*\ncode 2\n$/)
      expect(added).toContain('Cannot record to "notes.jsonl": it was recorded in a copy')
      expect(recorded).toContain(
        'Cannot record a server itself to "notes.jsonl": it is a recording of a copy',
      )
      expect(exported).toContain('"copy":true')
      expect(user.sh('ls .understudy 2>/dev/null || true')).not.toContain('notes')
    })

    it('records to no store, and of nothing that cannot be copied', async () => {
      await using user = await testUser()
      const server = `${files(user)} notes`

      expect(said(user, `record --copy -- ${server}`)).toMatch(
        /Cannot record a copy into a store[\s\S]*code 2\n$/,
      )
      expect(said(user, `record --copy --store a.db -- ${server}`)).toMatch(/into a store/)
      expect(said(user, 'record --copy --out a.jsonl --url http://127.0.0.1:9/mcp')).toMatch(
        /Cannot start "server" in a copy of this machine: it is reached by a URL/,
      )
      expect(user.sh('ls -A')).toBe('')
    })
  },
)

function files(user: TestUser): string {
  return `${user.nodePath} ${user.official('server-filesystem')}`
}

interface RecordedRun {
  readonly stdout: readonly unknown[]
  readonly stderr: string
  readonly code: number
}

/** A client that initialises, calls one tool and, when that was answered, leaves. */
function record(user: TestUser, name: string, args: object, server = `${files(user)} notes`): RecordedRun {
  const client = `
    const { spawn } = require('node:child_process')
    const [, , ...words] = process.argv
    const recorder = spawn(words[0], words.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] })
    const send = (message) => recorder.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
    const stdout = []
    let stderr = ''
    recorder.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    require('node:readline').createInterface({ input: recorder.stdout }).on('line', (line) => {
      const message = JSON.parse(line)
      stdout.push(message)
      if (message.id === 1) {
        send({ method: 'notifications/initialized' })
        send({ id: 2, method: 'tools/call', params: ${JSON.stringify({ name, arguments: args })} })
      }
      if (message.id === 2) recorder.stdin.end()
    })
    recorder.on('close', (code) => process.stdout.write(JSON.stringify({ stdout, stderr, code })))
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } } })`
  user.sh(`mkdir -p notes; cat >client.cjs <<'END_OF_FILE'\n${client}\nEND_OF_FILE`)
  return JSON.parse(
    user.sh(`${user.nodePath} client.cjs ${user.understudy} record --copy --out notes.jsonl -- ${server}`),
  )
}

function said(user: TestUser, words: string): string {
  const [command, ...rest] = words.split('; ')
  return user.sh(`${user.understudy} ${command} 2>&1; echo "code $?"; ${rest.join('; ')}`)
}
