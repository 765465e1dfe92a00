/** The Deno that the optional packages hold, as it was published: SHA-256 of each binary, in hexadecimal. */

/** The one release of all packages below; package.json asks for no other. */
export const PACKAGED_VERSION = '2.9.5'

/**
 * Taken from the packages of the npm registry whose tarballs have the digests of package-lock.json. A new release of Deno takes new
 * digests: `npm pack @deno/linux-x64-glibc@VERSION`, and SHA-256 of the binary in it.
 */
export const PUBLISHED_DIGESTS: Readonly<Record<string, string>> = {
  '@deno/darwin-arm64': 'b5bd08edab254d42d7b05aa5b6cb4c9b8d4dede4975aff76951ce2cce18866fa',
  '@deno/darwin-x64': 'befc4fee79127584c0f5c9f76ca6bb73c8e6ff523c01acd52e9c5db1968a09cb',
  '@deno/linux-arm64-glibc': 'e1a70c5eb03b0ebaf761077029ef86b9ba22d50e2b54ca45ce5437457f701b63',
  '@deno/linux-x64-glibc': 'dc480c462c8c3582524f3e75c160613d0a975e1f66b5465995d58bae236da7d3',
  '@deno/win32-x64': '98f8c2a2d470e4ccb04c935c86ff8050817d877762aec5eaeeb9e409ccb3b9fd',
}
