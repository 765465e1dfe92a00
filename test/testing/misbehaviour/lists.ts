/** Servers whose lists come in pieces, without end, or not at all. */
import { type Misbehaviour, type Play, told } from './misbehaviour.js'

const names: Play = (client) => told(client.listTools().then((tools) => tools.map(({ name }) => name)))

const firstPage: Play = (client) => client.request('tools/list')

const page = (start: number, ...tools: readonly string[]) => ({
  tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })),
  ...(start < 4 ? { nextCursor: String(start + 2) } : {}),
})

export const LISTS: readonly Misbehaviour[] = [
  {
    points: ['lists', 'pages'],
    server: 'paged-tools',
    what: 'reads every page, and shows each as it came',
    play: names,
    expected: ['a', 'b', 'c', 'd', 'e'],
    frames: [
      { id: 2, result: page(0, 'a', 'b') },
      { id: 3, result: page(2, 'c', 'd') },
      { id: 4, result: page(4, 'e') },
    ],
    deadlineMs: 5000,
    control: { server: 'echo', expected: ['echo', 'fail', 'count', 'arguments', 'environment'] },
  },
  {
    points: ['pages'],
    server: 'paged-tools',
    what: 'lets a test ask for one page',
    play: firstPage,
    expected: page(0, 'a', 'b'),
    frames: [{ id: 2, result: page(0, 'a', 'b') }],
    deadlineMs: 5000,
    control: { server: 'no-tools', expected: { tools: [] } },
  },
  {
    points: ['lists'],
    server: 'list-error',
    what: 'takes an error for no empty list',
    play: names,
    expected: { thrown: 'RPC_ERROR' },
    frames: [{ id: 2, error: { code: -32603, message: 'the list is lost' } }],
    deadlineMs: 5000,
    control: { server: 'no-tools', expected: [] },
  },
  {
    points: ['lists'],
    server: 'endless-paging',
    what: 'stops when a cursor comes twice',
    play: names,
    expected: { thrown: 'PAGING_ENDLESS' },
    frames: [
      { id: 2, result: { nextCursor: 'again' } },
      { id: 3, result: { nextCursor: 'again' } },
    ],
    deadlineMs: 5000,
    control: { server: 'no-tools', expected: [] },
  },
]
