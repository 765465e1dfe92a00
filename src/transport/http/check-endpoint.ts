/** What a user gives to reach a server over HTTP, before anything is sent. */
import { UsageError } from '../../base/index.js'
import { withoutQuery } from './http-exchange.js'

/** @throws UsageError USAGE for what is no http or https URL, and for one with a user or a password, which is not shown */
export function checkedUrl(url: string | URL): URL {
  const parsed = URL.canParse(String(url)) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    const shown = withoutSecrets(String(url))
    throw new UsageError('USAGE', `Cannot connect to ${JSON.stringify(shown)}: it is no http or https URL`, {
      ...hintOf(shown),
    })
  }
  if (parsed.username !== '' || parsed.password !== '')
    throw new UsageError(
      'USAGE',
      `Cannot connect to "${withoutQuery(parsed)}": its URL holds a user or a password`,
      { hint: 'put them into an Authorization header' },
    )
  return parsed
}

/** Of text that need not be a URL. */
function withoutSecrets(text: string): string {
  return text.replace(/[?#].*/s, '').replace(/^.*@/s, '')
}

/** A host with its port, whose scheme was forgotten. */
function hintOf(text: string): { readonly hint?: string } {
  const [, host, path = ''] = /^((?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?)(\/.*)?$/i.exec(text) ?? []
  if (host === undefined || !URL.canParse(`http://${host}`)) return {}
  return { hint: `write it as http://${host}${path.length > 1 ? path : '/mcp'}` }
}

/** @throws UsageError USAGE for headers that HTTP does not allow; their values are not shown */
export function checkedHeaders(headers: Readonly<Record<string, string>> = {}): Headers {
  try {
    return new Headers(headers)
  } catch {
    // The platform's error would quote the value, which may be a secret.
    const names = JSON.stringify(Object.keys(headers).join(', '))
    throw new UsageError('USAGE', `Cannot send the headers ${names}: HTTP does not allow one of them`)
  }
}
