// An OAuth client that keeps everything in memory, and whose user agrees to whatever the authorization server asks.

const REDIRECT_URL = 'http://localhost:3000/callback'

/** `registered` is a client that the authorization server knows already: `{ client_id, client_secret }`. */
export function createOAuthProvider(registered) {
  const clients = new Map()
  let tokens
  let verifier
  let discovery
  let callback
  return {
    redirectUrl: REDIRECT_URL,
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    clientMetadata: {
      client_name: 'understudy-conformance',
      redirect_uris: [REDIRECT_URL],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    // Credentials belong to the authorization server that gave them.
    clientInformation: (context) => registered ?? clients.get(context?.issuer),
    saveClientInformation: (client, context) => void clients.set(context?.issuer, client),
    tokens: () => tokens,
    saveTokens(given) {
      tokens = given
      // It was for the way back from the browser alone: the server may want another authorization server next time.
      discovery = undefined
    },
    saveCodeVerifier(given) {
      verifier = given
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(given) {
      discovery = given
    },
    discoveryState: () => discovery,
    invalidateCredentials(what) {
      if (what === 'all' || what === 'client') clients.clear()
      if (what === 'all' || what === 'tokens') tokens = undefined
      if (what === 'all' || what === 'discovery') discovery = undefined
    },
    /** Where a browser would be sent back to. */
    async redirectToAuthorization(url) {
      const response = await fetch(url, { redirect: 'manual' })
      await response.body?.cancel()
      callback = new URL(response.headers.get('location') ?? '', REDIRECT_URL)
    },
    /** All that came back with the user. */
    authorizationCode: async () => callback.searchParams,
  }
}
