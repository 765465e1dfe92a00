/** Where in a client's command the server of a row stands. */
import { UsageError } from '../base/index.js'
import type { Launch } from '../transport/index.js'
import type { TortureRow } from './row.js'

/**
 * The client's command for one row: the server's stands in place of the argument `{server}`, as one JSON array in place of
 * `{server-json}`, and behind all arguments where neither is named. `{era}` in an argument becomes the era of the row.
 * @throws UsageError USAGE for a client without a program
 */
export function clientCommand(
  client: readonly string[],
  server: readonly string[],
  { era }: Pick<TortureRow, 'era'>,
): Required<Pick<Launch, 'command' | 'args'>> {
  const [command, ...args] = client
  if (command === undefined || command === '')
    throw new UsageError('USAGE', 'Cannot run a client without a command', {
      hint: 'give the command after --, such as -- node my-client.js',
    })
  const isPlaced = args.some((arg) => arg === '{server}' || arg.includes('{server-json}'))
  const placed = args.flatMap((arg) =>
    arg === '{server}'
      ? server
      : [arg.replaceAll('{era}', era).replaceAll('{server-json}', () => JSON.stringify(server))],
  )
  return { command, args: isPlaced ? placed : [...placed, ...server] }
}
