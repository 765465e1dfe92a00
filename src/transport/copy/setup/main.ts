/**
 * Sets a copy of the world up: one process, the first of namespaces of its own, that builds it and then becomes its keeper.
 * It is started by the host (../keeper.ts) and reads its plan from its first argument.
 */
import { countedActs, Refusal } from './acts.js'
import { checkWorld } from './check-world.js'
import { deno } from './deno.js'
import { statusOf } from './file-status.js'
import { makePipe } from './files.js'
import {
  bringUp,
  keepNoCores,
  MS_NODEV,
  MS_NOSUID,
  makeMountsReadOnly,
  mount,
  newSessionKeyring,
  setMask,
} from './isolation.js'
import { layOut } from './lay-out.js'
import { asText, ENOSYS, EPERM, SystemCallError } from './libc.js'
import { readMountTable } from './mount-table.js'
import { MADE_PIPES, type SetupNote, type SetupPlan, type WorldLayout } from './plan.js'
import { become } from './processes.js'
import { refuseOutside } from './refuse-outside.js'
import { refuseWaysOut } from './system-call-filter.js'
import { mountSystemFolders } from './system-folders.js'
import { openWorld } from './threshold.js'

// What fails tells its message alone. To note where takes milliseconds, also where something is only looked for.
Error.stackTraceLimit = 0
// What the host wrote, of the same release.
const plan = JSON.parse(deno.args[0] ?? '') as SetupPlan
const acts = countedActs(plan.refuse)
try {
  acts.perform('namespaces', '/proc/self/ns', () => refuseOutside(plan))
  acts.perform('cgroups', 'namespaces', forbidCgroupNamespaces)
  const table = readMountTable()
  // From here on no mistake of ours, and of no program that we start, can reach the disk: to root everything on it would be open.
  acts.perform('read-only', '/', makeMountsReadOnly)
  const scaffold = acts.perform('scaffold', '/dev/shm', mountScaffold)
  acts.perform('keyring', 'session', leaveKeyring)
  acts.perform('loopback', 'lo', () => bringUp('lo'))
  const mask = setMask(0)
  const world = layOut(plan, scaffold, table, acts)
  mountSystemFolders(world.world, acts)
  for (let number = 1; number <= MADE_PIPES; number++)
    for (const end of ['in', 'out', 'err']) makePipe(`${world.pipes}/${number}.${end}`, 0o600)
  setMask(mask)
  // These hold for all that is started from here on.
  acts.perform('cores', 'limit', keepNoCores)
  acts.perform('filter', 'system calls', refuseWaysOut)
  const worldPid = openWorld(world.world, `.copied-world-${pid()}`, acts, () =>
    checkWorld(world.world, world.roots, acts),
  )
  tell({
    note: 'built',
    ...{ pid: pid(), worldPid },
    world: { ...world, acts: acts.count } satisfies WorldLayout,
  })
  // No act that can be refused: the first process in the world was the same program.
  become('/bin/sh', [], { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' })
} catch (failure) {
  const { act, what, message } = failure instanceof Refusal ? failure : new Refusal('layout', '', failure)
  tell({ note: 'refused', act, what: asText(what), why: message })
  deno.exit(125)
}

/** A limit of our own user namespace. Whoever has such a namespace can mount the groups of all processes, and root end what is in them. */
function forbidCgroupNamespaces(): void {
  deno.writeTextFileSync('/proc/sys/user/max_cgroup_namespaces', '0')
}

/** Everything that is written goes here. It is mounted over a folder of our own mount namespace: the disk never sees it. */
function mountScaffold(): string {
  const folder = '/dev/shm'
  const size = plan.maxBytes * 2 + 16 * 1_048_576
  const options = `mode=755,size=${size},nr_inodes=${plan.maxFiles * 4 + 10_000}`
  const { device } = statusOf(folder)
  mount('copy', folder, 'tmpfs', MS_NOSUID | MS_NODEV, options)
  if (statusOf(folder).device === device) throw new Error('it is still what it was')
  return folder
}

/** Where the call is forbidden to everybody, it is forbidden inside too, and there is no key that could be read. */
function leaveKeyring(): void {
  try {
    newSessionKeyring()
  } catch (cause) {
    if (!(cause instanceof SystemCallError) || (cause.errno !== EPERM && cause.errno !== ENOSYS)) throw cause
  }
}

/** As the caller sees it. */
function pid(): number {
  return Number(deno.readTextFileSync('/proc/self/stat').split(' ', 1)[0])
}

function tell(note: SetupNote): void {
  deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(note)}\n`))
}
