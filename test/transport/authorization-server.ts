/** An MCP server that wants a token, and the authorization server that gives it, as far as one client needs them (RFC 9728, 8414, 7591). */
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import { type HeardRequest, type HttpServer, resultOf, sendJson, serveHttp } from './serve-http.js'

export interface ProtectedServers extends AsyncDisposable {
  readonly server: HttpServer
  readonly authorization: HttpServer
}

/** The token `t1` opens everything; a request of the method `admin` wants the scope `admin`, which `t2` has. */
export async function serveProtected(): Promise<ProtectedServers> {
  const authorization: HttpServer = await serveHttp((asked, response) => {
    const { origin } = authorization
    if (asked.path === '/register') sendJson(response, { ...asked.message, client_id: 'client-1' }, 201)
    else if (asked.path === '/token') {
      const code = new URLSearchParams(asked.body).get('code')
      sendJson(response, {
        access_token: code === 'code-2' ? 't2' : 't1',
        token_type: 'Bearer',
        scope: code === 'code-2' ? 'admin' : 'basic',
      })
    } else if (asked.path.includes('well-known'))
      sendJson(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      })
    else response.writeHead(404).end()
  })
  const server: HttpServer = await serveHttp((asked, response) => {
    const metadata = `${server.origin}/.well-known/oauth-protected-resource/mcp`
    const token = asked.headers.authorization
    if (asked.path.includes('well-known'))
      sendJson(response, { resource: server.url, authorization_servers: [authorization.origin] })
    else if (token !== 'Bearer t1' && token !== 'Bearer t2')
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end()
    else if (asked.message.method === 'admin' && token !== 'Bearer t2') {
      const challenge = `Bearer error="insufficient_scope", scope="admin", resource_metadata="${metadata}"`
      response.writeHead(403, { 'www-authenticate': challenge }).end()
    } else answer(asked, response)
  })
  const answer = (asked: HeardRequest, response: Parameters<typeof sendJson>[0]): void =>
    sendJson(response, resultOf(asked, { token: asked.headers.authorization }))
  return {
    server,
    authorization,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await authorization[Symbol.asyncDispose]()
    },
  }
}

/** A client that keeps what it is given, and tells where its user was sent. */
export function createProvider(): OAuthClientProvider & { readonly sentTo: readonly URL[] } {
  const sentTo: URL[] = []
  const kept: {
    client?: Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0]
    tokens?: Parameters<OAuthClientProvider['saveTokens']>[0]
    discovery?: Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0]
    verifier: string
  } = { verifier: '' }
  return {
    sentTo,
    redirectUrl: 'http://localhost/callback',
    clientMetadata: { client_name: 'test', redirect_uris: ['http://localhost/callback'] },
    clientInformation: () => kept.client,
    saveClientInformation(client) {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens(tokens) {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => void sentTo.push(url),
    saveCodeVerifier(verifier) {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier,
    saveDiscoveryState(discovery) {
      kept.discovery = discovery
    },
    discoveryState: () => kept.discovery,
  }
}
