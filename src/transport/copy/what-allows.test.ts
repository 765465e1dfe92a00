import { expect, it } from 'vitest'
import { type RefusedPlace, whatAllows } from './what-allows.js'

const PLAIN: RefusedPlace = { settings: {}, isContainer: false, kernel: '6.18.1' }

it.each<[string, string, string, Partial<RefusedPlace>, RegExp]>([
  [
    'too few namespaces',
    'unshare',
    'unshare failed: No space left on device',
    { settings: { 'user.max_user_namespaces': '1' } },
    /max_user_namespaces=1000.*it is 1/,
  ],
  [
    'too few for the second one',
    'world',
    'it ended with code 1: No space left on device',
    {},
    /max_user_namespaces/,
  ],
  [
    'it takes too long, in a container too',
    'set-up',
    'it was not ready within 30000 ms',
    { isContainer: true },
    /name smaller ones/,
  ],
  [
    'users may make none',
    'unshare',
    'Operation not permitted',
    { settings: { 'kernel.unprivileged_userns_clone': '0' } },
    /userns_clone=1/,
  ],
  [
    'AppArmor of Ubuntu',
    'scaffold',
    'mount failed: EACCES',
    { settings: { 'kernel.apparmor_restrict_unprivileged_userns': '1' } },
    /AppArmor/,
  ],
  [
    'the filter of a container',
    'unshare',
    'Operation not permitted',
    { isContainer: true },
    /--security-opt seccomp=unconfined/,
  ],
  ['covered parts of /proc in a container', 'proc', '', { isContainer: true }, /systempaths=unconfined/],
  ['covered parts of /proc in a copy', 'proc', '', {}, /inside a copy/],
  [
    'an old kernel',
    'overlay',
    'mount failed: EPERM',
    { kernel: '5.10.0-28-amd64' },
    /need Linux 5\.11, and this is 5\.10/,
  ],
  ['a kernel without attributes of users', 'overlay', 'mount failed: EINVAL', { kernel: '6.1.0' }, /6\.6/],
  ['something unknown', 'mount', 'mount failed: EIO', {}, /nothing is known/],
])('whatAllows knows %s', (_, act, why, place, expected) => {
  expect(whatAllows(act, why, { ...PLAIN, ...place })).toMatch(expected)
})
