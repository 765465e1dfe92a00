/** What the user comes back with: the code alone, or all parameters of the URL. */
export type AuthorizationCode = string | URLSearchParams
