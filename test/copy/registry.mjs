/** A registry of npm that has one package: `node registry.mjs TARBALL`. Says where it listens, and ends with its standard input. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const tarball = readFileSync(process.argv[2])
const [, name, version] = /([^/]+)-(\d[\d.]*)\.tgz$/.exec(process.argv[2])
const server = createServer(({ url }, response) => {
  if (url.endsWith('.tgz')) return response.end(tarball)
  if (url !== `/${name}`) return response.writeHead(404).end('{}')
  const dist = {
    tarball: `${origin()}/${name}/-/${name}-${version}.tgz`,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
  }
  const manifest = { name, version, bin: { [name]: 'server.mjs' }, dist }
  response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${origin()}\n`))
process.stdin.resume().on('end', () => process.exit())

function origin() {
  return `http://127.0.0.1:${server.address().port}`
}
