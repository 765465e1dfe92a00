/**
 * Members that are read by a name that stands in the text, of objects whose names may have been made: `counts[kind]++`, and later
 * `counts.gold`. Whether one is there is decided by what the names were made of, and nothing is held against anything.
 */
import type { AnyNode, MemberExpression, ObjectExpression } from 'acorn'
import { staticKey } from './static-key.js'
import { walk } from './walk.js'
import { hasOptional, isOfServers, mayPause, type Rewriter } from './watch-values.js'

/** Whether a program gives objects names that do not stand in its text. */
export function makesNames(script: AnyNode): boolean {
  let found = false
  walk(script, {
    enter(node) {
      found ||= makesName(node)
    },
  })
  return found
}

function makesName(node: AnyNode): boolean {
  switch (node.type) {
    case 'AssignmentExpression':
      return isNamedLater(node.left)
    case 'UpdateExpression':
      return isNamedLater(node.argument)
    case 'Property':
    case 'PropertyDefinition':
      return node.computed && node.key.type !== 'Literal'
    case 'CallExpression':
      return node.callee.type === 'MemberExpression' && isMaker(node.callee)
    default:
      return false
  }
}

function isNamedLater(target: AnyNode): boolean {
  return target.type === 'MemberExpression' && target.computed && target.property.type !== 'Literal'
}

function isMaker({ object, property, computed }: MemberExpression): boolean {
  const name = staticKey(property, computed) ?? ''
  return MAKERS.has(name) || (name === 'set' && object.type === 'Identifier' && object.name === 'Reflect')
}

const MAKERS: ReadonlySet<string> = new Set([
  ...['fromEntries', 'groupBy', 'defineProperty', 'defineProperties'],
])

/** A member that is read by its name. What is called is no member of what was made. */
export function watchName(node: MemberExpression, to: Rewriter): void {
  const { object, property, computed } = node
  if (!to.makesNames || to.callees.has(node) || object.type === 'Super' || isOfServers(object)) return
  const name = property.type === 'PrivateIdentifier' ? undefined : staticKey(property, computed)
  if (name === undefined) return
  if (hasOptional(object)) watchNameInChain(node, name, to)
  else watchHolder(object, name, node, to)
}

/** Nothing is put around a part of a chain: what it is made of is read once more where the name stands. */
function watchNameInChain(node: MemberExpression, name: string, to: Rewriter): void {
  const { watcher, edits, at, number, unread } = to
  const from = to.readAgain(node.object)
  const dot = edits.find('.', at(node.object.end), at(node.property.start))
  if (from === unread || dot === undefined || node.computed || node.optional) return
  if (at(node.property.start) !== dot + 1 || to.targets.has(node)) return
  const key = JSON.stringify(name)
  edits.replace(dot, at(node.end), `[${watcher}.m(${number(node)},${key},${from}),${key}]`)
}

function watchHolder(holder: AnyNode, name: string, read: AnyNode, to: Rewriter): void {
  const { watcher, edits, at } = to
  edits.insertBefore(at(holder.start), `${watcher}.m(${to.number(read)},${JSON.stringify(name)},(`)
  edits.insertAfter(at(holder.end), '))')
}

/** Nothing is put around what `new` is asked for: it would be that which is called. */
export function noteCallee(callee: AnyNode, { callees }: Rewriter): void {
  for (let node = callee; ; node = node.object) {
    callees.add(node)
    if (node.type !== 'MemberExpression') return
  }
}

/** A name that is made beside others that stand in the text: where it is one of these, there is one member less. */
export function watchOwnNames({ properties }: ObjectExpression, to: Rewriter): void {
  const { watcher, edits, at } = to
  const written = properties.flatMap((each) => {
    const name = each.type === 'Property' ? staticKey(each.key, each.computed) : undefined
    return name === undefined ? [] : [name]
  })
  for (const each of properties) {
    if (each.type !== 'Property' || !each.computed || staticKey(each.key, true) !== undefined) continue
    if (written.length === 0 || mayPause(each.key)) continue
    const compared = written.map((name) => ({ name, of: to.number(each.key), id: to.number(each.key) }))
    const held = compared.map(({ name, of }) => `${watcher}.d(${of},${JSON.stringify(name)}),`).join('')
    const asked = compared.map(({ of, id }) => `${watcher}.k(${id},${of},`).join('')
    edits.insertBefore(at(each.key.start), `(${held}${asked}(`)
    edits.insertAfter(at(each.key.end), `)${')'.repeat(compared.length)})`)
  }
}
