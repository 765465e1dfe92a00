/** What a user gives to reach a server over HTTP, before anything is sent. */
import { UsageError } from '../../base/index.js'
import { withoutQuery } from './http-exchange.js'

/** @throws UsageError USAGE for what is no http or https URL, and for one with a user or a password, which is not shown */
export function checkedUrl(url: string | URL): URL {
  const parsed = URL.canParse(String(url)) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new UsageError(
      'USAGE',
      `Cannot connect to ${JSON.stringify(withoutSecrets(String(url)))}: it is no http or https URL`,
    )
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
  return text.replace(/[?#].*$/s, '').replace(/^.*@/s, '')
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
