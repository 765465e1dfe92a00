/** `/dev` and `/sys` of the world. `/proc` comes later: it must be mounted from within the world's own process namespace. */
import type { Acts } from './acts.js'
import { makeFile, makeFolder, makeLink } from './files.js'
import { MS_BIND, MS_NODEV, MS_NOEXEC, MS_NOSUID, MS_RDONLY, mount } from './isolation.js'

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']

/** @throws Refusal */
export function mountSystemFolders(world: string, acts: Acts): void {
  const mounted = (what: string, type: string, flags: number, options = ''): void =>
    acts.perform('mount', what, () => mount(type, `${world}${what}`, type, flags, options))
  mounted('/sys', 'sysfs', MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)
  mounted('/dev', 'tmpfs', MS_NOSUID | MS_NOEXEC, 'mode=755,size=64k')
  for (const name of DEVICES) {
    const device = `/dev/${name}`
    makeFile(`${world}${device}`)
    // Read-only, as all that is there outside: a device still takes what is written to it, but its owner cannot close it to others.
    acts.perform('mount', device, () => mount(device, `${world}${device}`, '', MS_BIND))
  }
  for (const name of ['pts', 'shm', 'mqueue']) makeFolder(`${world}/dev/${name}`, 0o755)
  mounted('/dev/pts', 'devpts', MS_NOSUID | MS_NOEXEC, 'newinstance,ptmxmode=0666,mode=620')
  mounted('/dev/shm', 'tmpfs', MS_NOSUID | MS_NODEV, 'mode=1777,size=64m')
  mounted('/dev/mqueue', 'mqueue', MS_NOSUID | MS_NODEV | MS_NOEXEC)
  for (const [name, target] of Object.entries(LINKS)) makeLink(`${world}/dev/${name}`, target)
}

const LINKS: Readonly<Record<string, string>> = {
  ptmx: 'pts/ptmx',
  fd: '/proc/self/fd',
  stdin: '/proc/self/fd/0',
  stdout: '/proc/self/fd/1',
  stderr: '/proc/self/fd/2',
}
