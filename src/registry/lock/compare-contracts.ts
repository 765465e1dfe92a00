/** Drift: what changed since a contract was locked, and whom it concerns. */
import {
  counted,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  nearestNames,
  orDidYouMean,
  ownMember,
  toPointer,
} from '../../base/index.js'
import { compareOffers } from './compare-offers.js'
import { compareTools, ordersOfNewTool } from './compare-tools.js'
import { CHANGE_CLASSES, type ContractChange, type ToolChange } from './contract-change.js'
import type { ContractLock, LockedServer, LockedTool } from './contract-lock.js'

/**
 * Every change from the locked contracts to the live ones, the worst first, then by server and tool. Callers send arguments and
 * read results: an input that takes less is breaking and one that takes more additive, an output that can be more is breaking and
 * one that can be less additive. What could not be told for certain is risky at most. Empty when nothing changed.
 */
export function compareContracts(locked: ContractLock, live: ContractLock): readonly ContractChange[] {
  const names = [locked, live]
    .flatMap(({ servers }) => servers.flatMap(({ tools }) => tools))
    .map(({ name }) => name)
  const changes = pairs(locked.servers, live.servers).flatMap(
    ([name, was, now]): readonly ContractChange[] => {
      const common = { server: name, part: 'server', pointer: '' } as const
      if (now === undefined) return [{ class: 'breaking', ...common, message: 'The server is gone' }]
      if (was === undefined)
        return [
          {
            class: 'additive',
            ...common,
            message: `The server is new, with ${counted(now.tools.length, 'tool')}`,
          },
          ...now.tools.flatMap((tool) => newTool(name, tool).slice(1)),
        ]
      return compareServers(was, now, names)
    },
  )
  return changes.toSorted((a, b) => rank(a) - rank(b))
}

function rank({ class: name }: ContractChange): number {
  return CHANGE_CLASSES.indexOf(name)
}

function compareServers(
  was: LockedServer,
  now: LockedServer,
  names: readonly string[],
): readonly ContractChange[] {
  const server = now.name
  return [
    ...compareCapabilities(was.capabilities, now.capabilities).map((change) => ({ ...change, server })),
    ...compareOffers(was, now, names).map((change) => ({ ...change, server })),
    ...pairs(was.tools, now.tools).flatMap(([tool, before, after]) => {
      if (before === undefined) return after === undefined ? [] : newTool(server, after)
      return after === undefined
        ? [goneTool(server, before, was, now)]
        : compareTools(
            before,
            after,
            names.filter((name) => name !== tool),
          ).map((change) => ({ ...change, server, tool }))
    }),
  ]
}

/** What a server can do beside its tools. Nothing is said where one side is not known: tools may come from a file. */
function compareCapabilities(
  was: JsonObject | undefined,
  now: JsonObject | undefined,
): readonly ToolChange[] {
  return was === undefined || now === undefined ? [] : compareMembers(was, now, [])
}

function compareMembers(was: JsonObject, now: JsonObject, path: readonly string[]): ToolChange[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])].sort()
  return names.flatMap((name) => compareValues(own(was, name), own(now, name), [...path, name]))
}

function own(value: JsonObject, name: string): JsonValue | undefined {
  return ownMember(value, name)
}

function compareValues(
  was: JsonValue | undefined,
  now: JsonValue | undefined,
  path: readonly string[],
): ToolChange[] {
  // A capability that is false is not there.
  const [had, has] = [isThere(was), isThere(now)]
  if (had && !has) return [changeAt(path, 'breaking', 'is lost')]
  if (!had && has) return [changeAt(path, 'additive', 'is new')]
  if (isJsonObject(was) && isJsonObject(now)) return compareMembers(was, now, path)
  return had && !isSameJson(was, now) ? [changeAt(path, 'risky', 'is another one now')] : []
}

function isThere(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== false && value !== null
}

function changeAt(path: readonly string[], name: ToolChange['class'], what: string): ToolChange {
  const message = `The capability ${JSON.stringify(path.join('.'))} ${what}`
  return { class: name, part: 'capabilities', pointer: toPointer(path), message }
}

function newTool(server: string, tool: LockedTool): readonly ContractChange[] {
  const { name } = tool
  return [
    { class: 'additive', server, tool: name, part: 'tool', pointer: '', message: 'The tool is new' },
    ...ordersOfNewTool(tool).map((change) => ({ ...change, server, tool: name })),
  ]
}

function goneTool(server: string, gone: LockedTool, was: LockedServer, now: LockedServer): ContractChange {
  const known = new Set(was.tools.map(({ name }) => name))
  const added = now.tools.filter(({ name }) => !known.has(name))
  const same = added.filter(({ fingerprint }) => fingerprint === gone.fingerprint)
  const described = added.filter(({ wording }) => wording === gone.wording)
  const names = [
    ...[...same, ...described].map(({ name }) => name),
    ...nearestNames(
      gone.name,
      added.map(({ name }) => name),
    ),
  ]
  const didYouMean = [...new Set(names)].slice(0, 3)
  const meant = orDidYouMean(didYouMean.map((name) => JSON.stringify(name)))
  const [only, ...others] = same
  return {
    class: 'breaking',
    server,
    tool: gone.name,
    part: 'tool',
    pointer: '',
    message:
      only !== undefined && others.length === 0
        ? `The tool is gone; ${JSON.stringify(only.name)} promises the same`
        : `The tool is gone${meant}`,
    ...(didYouMean.length === 0 ? {} : { didYouMean }),
  }
}

/** Both sides by name, in the order of the names. */
function pairs<Named extends { readonly name: string }>(
  before: readonly Named[],
  after: readonly Named[],
): (readonly [string, Named | undefined, Named | undefined])[] {
  const [was, now] = [before, after].map((all) => new Map(all.map((each) => [each.name, each])))
  const names = new Set([...before, ...after].map(({ name }) => name))
  return [...names].sort().map((name) => [name, was?.get(name), now?.get(name)] as const)
}
