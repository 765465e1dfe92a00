import { describe, expect, it } from 'vitest'
import type { ServerEntry } from '../config/index.js'
import { serverSource, type TestPlace } from './server-source.js'
import { expression } from './source-text.js'

const PLACE: TestPlace = {
  cwd: '/work/shop',
  folder: '/work/shop/tests',
  isModule: true,
  isSecret: (text) => text.includes('s3cret'),
}
const STDIO = { kind: 'stdio', command: 'node', args: ['server.js'], env: {} } as const

describe('serverSource', () => {
  it('starts the command where the user did, seen from the test', () => {
    expect(written(STDIO)).toEqual({
      text: "{ command: ['node', 'server.js'], workingDir: fileURLToPath(new URL('../', import.meta.url)) }",
      imports: ["import { fileURLToPath } from 'node:url'"],
      variables: [],
    })
  })
  it('takes the folder that is given', () => {
    expect(written({ ...STDIO, cwd: 'a b' }).text).toContain("new URL('../a%20b/', import.meta.url)")
    expect(written({ ...STDIO, cwd: 'a#b/50%/c?' }).text).toContain("new URL('../a%23b/50%25/c%3F/'")
    expect(written({ ...STDIO, cwd: '/work/shop/tests' }).text).toContain("new URL('./', import.meta.url)")
  })
  it('needs no module for CommonJS', () => {
    expect(written(STDIO, { ...PLACE, isModule: false })).toMatchObject({
      text: expect.stringContaining("workingDir: resolve(__dirname, '..')"),
      imports: ["import { resolve } from 'node:path'"],
    })
  })
  it('reads secrets of arguments and variables from the environment', () => {
    const args = ['--api-key', 's3cret', '--token=s3cret', 's3cret']

    expect(written({ ...STDIO, args, env: { KEY: 's3cret', MODE: 'x' } })).toMatchObject({
      text: expect.stringContaining(
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the file
        "['node', '--api-key', process.env.API_KEY ?? '', `--token=${process.env.TOKEN ?? ''}`, process.env.SERVER_SECRET ?? '']",
      ),
      variables: ['API_KEY', 'TOKEN', 'SERVER_SECRET', 'KEY'],
    })
    expect(written({ ...STDIO, env: { KEY: 's3cret', MODE: 'x' } }).text).toContain(
      "env: { KEY: process.env.KEY ?? '', MODE: 'x' }",
    )
  })
  it('gives a URL as it is, and secrets of headers from the environment', () => {
    const headers = { Cookie: 's3cret', Accept: 'a' }

    expect(written({ kind: 'http', url: 'http://localhost:3000/mcp', headers })).toEqual({
      text: "{ http: { url: 'http://localhost:3000/mcp', headers: { Cookie: process.env.COOKIE ?? '', Accept: 'a' } } }",
      imports: [],
      variables: ['COOKIE'],
    })
  })
  it('runs a container as it was run, with secrets from the environment', () => {
    const launch = {
      kind: 'container',
      image: 'notes:1',
      args: [],
      env: { KEY: 's3cret' },
      mounts: ['/a:/b:ro'],
    } as const

    expect(written(launch)).toEqual({
      text: "{ container: { image: 'notes:1', env: { KEY: process.env.KEY ?? '' }, mounts: ['/a:/b:ro'] } }",
      imports: [],
      variables: ['KEY'],
    })
  })
})

function written(launch: ServerEntry['launch'], place: TestPlace = PLACE) {
  const { members, imports, variables } = serverSource({ name: 'shop', launch }, place)
  return { text: expression(members, '', -1000), imports, variables }
}
