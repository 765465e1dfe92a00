/** A program that lists what every global has: its own members, and behind a bar those of its prototype. */
export const LIST_MEMBERS = `const SAME_FOR_ALL = ['length', 'name', 'prototype', 'constructor', 'arguments', 'caller']
const namesOf = (holder) => Reflect.ownKeys(holder).filter((key) => typeof key === 'string' && !SAME_FOR_ALL.includes(key)).sort().join(' ')
const members = {}
function list(name, value) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || value === globalThis) { members[name] = ''; return }
  const prototype = typeof value === 'function' ? value.prototype : undefined
  members[name] = namesOf(value) + (prototype === undefined ? '' : ' | ' + namesOf(prototype))
}
for (const name of Object.getOwnPropertyNames(globalThis)) {
  list(name, globalThis[name])
  if (!['Intl', 'Temporal', 'WebAssembly'].includes(name)) continue
  for (const key of Object.getOwnPropertyNames(globalThis[name])) list(name + '.' + key, globalThis[name][key])
}
const typed = Object.getPrototypeOf(Uint8Array)
list('%TypedArray%', typed)
list('%AsyncFunction%', (async () => {}).constructor)
list('%GeneratorPrototype%', Object.getPrototypeOf(Object.getPrototypeOf(function* () {}.prototype)))
for (const instance of [crypto, performance, navigator, crypto.subtle]) list(Object.getPrototypeOf(instance).constructor.name, Object.getPrototypeOf(instance).constructor)
return members`
