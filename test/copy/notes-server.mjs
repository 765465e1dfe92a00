/**
 * An MCP server on stdio that keeps notes in the folder it is given: reads, writes, removes, and reaches out. `LOG=1` makes it write a
 * log at each call. With `FIRST=name` two calls of `write` are answered together, the one of
 * that note first; one that stays alone, as where calls are tried one after another, is answered after a while.
 */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [, , folder] = process.argv
const { FIRST, LOG } = process.env
const text = { type: 'string' }
const schema = { type: 'object', properties: { name: text, text }, required: ['name'] }
const tools = ['read', 'write', 'remove', 'reach'].map((name) => ({
  name,
  inputSchema: schema,
  annotations: { readOnlyHint: name === 'read' || name === 'reach' },
}))
const held = []
let alone

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'initialize') {
    const { protocolVersion } = params
    const serverInfo = { name: 'notes', version: '1' }
    answer(id, { protocolVersion, capabilities: { tools: {} }, serverInfo })
  } else if (method === 'tools/list') answer(id, { tools })
  else if (method !== 'tools/call') answer(id, {})
  else if (FIRST !== undefined && params.name === 'write') hold(id, params.arguments)
  else answer(id, await result(params))
})

function hold(id, args) {
  held.push({ id, args })
  clearTimeout(alone)
  if (held.length < 2) {
    alone = setTimeout(answerHeld, 1500)
    return
  }
  answerHeld()
}

function answerHeld() {
  held.sort((a, b) => Number(b.args.name === FIRST) - Number(a.args.name === FIRST))
  for (const each of held.splice(0)) answer(each.id, act('write', each.args))
}

async function result({ name, arguments: args }) {
  if (LOG) appendFileSync(join(folder, 'server.log'), `${name}\n`)
  return name === 'reach' ? reach() : act(name, args)
}

function act(tool, { name, text }) {
  const path = join(folder, name)
  try {
    if (tool === 'read') return said(readFileSync(path, 'utf8'))
    if (tool === 'remove') rmSync(path)
    else writeFileSync(path, text)
    // Of whom this is the work is not told by who was answered first.
    appendFileSync(join(folder, 'index'), '.')
    return said('done')
  } catch (error) {
    return { ...said(error.message), isError: true }
  }
}

/** An address that nobody has. */
function reach() {
  return new Promise((resolve) => {
    connect(9, '192.0.2.1').on('error', ({ code }) => resolve(said(`nothing found (${code})`)))
  })
}

function said(text) {
  return { content: [{ type: 'text', text }] }
}

function answer(id, result) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
}
