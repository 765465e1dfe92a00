/** `--listen [HOST:]PORT`. */
import { UsageError } from '../base/index.js'

export interface ListenAddress {
  /** Absent: this machine alone. */
  readonly host?: string
  /** 0 takes a free one. */
  readonly port: number
}

/** Reads `3000`, `0.0.0.0:3000` and `[::1]:3000`. @throws UsageError USAGE */
export function parseListen(text: string): ListenAddress {
  const [, host, digits] = /^(?:(\[[0-9a-fA-F:.]+\]|[^:[\]]+):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65_535)
    throw new UsageError('USAGE', `Cannot use --listen ${JSON.stringify(text)}: it is no [HOST:]PORT`, {
      hint: 'such as 3000, 0.0.0.0:3000 or [::1]:3000; 0 takes a free port',
    })
  return { port, ...(host === undefined ? {} : { host: host.replace(/^\[|\]$/g, '') }) }
}
