/** What gives tokens, as the official SDK (`@modelcontextprotocol/client`) declares it: a provider that is written for it fits. */
type Awaitable<T> = T | Promise<T>

/** Gives the bearer token of each request. */
export interface AuthProvider {
  token(): Promise<string | undefined>
  /** Called when the server answers 401; the request is made once more afterwards. */
  onUnauthorized?(context: {
    response: Response
    serverUrl: URL
    fetchFn: (url: string | URL, init?: RequestInit) => Promise<Response>
  }): Promise<void>
}

/** Goes through the OAuth flow: keeps what is registered and given, and sends the user to the authorization server. */
export interface OAuthClientProvider {
  readonly redirectUrl: string | URL | undefined
  readonly clientMetadataUrl?: string
  readonly clientMetadata: OAuthClientMetadata
  state?(): Awaitable<string>
  clientInformation(context?: { issuer: string }): Awaitable<OAuthClientInformation | undefined>
  saveClientInformation?(information: OAuthClientInformation, context?: { issuer: string }): Awaitable<void>
  tokens(context?: { issuer: string }): Awaitable<OAuthTokens | undefined>
  saveTokens(tokens: OAuthTokens, context?: { issuer: string }): Awaitable<void>
  redirectToAuthorization(authorizationUrl: URL): Awaitable<void>
  saveCodeVerifier(codeVerifier: string): Awaitable<void>
  codeVerifier(): Awaitable<string>
  invalidateCredentials?(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Awaitable<void>
}

export interface OAuthClientMetadata {
  redirect_uris: string[]
  token_endpoint_auth_method?: string | undefined
  grant_types?: string[] | undefined
  response_types?: string[] | undefined
  client_name?: string | undefined
  client_uri?: string | undefined
  scope?: string | undefined
}

export interface OAuthClientInformation {
  client_id: string
  client_secret?: string | undefined
  issuer?: string | undefined
}

export interface OAuthTokens {
  access_token: string
  token_type: string
  id_token?: string | undefined
  expires_in?: number | undefined
  scope?: string | undefined
  refresh_token?: string | undefined
  issuer?: string | undefined
}
